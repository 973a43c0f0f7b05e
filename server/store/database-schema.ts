import type { RowData } from './database-rows.ts'
import type { Column, ColumnType, DatabaseRecord } from './databases.ts'
import type { Engine } from './engine.ts'
import { keyOf } from './row-diff.ts'
import { createRowIndexes } from './row-indexes.ts'

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

/** True where whatever fits the old column fits the new one. */
const isWider = (old: Column | undefined, now: Column) =>
  old !== undefined &&
  (old.nullable ? now.nullable : true) &&
  (old.type === now.type || now.type === 'json' || (old.type === 'integer' && now.type === 'number'))

type Definition = Pick<DatabaseRecord, 'columns' | 'primary_key'>

/** Changes of a database's columns and key over rows that are there. All of it is for use inside a transaction. */
export function createSchemaStore(engine: Engine) {
  const indexes = createRowIndexes(engine)
  const clearKeys = engine.prepare('UPDATE database_rows SET key = NULL WHERE database_id = ?')
  const rowsOf = engine.prepare<{ seq: number; data: string }>(
    'SELECT seq, data FROM database_rows WHERE database_id = ? AND seq > ? ORDER BY seq LIMIT 1000',
  )
  const setKey = engine.prepare('UPDATE database_rows SET key = ? WHERE seq = ?')

  function* everyRow(databaseId: string): Generator<{ seq: number; data: RowData }> {
    for (let after = 0; ; ) {
      const rows = rowsOf.all(databaseId, after)
      for (const { seq, data } of rows) yield { seq, data: JSON.parse(data) }
      if (!rows.length) return
      after = rows.at(-1)!.seq
    }
  }

  function clashOf(databaseId: string, { name, type, nullable }: Column): Clash | null {
    const words = [...FITTING[type], ...(nullable ? ['null'] : [])].map(word => `'${word}'`).join(', ')
    const misfits = `FROM database_rows WHERE database_id = ? AND coalesce(json_type(data, '$."${name}"'), 'null') NOT IN (${words})`
    const count = engine.prepare<{ rows: number }>(`SELECT count(*) AS rows ${misfits}`)
    const { rows } = count.get(databaseId)!
    if (!rows) return null
    const some = engine.prepare<{ row_id: string; value: string | null }>(
      `SELECT id AS row_id, data -> '$."${name}"' AS value ${misfits} ORDER BY seq LIMIT ${EXAMPLES}`,
    )
    const examples = some
      .all(databaseId)
      .map(({ row_id, value }) => ({ row_id, value: value === null ? null : JSON.parse(value) }))
    const problem = `${nullable ? '' : 'not null and '}of type ${type}`
    return { column: name, problem: `Values must be ${problem}.`, rows, examples }
  }

  function keyClashes(databaseId: string, primaryKey: string[]): Clash[] {
    if (!primaryKey.length) return []
    const list = `json_array(${primaryKey.map(name => `data -> '$."${name}"'`).join(', ')})`
    const isNull = primaryKey.map(name => `json_extract(data, '$."${name}"') IS NULL`).join(' OR ')
    const base = 'FROM database_rows WHERE database_id = ?'
    const kinds = [
      { problem: 'Values of the primary key must not be null.', where: `${base} AND (${isNull})` },
      {
        problem: 'Several rows have the same primary key.',
        where: `${base} AND ${list} IN (SELECT ${list} ${base} GROUP BY 1 HAVING count(*) > 1)`,
      },
    ]
    return kinds.flatMap(({ problem, where }) => {
      const ids = Array.from(where.matchAll(/\?/g), () => databaseId)
      const { rows } = engine.prepare<{ rows: number }>(`SELECT count(*) AS rows ${where}`).get(...ids)!
      if (!rows) return []
      const some = engine.prepare<{ row_id: string; value: string }>(
        `SELECT id AS row_id, ${list} AS value ${where} ORDER BY seq LIMIT ${EXAMPLES}`,
      )
      const examples = some.all(...ids).map(({ row_id, value }) => ({ row_id, value: JSON.parse(value) }))
      return [{ column: primaryKey.join(', '), problem, rows, examples }]
    })
  }

  const isSameKey = (a: Definition, b: Definition) => a.primary_key.join('"') === b.primary_key.join('"')

  return {
    /** What of the rows, those marked as removed included, does not fit the new definition. Additive changes never clash. */
    clashes(before: DatabaseRecord, after: Definition): Clash[] {
      const columns = after.columns.filter(
        column =>
          !isWider(
            before.columns.find(({ name }) => name === column.name),
            column,
          ),
      )
      const clashes = columns.flatMap(column => clashOf(before.id, column) ?? [])
      return isSameKey(before, after) ? clashes : [...clashes, ...keyClashes(before.id, after.primary_key)]
    },

    /** Brings keys and indexes in line with the new definition, which the rows fit. */
    apply(before: DatabaseRecord, after: Definition): void {
      indexes.drop(before.id)
      if (isSameKey(before, after)) return
      clearKeys.run(before.id)
      if (after.primary_key.length)
        for (const { seq, data } of everyRow(before.id)) setKey.run(keyOf(after.primary_key, data), seq)
    },
  }
}

export type SchemaStore = ReturnType<typeof createSchemaStore>
