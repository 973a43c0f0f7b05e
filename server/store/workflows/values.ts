import zlib from 'node:zlib'
import type { Engine } from '../engine.ts'
import { type PackedResult, packLongJson, packResult } from '../jobs/files.ts'
import type { Page, PageQuery } from '../page-of.ts'
import { pathPageOf, pathPositionOf } from './path-page.ts'
import type { RunOutput } from './run-rows.ts'

/** The node of values that no node emitted: the input of a run. */
export const NO_NODE = ''

/** A value to write: in stored form, or as the number of a stored value that it equals. */
export type NewValue = { packed: PackedResult } | { same: number }

/** A value that a node emitted, as JSON. */
interface RunValue {
  /** The index of the item that it was emitted for, among the items of its node. */
  index: number
  branch: string
  json: string
}

interface ValueBody {
  body: Uint8Array
  packed: number
}

/** A node and one of its branches. */
export interface NodeBranch {
  node: string
  branch: string
}

const LEFT_BY_ENDS =
  "(v.node, v.branch) IN (SELECT value ->> 'node', value ->> 'branch' FROM json_each(@ends))"
const BODY = 'JOIN workflow_values AS held ON held.seq = coalesce(v.same, v.seq)'
const MAX_PATH = 100
const STEP_DIGITS = 4

/** Returns the path of the `i`-th of `count` values below that of its item; a single value keeps the path of its item. */
export const pathBelow = (path: string, i: number, count: number) =>
  count === 1 ? path : (path + i.toString(36).padStart(STEP_DIGITS, '0')).slice(0, MAX_PATH)

const textOf = ({ body, packed }: ValueBody): string =>
  (packed ? zlib.zstdDecompressSync(body) : Buffer.from(body)).toString()

/** Yields rows with their values as JSON, so that a page can end early if these are long. */
export function* withTexts<Row extends ValueBody>(
  rows: Iterable<Row>,
): Generator<Omit<Row, 'body'> & { text: string }> {
  for (const { body, ...row } of rows) yield { ...row, text: textOf({ body, packed: row.packed }) }
}

/** Prepares a value for the store, outside of any transaction; undefined becomes null. */
export const packValue = (value: unknown): NewValue => ({ packed: packResult(value ?? null) })

/** The same for a value that is JSON already. A long one is compressed off the event loop. */
export const packText = async (text: string): Promise<NewValue> => ({
  packed: await packLongJson(text),
})

/** Reads values by their numbers. What it returns is shared, and must not be changed. */
export interface ValueReader {
  /** Returns a value, with the number of the stored value that contains it. */
  read(value: number): { content: unknown; held: number }
  /** Returns the values that a value descends from by node, including itself; only for `nodes`, or for all if null. */
  ancestors(value: number, nodes: readonly string[] | null): Record<string, unknown>
  /** The characters of JSON that were unpacked so far. */
  characters(): number
}

