import type { Engine } from '../engine.ts'
import { type PackedResult, packResult, unpackResult } from '../jobs/files.ts'
import type { ClaimedItem } from './item-claims.ts'

/** A value that will leave a node by a branch. */
interface OutgoingValue {
  branch: string
  value: unknown
}

/** Some of the values that a node emitted for an item, in stored form. */
export interface NewPart {
  first: number
  total: number
  body: PackedResult
}

/** A stored part, with the item that its values were emitted for. */
interface StoredPart {
  seq: number
  item: ClaimedItem
  first: number
  total: number
  leaving: OutgoingValue[]
}

/** Values that one transaction writes at most. */
export const MAX_PART_VALUES = 250
/** A part is full once its JSON reaches this many characters. */
const MAX_PART_CHARACTERS = 262_144

/**
 * Cuts what a node emitted into parts and yields them one at a time, so that other work can run between compressing them.
 */
export function* cutIntoParts(values: readonly OutgoingValue[]): Generator<NewPart> {
  for (let first = 0; first < values.length; ) {
    let to = first
    for (let size = 0; to < values.length && to - first < MAX_PART_VALUES && size < MAX_PART_CHARACTERS; to++)
      size += JSON.stringify(values[to]!.value)?.length ?? 0
    yield { first, total: values.length, body: packResult(values.slice(first, to)) }
    first = to
  }
}

/** Stores what nodes emitted and did not yet pass on. Call all functions inside a transaction. */
export function createPartStore(engine: Engine) {
  const insert = engine.prepare(
    'INSERT INTO workflow_parts (run, item, first, total, body) VALUES (?, ?, ?, ?, ?)',
  )
  const next = engine.prepare<Omit<StoredPart, 'item' | 'leaving'> & { item: number; body: PackedResult }>(
    'SELECT seq, item, first, total, body FROM workflow_parts WHERE run = ? ORDER BY seq LIMIT 1',
  )
  const itemOf = engine.prepare<ClaimedItem>(`
    SELECT i.*, path FROM workflow_items AS i JOIN workflow_values AS v ON v.seq = i.value WHERE i.seq = ?
  `)
  const nodes = engine.prepare<{ node: string }>(`
    SELECT DISTINCT node FROM workflow_parts AS part JOIN workflow_items AS i ON i.seq = part.item WHERE part.run = ?
  `)
  const remove = engine.prepare('DELETE FROM workflow_parts WHERE seq = ?')
  const drop = engine.prepare('DELETE FROM workflow_parts WHERE run = ?')

  return {
    write: (run: number, item: number, { first, total, body }: NewPart): void =>
      void insert.run(run, item, first, total, body),
    /** Returns the part of a run that is to be passed on next; null if none is left. */
    next(run: number): StoredPart | null {
      const row = next.get(run)
      if (!row) return null
      const { body, item, ...part } = row
      return { ...part, item: itemOf.get(item)!, leaving: unpackResult(body) as OutgoingValue[] }
    },
    remove: (seq: number): void => void remove.run(seq),
    /** Call after the end of a run. */
    drop: (run: number): void => void drop.run(run),
    /** Returns the nodes with parts that are not passed on yet. */
    nodes: (run: number): string[] => nodes.all(run).map(({ node }) => node),
    isAny: (run: number): boolean => next.get(run) !== undefined,
  }
}

export type PartStore = ReturnType<typeof createPartStore>
