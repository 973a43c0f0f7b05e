import type { Engine } from './engine.ts'

/** The value of a column of a new row. */
export type Value = string | number | Uint8Array | null

/** Fewer rows are written one by one: finding the values that they share would take longer. */
const MIN_GROUP = 4
/** Rows that one statement writes: the most of many rows, fewer of the rest. */
const SIZES = [64, 32, 16, 8, MIN_GROUP, 1]
/** Statements that are kept compiled. */
const MAX_STATEMENTS = 100

const repeat = (count: number, text: string) => Array.from({ length: count }, () => text).join()

/**
 * Returns a function that writes rows of these columns into a table, inside a transaction, and returns the number of the
 * last. Calling a statement and binding a value cost more than writing a row: so several rows share a statement, and values
 * that all rows share are bound once. `onConflict` is the SQL for rows that exist already; by default the write throws.
 */
export function createRowWriter(
  engine: Engine,
  table: string,
  columns: readonly string[],
  onConflict?: 'DO NOTHING',
) {
  const conflictClause = onConflict ? `ON CONFLICT ${onConflict}` : ''
  const insertOne = engine.prepare<unknown, [Value[]]>(
    `INSERT INTO ${table} (${columns}) VALUES (${repeat(columns.length, '?')}) ${conflictClause}`,
  )
  const statements = new Map<string, ReturnType<Engine['prepare']>>()

  const prepare = (isShared: boolean[], size: number) => {
    const shared = columns.filter((_, i) => isShared[i])
    const own = columns.filter((_, i) => !isShared[i])
    const values = [...shared.map(() => '?'), ...own.map((_, i) => `column${i + 1}`)]
    const row = own.length ? `(${repeat(own.length, '?')})` : '(0)'
    // Without the WHERE before it, SQLite would parse the `ON` of the ending as that of a join.
    return engine.prepare(`
      INSERT INTO ${table} (${[...shared, ...own]})
      SELECT ${values} FROM (VALUES ${repeat(size, row)}) WHERE true ${conflictClause}
    `)
  }

  const statementFor = (isShared: boolean[], size: number) => {
    const key = `${size} ${isShared}`
    const known = statements.get(key)
    if (known) return known
    if (statements.size === MAX_STATEMENTS) statements.clear()
    const statement = prepare(isShared, size)
    statements.set(key, statement)
    return statement
  }

  const writeGroup = (rows: Value[][], isShared: boolean[]) => {
    const values = rows[0]!.filter((_, i) => isShared[i])
    for (const row of rows) for (let i = 0; i < row.length; i++) if (!isShared[i]) values.push(row[i]!)
    return statementFor(isShared, rows.length).run(values)
  }

  return (rows: Value[][]): number => {
    const isTogether = rows.length >= MIN_GROUP
    const isShared = columns.map((_, i) => isTogether && rows.every(row => row[i] === rows[0]![i]))
    let last = 0
    for (let from = 0; from < rows.length; ) {
      const size = SIZES.find(most => most <= rows.length - from)!
      const group = rows.slice(from, from + size)
      const { lastInsertRowid } = size === 1 ? insertOne.run(group[0]!) : writeGroup(group, isShared)
      last = Number(lastInsertRowid)
      from += size
    }
    return last
  }
}
