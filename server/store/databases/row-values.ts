import { setImmediate as breathe } from 'node:timers/promises'
import type { Engine } from '../engine.ts'
import { createPace, type PaceOptions } from '../pace.ts'
import { createRowStretches } from './row-stretches.ts'

/** The lookup of a column whose values are filled in. */
interface ValueLookup {
  id: number
  databaseId: string
  path: string
  is_cut: number
}

interface RowHint {
  seq: number
  hint: string | number | null
  bytes: number
}

/** Rows that are read at a time, rows that one transaction fills in, and the bytes of either. */
const READ_PACE: PaceOptions = { first: 10, fewest: 1, most: 10_000, longMs: 5 }
const WRITE_PACE: PaceOptions = { first: 10, fewest: 1, most: 5_000, longMs: 8 }
const MAX_BYTES = 4_194_304
/** Hints that are sorted at once. */
const MAX_SORTED = 10_000
/** This many characters of a text roughly tell its place in the sort order. */
const HINT_LENGTH = 16

/**
 * Returns the function that fills a lookup, which triggers maintain from its creation on. Rows are filled in roughly in the
 * order of their values: in the order of the rows, each transaction would rewrite as many pages as it has values. The value
 * is read from the row at the time of the write, so that no change in between is missed.
 */
export function createValueFill(engine: Engine) {
  const read = engine.prepare<RowHint>(`
    SELECT seq, octet_length(data) AS bytes,
      iif(@is_cut, substr(json_extract(data, @path), 1, ${HINT_LENGTH}), json_extract(data, @path)) AS hint
    FROM database_rows WHERE database_id = @databaseId AND seq > @after AND seq <= @last ORDER BY seq
  `)
  const endOf = createRowStretches(engine)
  const write = engine.prepare(`
    INSERT OR IGNORE INTO row_values (lookup, is_missing, value, seq)
    SELECT @id, found IS NULL, coalesce(found, ''), seq FROM (
      SELECT database_rows.seq, iif(@is_cut, substr(json_extract(data, @path), 1, 500), json_extract(data, @path)) AS found
      FROM json_each(@seqs) AS chosen CROSS JOIN database_rows ON database_rows.seq = chosen.value
      WHERE database_id = @databaseId
    )
  `)

  async function readHints({ databaseId, path, is_cut }: ValueLookup): Promise<RowHint[][]> {
    const pace = createPace(READ_PACE)
    const lists: RowHint[][] = [[]]
    for (let after = 0; ; ) {
      const last = endOf(databaseId, after, { rows: pace.begin(), bytes: MAX_BYTES })
      const rows = last === null ? [] : read.all({ databaseId, path, is_cut, after, last })
      pace.end()
      const latest = lists.at(-1)!
      latest.push(...rows)
      if (latest.length >= MAX_SORTED || last === null) latest.sort(byHint)
      if (last === null) return lists
      if (latest.length >= MAX_SORTED) lists.push([])
      after = last
      await breathe()
    }
  }

  return async (lookup: ValueLookup, isInUse: () => boolean): Promise<void> => {
    const rowNumbers = mergeLists(await readHints(lookup))
    const pace = createPace(WRITE_PACE)
    for (
      let seqs = rowNumbers.take(pace.size());
      seqs.length && isInUse();
      seqs = rowNumbers.take(pace.size())
    ) {
      await engine.writeSlice(() => {
        pace.begin()
        write.run({ ...lookup, seqs: JSON.stringify(seqs) })
        pace.end()
      })
      await breathe()
    }
  }
}

function byHint({ hint: a }: RowHint, { hint: b }: RowHint): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

/** Takes row numbers from sorted lists in the order of their hints; fewer at a time if the rows are long. */
function mergeLists(lists: RowHint[][]) {
  const heads = lists.filter(list => list.length).map(list => ({ list, at: 0 }))
  const next = (): RowHint | null => {
    let first: (typeof heads)[number] | undefined
    for (const head of heads)
      if (head.at < head.list.length && (!first || byHint(head.list[head.at]!, first.list[first.at]!) < 0))
        first = head
    return first ? first.list[first.at++]! : null
  }
  return {
    take(count: number): number[] {
      const seqs: number[] = []
      for (let bytes = 0; seqs.length < count && bytes < MAX_BYTES; ) {
        const hint = next()
        if (!hint) break
        seqs.push(hint.seq)
        bytes += hint.bytes
      }
      return seqs
    },
  }
}
