import type { Engine } from './engine.ts'

/**
 * Returns a function that finds the number of the first row at or after a time (milliseconds), in a table whose numbers
 * rise with the times of its rows. A bisection needs no index, which would cost every row. If there is no such row, it
 * returns the number after the last row.
 */
export function createTimeSearch(engine: Engine, table: string, column = 'created_at') {
  const ends = engine.prepare<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(seq) FROM ${table}) AS first, (SELECT max(seq) FROM ${table}) AS last`,
  )
  const from = engine.prepare<{ seq: number; at: number }>(
    `SELECT seq, ${column} AS at FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT 1`,
  )

  return (time: number): number => {
    const { first, last } = ends.get()!
    let [low, high] = [first ?? 1, (last ?? 0) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const row = from.get(middle)
      if (row && row.at < time) low = row.seq + 1
      else high = middle
    }
    return low
  }
}
