import type { Engine } from './engine.ts'

/** What a column of a new row holds. */
export type Value = string | number | Uint8Array | null

/** Rows that one statement writes: of many the most, of what is left fewer. */
const SIZES = [64, 8, 1]
/** Statements that are kept. */
const MOST_KEPT = 100

const times = (count: number, text: string) => Array.from({ length: count }, () => text).join()

/**
 * Returns what writes rows of these columns into a table, inside a transaction, and the number of the last. To call a
 * statement and to bind a value costs more than to write a row: some share a statement, and what all hold is bound once.
 * `onConflict` says in SQL what becomes of a row that is there already; by default it throws.
 */
export function createRowWriter(
  engine: Engine,
  table: string,
  columns: readonly string[],
  onConflict?: 'DO NOTHING',
) {
  const statements = new Map<string, ReturnType<Engine['prepare']>>()

  const prepare = (isShared: boolean[], size: number) => {
    const shared = columns.filter((_, i) => isShared[i])
    const own = columns.filter((_, i) => !isShared[i])
    const names = [...shared, ...own]
    const values = [...shared.map(() => '?'), ...own.map((_, i) => `column${i + 1}`)]
    const from = own.length ? `FROM (VALUES ${times(size, `(${times(own.length, '?')})`)})` : ''
    const ending = onConflict ? `WHERE true ON CONFLICT ${onConflict}` : ''
    return engine.prepare(`INSERT INTO ${table} (${names}) SELECT ${values} ${from} ${ending}`)
  }

  const statementFor = (isShared: boolean[], size: number) => {
    const key = `${size} ${isShared}`
    const known = statements.get(key)
    if (known) return known
    if (statements.size === MOST_KEPT) statements.clear()
    const made = prepare(isShared, size)
    statements.set(key, made)
    return made
  }

  return (rows: Value[][]): number => {
    const isShared = columns.map((_, i) => rows.length > 1 && rows.every(row => row[i] === rows[0]![i]))
    const shared = rows[0]!.filter((_, i) => isShared[i])
    let last = 0
    for (let from = 0; from < rows.length; ) {
      const size = SIZES.find(most => most <= rows.length - from)!
      const values = [...shared]
      for (const row of rows.slice(from, from + size))
        for (let i = 0; i < row.length; i++) if (!isShared[i]) values.push(row[i]!)
      last = Number(statementFor(isShared, size).run(values).lastInsertRowid)
      from += size
    }
    return last
  }
}
