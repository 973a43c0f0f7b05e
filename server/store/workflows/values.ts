import zlib from 'node:zlib'
import type { Engine } from '../engine.ts'
import { type PackedResult, packResult } from '../jobs/files.ts'
import type { Page, PageQuery } from '../page-of.ts'
import { pathPageOf, pathPlaceOf } from './path-page.ts'
import type { RunOutput } from './run-rows.ts'

/** The node of values that no node emitted: the input of a run. */
export const NO_NODE = ''

/** A value on its way into the store: packed, or by the number of one that is there already. */
export type NewValue = { packed: PackedResult } | { same: number }

/** A value that a node emitted, as answers show it. */
interface GivenValue {
  /** Of the item that it was given for, among those of its node. */
  index: number
  branch: string
  value: unknown
}

interface Body {
  body: Uint8Array
  packed: number
}

/** What leaves a node by one of its branches. */
export interface NodeBranch {
  node: string
  branch: string
}

const LEFT = "(v.node, v.branch) IN (SELECT value ->> 'node', value ->> 'branch' FROM json_each(@ends))"
const BODY = 'JOIN workflow_values AS held ON held.seq = coalesce(v.same, v.seq)'
const MAX_PATH = 100
const STEP_DIGITS = 4

/** Where the `i`-th of several values stands below its item; one alone stands where its item does. */
export const pathBelow = (path: string, i: number, count: number) =>
  count === 1 ? path : (path + i.toString(36).padStart(STEP_DIGITS, '0')).slice(0, MAX_PATH)

const textOf = ({ body, packed }: Body): string =>
  (packed ? zlib.zstdDecompressSync(body) : Buffer.from(body)).toString()

const unpackValue = (body: Body): unknown => JSON.parse(textOf(body))

/** Rows with their values as JSON, so that a page of them ends where these are long. */
export function* withTexts<Row extends Body>(
  rows: Iterable<Row>,
): Generator<Omit<Row, 'body'> & { text: string }> {
  for (const { body, ...row } of rows) yield { ...row, text: textOf({ body, packed: row.packed }) }
}

/** A value made ready for the store, outside of any transaction; nothing is null. */
export const packValue = (value: unknown): NewValue => ({ packed: packResult(value ?? null) })

/** The values of runs: what their nodes received and emitted. */
export function createWorkflowValueStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO workflow_values (run, item, node, branch, path, same, body, packed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const bodies = engine.prepare<Body & { seq: number; same: number | null }>(`
    SELECT v.seq, v.same, held.body, held.packed FROM workflow_values AS v ${BODY}
    WHERE v.seq IN (SELECT value FROM json_each(?))
  `)
  const ancestors = engine.prepare<Body & { node: string }>(`
    WITH RECURSIVE up (value, item) AS (
      SELECT seq, item FROM workflow_values WHERE seq = @value
      UNION ALL
      SELECT v.seq, v.item FROM up JOIN workflow_items AS i ON i.seq = up.item JOIN workflow_values AS v ON v.seq = i.value
    )
    SELECT v.node, held.body, held.packed FROM up JOIN workflow_values AS v ON v.seq = up.value ${BODY}
    WHERE v.node <> '${NO_NODE}' AND (@nodes IS NULL OR v.node IN (SELECT value FROM json_each(@nodes)))
  `)
  const given = engine.prepare<Body & { seq: number; path: string; branch: string; idx: number }>(`
    SELECT v.seq, v.path, v.branch, idx, held.body, held.packed
    FROM workflow_values AS v JOIN workflow_items AS i ON i.seq = v.item ${BODY}
    WHERE v.run = @run AND v.node = @node AND (@branch IS NULL OR v.branch = @branch)
      AND (v.path, v.seq) > (@path, @seq) ORDER BY v.path, v.seq LIMIT @limit
  `)
  const leftBy = engine.prepare<Body & { path: string; seq: number }>(`
    SELECT v.path, v.seq, held.body, held.packed FROM workflow_values AS v ${BODY}
    WHERE v.run = @run AND v.node = @node AND v.branch = @branch ORDER BY v.path, v.seq LIMIT @limit
  `)
  const countLeft = engine.prepare<{ count: number }>(
    `SELECT count(*) AS count FROM workflow_values AS v WHERE v.run = @run AND ${LEFT}`,
  )

  return {
    /** Writes a value inside a transaction and returns its number. `item` is the one that it was given for. */
    write(
      run: number,
      place: { item: number | null; node: string; branch: string; path: string },
      value: NewValue,
    ): number {
      const { item, node, branch, path } = place
      const kept = 'packed' in value ? value.packed : null
      const same = 'same' in value ? value.same : null
      const body = typeof kept === 'string' ? Buffer.from(kept) : kept
      const isPacked = Number(kept !== null && typeof kept !== 'string')
      return Number(insert.run(run, item, node, branch, path, same, body, isPacked).lastInsertRowid)
    },
    /** Values by their numbers, each with the number of the one that holds it. */
    read: async (seqs: readonly number[]): Promise<Map<number, { value: unknown; held: number }>> =>
      new Map(
        bodies
          .all(JSON.stringify(seqs))
          .map(row => [row.seq, { value: unpackValue(row), held: row.same ?? row.seq }]),
      ),
    /** By node, the values that one descends from, itself included; of some nodes, or of all. */
    ancestors: (value: number, nodes: readonly string[] | null): Record<string, unknown> =>
      Object.fromEntries(
        ancestors
          .all({ value, nodes: nodes && JSON.stringify(nodes) })
          .map(row => [row.node, unpackValue(row)]),
      ),
    /** What a node emitted, by one branch or all, in the order of the items that it descends from. */
    given: async (
      run: number,
      node: string,
      { limit, cursor, branch = null }: PageQuery & { branch?: string | undefined | null },
    ): Promise<Page<GivenValue>> => {
      const rows = given.iterate({ run, node, branch, ...pathPlaceOf(cursor), limit: limit + 1 })
      return pathPageOf(withTexts(rows), limit, row => ({
        index: row.idx,
        branch: row.branch,
        value: JSON.parse(row.text),
      }))
    },
    /** The first values that left by some branches, up to so many and so many characters of JSON, and how many there are. */
    leftBy(run: number, ends: readonly NodeBranch[], most: { items: number; characters: number }): RunOutput {
      const which = { run, ends: JSON.stringify(ends) }
      const items: unknown[] = []
      let left = most.characters
      // Each end by itself is read in the order of its index; all of them together would be sorted first.
      const rows = ends.flatMap(end => leftBy.all({ run, ...end, limit: most.items }))
      if (ends.length > 1) rows.sort((a, b) => (a.path === b.path ? a.seq - b.seq : a.path < b.path ? -1 : 1))
      for (const row of rows.slice(0, most.items)) {
        const text = textOf(row)
        left -= text.length
        if (left < 0) break
        items.push(JSON.parse(text))
      }
      return { items, total: countLeft.get(which)!.count }
    },
  }
}

export type WorkflowValueStore = ReturnType<typeof createWorkflowValueStore>
