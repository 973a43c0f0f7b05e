import type { Engine } from '../engine.ts'
import type { Column, ColumnType } from './databases.ts'

/** Why rows do not fit a changed definition: how many, and some of them. */
export interface Clash {
  column: string
  problem: string
  rows: number
  examples: { row_id: string; value: unknown }[]
}

/** The words of `json_type` that a type accepts. */
const FITTING: Record<ColumnType, string[]> = {
  string: ['text'],
  integer: ['integer'],
  number: ['integer', 'real'],
  boolean: ['true', 'false'],
  json: ['text', 'integer', 'real', 'true', 'false', 'array', 'object'],
}

const EXAMPLES = 3

/** What a clash is looked for by; names of columns hold neither quotes nor backslashes. */
interface Search {
  column: string
  problem: string
  /** What is shown of a row, as JSON. */
  value: string
  /** Conditions over rows; each `?` is the id of the database. */
  where: string
}

/** True where whatever fits the old column fits the new one. */
const isWider = (old: Column | undefined, now: Column) =>
  old !== undefined &&
  (old.nullable ? now.nullable : true) &&
  (old.type === now.type || now.type === 'json' || (old.type === 'integer' && now.type === 'number'))

/** Searches for what does not fit columns that are new, or narrower than they were. */
export function columnSearches(before: readonly Column[], after: readonly Column[]): Search[] {
  const old = new Map(before.map(column => [column.name, column]))
  return after
    .filter(now => !isWider(old.get(now.name), now))
    .map(({ name, type, nullable }) => {
      const words = [...FITTING[type], ...(nullable ? ['null'] : [])].map(word => `'${word}'`)
      return {
        column: name,
        problem: `Values must be ${nullable ? '' : 'not null and '}of type ${type}.`,
        value: `data -> '$."${name}"'`,
        where: `database_id = ? AND coalesce(json_type(data, '$."${name}"'), 'null') NOT IN (${words.join(', ')})`,
      }
    })
}

/** Searches for rows that have no key, or another's. */
export function keySearches(primaryKey: readonly string[]): Search[] {
  if (!primaryKey.length) return []
  const column = primaryKey.join(', ')
  const value = `json_array(${primaryKey.map(name => `data -> '$."${name}"'`).join(', ')})`
  const isNull = primaryKey.map(name => `json_extract(data, '$."${name}"') IS NULL`).join(' OR ')
  const repeated = `SELECT ${value} FROM database_rows WHERE database_id = ? GROUP BY 1 HAVING count(*) > 1`
  return [
    {
      column,
      value,
      problem: 'Values of the primary key must not be null.',
      where: `database_id = ? AND (${isNull})`,
    },
    {
      column,
      value,
      problem: 'Several rows have the same primary key.',
      where: `database_id = ? AND ${value} IN (${repeated})`,
    },
  ]
}

/** The clashes that searches find. */
export const findClashes = (engine: Engine, databaseId: string, searches: readonly Search[]): Clash[] =>
  searches.flatMap(({ column, problem, value, where }) => {
    const ids = Array.from(where.matchAll(/\?/g), () => databaseId)
    const count = `SELECT count(*) AS rows FROM database_rows WHERE ${where}`
    const { rows } = engine.prepare<{ rows: number }>(count).get(...ids)!
    if (!rows) return []
    const some = engine.prepare<{ row_id: string; value: string | null }>(
      `SELECT id AS row_id, ${value} AS value FROM database_rows WHERE ${where} ORDER BY seq LIMIT ${EXAMPLES}`,
    )
    const examples = some.all(...ids).map(row => ({ ...row, value: JSON.parse(row.value ?? 'null') }))
    return [{ column, problem, rows, examples }]
  })
