import type { Engine } from '../engine.ts'

/**
 * The size of a stretch of rows, in order of their numbers: at most `rows` rows, and `bytes` bytes unless it is a single
 * row.
 */
interface StretchSize {
  rows: number
  bytes: number
}

interface StretchEnd {
  end: number | null
  bytes: number
}

/** Finds where stretches of rows end. Rows vary in length, so that their number alone does not bound the work. */
export function createRowStretches(engine: Engine) {
  const stretchesOf = (end: 'min' | 'max', sign: '<' | '>', order: 'DESC' | '') =>
    engine.prepare<StretchEnd>(`
      SELECT ${end}(seq) AS end, total(size) AS bytes FROM (
        SELECT seq, octet_length(data) AS size FROM database_rows
        WHERE database_id = ? AND seq ${sign} ? ORDER BY seq ${order} LIMIT CAST(? AS INTEGER)
      )
    `)
  const up = stretchesOf('max', '>', '')
  const down = stretchesOf('min', '<', 'DESC')

  /** Returns the number of the last row of the stretch after number `from`, or before it; null if there are no more rows. */
  return function endOf(
    databaseId: string,
    from: number,
    { rows, bytes }: StretchSize,
    isDown = false,
  ): number | null {
    const found = (isDown ? down : up).get(databaseId, from, rows)!
    return found.bytes > bytes && rows > 1
      ? endOf(databaseId, from, { rows: rows >> 1, bytes }, isDown)
      : found.end
  }
}
