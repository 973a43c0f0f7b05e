import { iso } from '../../base/times.ts'
import { type ChangeTerms, removeIfCurrent } from '../change-if-current.ts'
import { RESTORABLE_MS } from '../deleted-records.ts'
import type { Engine } from '../engine.ts'
import { createRecordList } from '../record-list.ts'

export const COLUMN_TYPES = ['string', 'integer', 'number', 'boolean', 'json'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

export const WRITE_MODES = ['append', 'upsert', 'replace'] as const
export const ON_MISSING = ['keep', 'mark_removed', 'delete'] as const

/** A column; `path` is where a result holds its value. */
export interface Column {
  name: string
  path: string
  type: ColumnType
  nullable: boolean
}

/** The definition of a database, as its owner writes it. */
export interface DatabaseDocument {
  name: string
  description: string
  columns: Column[]
  /** Where a result holds the list whose items are the rows; '' if the result itself is a row. */
  rows_path: string
  primary_key: string[]
  write_mode: (typeof WRITE_MODES)[number]
  track_history: boolean
  on_missing: (typeof ON_MISSING)[number]
  from_parser: string | null
}

/** A database as stored. `row_count` counts the rows that are not marked as removed. */
export interface DatabaseRecord extends DatabaseDocument {
  id: string
  version: number
  row_count: number
  created_at: string
  updated_at: string
}

interface Row {
  id: string
  version: number
  document: string
  row_count: number
  created_at: number
  updated_at: number
}

const toRecord = ({ document, created_at, updated_at, ...row }: Row): DatabaseRecord => ({
  ...row,
  ...(JSON.parse(document) as DatabaseDocument),
  created_at: iso(created_at),
  updated_at: iso(updated_at),
})

const SELECT = 'SELECT id, version, document, row_count, created_at, updated_at FROM databases'

/** Stores databases, without their rows. Every function takes the account: databases of other accounts count as absent. */
export function createDatabaseStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO databases (id, account_id, version, document, created_at, updated_at) VALUES (?, ?, 1, ?, ?, ?)
  `)
  const update = engine.prepare(
    'UPDATE databases SET version = version + 1, document = ?, updated_at = ? WHERE id = ?',
  )
  const byId = engine.prepare<Row>(`${SELECT} WHERE id = ? AND account_id = ? AND deleted_at IS NULL`)
  const { list, count } = createRecordList<Row, { name: string }, DatabaseRecord>(engine, {
    table: 'databases',
    prefix: 'db',
    select: SELECT,
    where: 'account_id = @accountId AND deleted_at IS NULL',
    searched: "document ->> '$.name' AS name",
    textsOf: ({ name }) => [name],
    show: toRecord,
  })
  const remove = engine.prepare(
    'UPDATE databases SET deleted_at = ? WHERE id = ? AND account_id = ? AND deleted_at IS NULL',
  )
  const restore = engine.prepare(
    'UPDATE databases SET deleted_at = NULL WHERE id = ? AND account_id = ? AND deleted_at >= ?',
  )
  const expired = engine.prepare<{ id: string }>('SELECT id FROM databases WHERE deleted_at < ?')

  const read = (accountId: string, id: string): DatabaseRecord | null => {
    const row = byId.get(id, accountId)
    return row ? toRecord(row) : null
  }

  return {
    /** Reads synchronously, for use inside a transaction. */
    read,
    find: async (accountId: string, id: string) => read(accountId, id),
    list,
    count,
    /** Returns a new database and `write`, which belongs in the transaction of the call that creates it. */
    create(accountId: string, id: string, document: DatabaseDocument, now: number) {
      const text = JSON.stringify(document)
      const write = () => void insert.run(id, accountId, text, now, now)
      const row = { id, version: 1, document: text, row_count: 0, created_at: now, updated_at: now }
      return { record: toRecord(row), write }
    },
    /** Writes a changed definition. Call inside a transaction, after checking that the rows fit it. */
    update: (id: string, document: DatabaseDocument, now: number): void =>
      void update.run(JSON.stringify(document), now, id),
    /** Returns false if the database is absent, 'stale' if its version is not the expected one. */
    remove: (accountId: string, id: string, now: number, terms: ChangeTerms = {}) =>
      engine.write(() =>
        removeIfCurrent(byId.get(id, accountId), terms, () => remove.run(now, id, accountId)),
      ),
    /** Undoes a deletion of the last 7 days. */
    restore: (accountId: string, id: string, now: number): Promise<DatabaseRecord | null> =>
      engine.write(() =>
        restore.run(id, accountId, now - RESTORABLE_MS).changes ? read(accountId, id) : null,
      ),
    /** Returns deleted databases that can no longer be restored. */
    expired: async (now: number): Promise<string[]> => expired.all(now - RESTORABLE_MS).map(({ id }) => id),
  }
}
