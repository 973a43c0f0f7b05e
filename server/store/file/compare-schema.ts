import Database from 'better-sqlite3'
import { allSteps, latestVersion } from './migration-steps.ts'

type Db = Database.Database
type SchemaShape = Map<string, string>

const rowsOf = (db: Db, sql: string, ...values: string[]) =>
  db.prepare<string[], Record<string, unknown>>(sql).all(...values)

const tablesOf = (db: Db) =>
  rowsOf(
    db,
    "SELECT name, type, strict, wr FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
  )

/** Columns by name: their order and defaults make no difference to a statement that names them. */
const columnsOf = (db: Db, table: string) =>
  rowsOf(db, 'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) ORDER BY name', table)

const linksOf = (db: Db, table: string) =>
  rowsOf(db, 'SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY "from"', table)

const hasAutoincrement = (db: Db, table: string) =>
  rowsOf(db, 'SELECT sql FROM sqlite_schema WHERE name = ?', table).some(({ sql }) =>
    /AUTOINCREMENT/.test(String(sql)),
  )

/** Returns the properties of each table, index, view and trigger that make a difference, by its name. */
function shapeOf(db: Db): SchemaShape {
  const shape: SchemaShape = new Map()
  for (const { name, ...kind } of tablesOf(db)) {
    const table = String(name)
    const facts = [kind, columnsOf(db, table), linksOf(db, table), hasAutoincrement(db, table)]
    shape.set(table, JSON.stringify(facts))
    for (const { name: index, ...about } of rowsOf(
      db,
      'SELECT name, "unique", partial FROM pragma_index_list(?)',
      table,
    )) {
      const columns = rowsOf(
        db,
        'SELECT name, desc FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno',
        String(index),
      )
      shape.set(String(index), JSON.stringify([about, columns]))
    }
  }
  for (const { name } of rowsOf(db, "SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
    shape.set(String(name), 'trigger')
  return shape
}

function readFresh<T>(read: (db: Db) => T): T {
  const db = new Database(':memory:')
  try {
    for (const { sql } of allSteps()) db.exec(sql)
    return read(db)
  } finally {
    db.close()
  }
}

let fresh: SchemaShape | undefined

/**
 * Returns the names of tables, indexes and triggers that a store lacks, or that differ from those of a store that all steps
 * have just created. Anything beyond these, such as the indexes of databases, is not a difference.
 */
export function differencesOf(db: Db): string[] {
  fresh ??= readFresh(shapeOf)
  const shape = shapeOf(db)
  return [...fresh].filter(([name, facts]) => shape.get(name) !== facts).map(([name]) => name)
}

const tableNames = (db: Db) => tablesOf(db).map(({ name }) => String(name))

/** Returns the tables and views that a store of the newest version lacks; none for other versions, whose tables differ. */
export function missingTables(db: Db): string[] {
  if (db.pragma('user_version', { simple: true }) !== latestVersion()) return []
  const present = new Set(tableNames(db))
  return readFresh(tableNames).filter(name => !present.has(name))
}