/** Stores the values that the nodes of runs received and emitted. */
export function createWorkflowValueStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO workflow_values (run, item, node, branch, path, same, body, packed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const heldBy = engine.prepare<{ held: number }>(
    'SELECT coalesce(same, seq) AS held FROM workflow_values WHERE seq = ?',
  )
  const body = engine.prepare<ValueBody>('SELECT body, packed FROM workflow_values WHERE seq = ?')
  const ancestors = engine.prepare<{ node: string; held: number }>(`
    WITH RECURSIVE up (value, item) AS (
      SELECT seq, item FROM workflow_values WHERE seq = @value
      UNION ALL
      SELECT v.seq, v.item FROM up JOIN workflow_items AS i ON i.seq = up.item JOIN workflow_values AS v ON v.seq = i.value
    )
    SELECT v.node, coalesce(v.same, v.seq) AS held FROM up JOIN workflow_values AS v ON v.seq = up.value
    WHERE v.node <> '${NO_NODE}' AND (@nodes IS NULL OR v.node IN (SELECT value FROM json_each(@nodes)))
  `)
  const emitted = engine.prepare<ValueBody & { seq: number; path: string; branch: string; idx: number }>(`
    SELECT v.seq, v.path, v.branch, idx, held.body, held.packed
    FROM workflow_values AS v JOIN workflow_items AS i ON i.seq = v.item ${BODY}
    WHERE v.run = @run AND v.node = @node AND (@branch IS NULL OR v.branch = @branch)
      AND (v.path, v.seq) > (@path, @seq) ORDER BY v.path, v.seq LIMIT @limit
  `)
  const leftBy = engine.prepare<ValueBody & { path: string; seq: number }>(`
    SELECT v.path, v.seq, held.body, held.packed FROM workflow_values AS v ${BODY}
    WHERE v.run = @run AND v.node = @node AND v.branch = @branch ORDER BY v.path, v.seq LIMIT @limit
  `)
  const countLeft = engine.prepare<{ count: number }>(
    `SELECT count(*) AS count FROM workflow_values AS v WHERE v.run = @run AND ${LEFT_BY_ENDS}`,
  )

  return {
    /** Inside a transaction: writes a value and returns its number. `item` is the item that it was emitted for. */
    write(
      run: number,
      origin: { item: number | null; node: string; branch: string; path: string },
      value: NewValue,
    ): number {
      const { item, node, branch, path } = origin
      const packed = 'packed' in value ? value.packed : null
      const same = 'same' in value ? value.same : null
      const body = typeof packed === 'string' ? Buffer.from(packed) : packed
      const isPacked = Number(packed !== null && typeof packed !== 'string')
      return Number(insert.run(run, item, node, branch, path, same, body, isPacked).lastInsertRowid)
    },
    /** Returns a reader that unpacks each stored value once: thousands of items may descend from the same one. */
    reader(): ValueReader {
      const known = new Map<number, unknown>()
      let characters = 0
      const contentOf = (held: number): unknown => {
        if (known.has(held)) return known.get(held)
        const text = textOf(body.get(held)!)
        characters += text.length
        const content: unknown = JSON.parse(text)
        known.set(held, content)
        return content
      }
      return {
        read(value) {
          const { held } = heldBy.get(value)!
          return { content: contentOf(held), held }
        },
        ancestors: (value, nodes) =>
          Object.fromEntries(
            ancestors
              .all({ value, nodes: nodes && JSON.stringify(nodes) })
              .map(({ node, held }) => [node, contentOf(held)]),
          ),
        characters: () => characters,
      }
    },
    /** Returns what a node emitted, by one branch or by all, in the order of the items that it descends from. */
    given: async (
      run: number,
      node: string,
      { limit, cursor, branch = null }: PageQuery & { branch?: string | undefined | null },
    ): Promise<Page<RunValue>> => {
      const rows = emitted.iterate({ run, node, branch, ...pathPositionOf(cursor), limit: limit + 1 })
      return pathPageOf(withTexts(rows), limit, row => ({
        index: row.idx,
        branch: row.branch,
        json: row.text,
      }))
    },
    /**
     * Returns the first values that left by these branches, up to a number of items and of characters of JSON, and how many
     * there are in all.
     */
    leftBy(
      run: number,
      ends: readonly NodeBranch[],
      limit: { items: number; characters: number },
    ): RunOutput {
      const params = { run, ends: JSON.stringify(ends) }
      const items: unknown[] = []
      let charactersLeft = limit.characters
      // Each branch by itself is read in the order of an index; a query for all branches would have to sort them first.
      const rows = ends.flatMap(end => leftBy.all({ run, ...end, limit: limit.items }))
      if (ends.length > 1) rows.sort((a, b) => (a.path === b.path ? a.seq - b.seq : a.path < b.path ? -1 : 1))
      for (const row of rows.slice(0, limit.items)) {
        const text = textOf(row)
        charactersLeft -= text.length
        if (charactersLeft < 0) break
        items.push(JSON.parse(text))
      }
      return { items, total: countLeft.get(params)!.count }
    },
  }
}

export type WorkflowValueStore = ReturnType<typeof createWorkflowValueStore>
