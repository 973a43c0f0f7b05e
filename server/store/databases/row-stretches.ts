import type { Engine } from '../engine.ts'

/** Rows of a database after one of them, in the order of their numbers: so many, and of so many bytes unless it is one row. */
interface StretchSize {
  rows: number
  bytes: number
}

interface Stretch {
  end: number | null
  bytes: number
}

/** Finds where stretches of rows end. Rows may become long from one to the next, so that their number alone bounds no work. */
export function createRowStretches(engine: Engine) {
  const stretchesOf = (end: 'min' | 'max', sign: '<' | '>', way: 'DESC' | '') =>
    engine.prepare<Stretch>(`
      SELECT ${end}(seq) AS end, total(size) AS bytes FROM (
        SELECT seq, octet_length(data) AS size FROM database_rows
        WHERE database_id = ? AND seq ${sign} ? ORDER BY seq ${way} LIMIT CAST(? AS INTEGER)
      )
    `)
  const up = stretchesOf('max', '>', '')
  const down = stretchesOf('min', '<', 'DESC')

  /** The number of the last row of the stretch after that number, or before it; null where there are no more rows. */
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
