import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { iso } from '../base/times.ts'
import { type ChangeTerms, changeIfCurrent, removeIfCurrent } from './change-if-current.ts'
import { RESTORABLE_MS } from './deleted-records.ts'
import type { Engine } from './engine.ts'
import { everyRow, type Page, type PageQuery, pageOf, positionOfCursor } from './page-of.ts'
import { createRecordList } from './record-list.ts'
import { createDeletedRemoval, type OwnedRows } from './remove-rows.ts'

/** The fields that are stored with a document, apart from those that its owner writes. */
export interface VersionFields {
  id: string
  version: number
  created_at: string
  updated_at: string
}

/** One version of a document. */
type VersionOf<Document> = Document & { version: number; created_at: string }

interface Row {
  id: string
  version: number
  document: string
  created_at: number
  updated_at: number
}

/** How many parsed documents are kept, and the maximum length of their texts together (characters). */
const MAX_PARSED = 100
const MAX_PARSED_LENGTH = 4_194_304

/**
 * Parses each document once while it is in use, so that all its readers share what was derived from its parts, such as a
 * plain schema.
 */
function createDocumentCache<Document extends object>() {
  const cache = new LRUCache<string, Document>({
    max: MAX_PARSED,
    maxSize: MAX_PARSED_LENGTH,
    sizeCalculation: (_parsed, { length }) => length,
  })
  return ({ document }: Pick<Row, 'document'>): Document => {
    const parsed: Document = cache.get(document) ?? JSON.parse(document)
    cache.set(document, parsed)
    return parsed
  }
}

/** The prefixes of the ids of documents. */
const ID_PREFIXES = { parser: 'prs', workflow: 'wf' }

/**
 * Stores documents of a noun with all their versions, in two tables (`parsers`, `parser_versions`). Every function takes
 * the account: documents of other accounts count as absent. `owned` are rows of other tables that are removed with them.
 */
export function createVersionedDocuments<Document extends { name: string }>(
  engine: Engine,
  noun: keyof typeof ID_PREFIXES,
  owned: readonly OwnedRows[] = [],
) {
  const table = `${noun}s`
  const history = `${noun}_versions`
  const columns = `${table}.id, ${history}.version, document, ${table}.created_at, updated_at`
  const joined = `FROM ${table} JOIN ${history} ON ${noun}_id = ${table}.id`
  const newest = `SELECT ${columns} ${joined} AND ${history}.version = ${table}.version`

  const insert = engine.prepare(
    `INSERT INTO ${table} (id, account_id, version, name, created_at, updated_at) VALUES (?, ?, 1, ?, ?, ?)`,
  )
  const insertVersion = engine.prepare(
    `INSERT INTO ${history} (${noun}_id, version, document, created_at) VALUES (?, ?, ?, ?)`,
  )
  const advance = engine.prepare<{ version: number }>(`
    UPDATE ${table} SET version = version + 1, name = ?, updated_at = ?
    WHERE id = ? AND account_id = ? AND deleted_at IS NULL RETURNING version
  `)
  // Without the casts, SQLite would examine the values and compile the statement again each time.
  const byId = engine.prepare<Row>(
    `${newest} WHERE ${table}.id = CAST(? AS TEXT) AND account_id = CAST(? AS TEXT) AND deleted_at IS NULL`,
  )
  const present = engine.prepare<object>(
    `SELECT 1 FROM ${table} WHERE id = ? AND account_id = ? AND deleted_at IS NULL`,
  )
  const byVersion = engine.prepare<Row>(`
    SELECT ${columns} ${joined}
    WHERE ${table}.id = CAST(? AS TEXT) AND account_id = CAST(? AS TEXT) AND deleted_at IS NULL AND ${history}.version = CAST(? AS INTEGER)
  `)
  const remove = engine.prepare(
    `UPDATE ${table} SET deleted_at = ? WHERE id = ? AND account_id = ? AND deleted_at IS NULL`,
  )
  const restore = engine.prepare(
    `UPDATE ${table} SET deleted_at = NULL WHERE id = ? AND account_id = ? AND deleted_at >= ?`,
  )
  const deletedById = engine.prepare<Row>(
    `${newest} WHERE ${table}.id = ? AND account_id = ? AND deleted_at >= ?`,
  )
  const versions = engine.prepare<Omit<Row, 'id' | 'updated_at'>>(
    `SELECT version, document, created_at FROM ${history} WHERE ${noun}_id = ? AND version < ? ORDER BY version DESC LIMIT ?`,
  )
  const versionRows = {
    table: history,
    owner: `${noun}_id`,
    key: `${noun}_id, version`,
    size: 'octet_length(document)',
  }
  const expire = createDeletedRemoval(engine, table, [...owned, versionRows])

  const documentOf = createDocumentCache<Document>()
  const toRecord = (row: Row): Document & VersionFields => ({
    id: row.id,
    version: row.version,
    ...documentOf(row),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  })
  const { list, count } = createRecordList<Row, { name: string }, Document & VersionFields>(engine, {
    table,
    prefix: ID_PREFIXES[noun],
    select: newest,
    where: 'account_id = @accountId AND deleted_at IS NULL',
    searched: 'name',
    textsOf: ({ name }) => [name],
    show: toRecord,
  })
  const read = (accountId: string, id: string) => {
    const row = byId.get(id, accountId)
    return row ? toRecord(row) : null
  }

  const addVersion = (accountId: string, id: string, document: Document, now: number) => {
    const { version } = advance.get(document.name, now, id, accountId)!
    insertVersion.run(id, version, JSON.stringify(document), now)
  }

  /** Other work can run first: callers have just read a version, and parsing a large one takes long enough. */
  async function versionsOf(id: string, { limit, cursor }: PageQuery): Promise<Page<VersionOf<Document>>> {
    await setImmediate()
    return pageOf(
      versions.iterate(id, positionOfCursor(cursor).at, limit + 1),
      limit,
      ({ version }) => ({ at: version, id: '' }),
      row => ({ version: row.version, ...documentOf(row), created_at: iso(row.created_at) }),
    )
  }

  return {
    /** Reads synchronously, for use inside a transaction. */
    read,
    /** Returns false if the document is absent; for use inside a transaction. */
    isThere: (accountId: string, id: string): boolean => present.get(id, accountId) !== undefined,
    find: async (accountId: string, id: string) => read(accountId, id),
    /** Returns the document as it was at a version. */
    async at(accountId: string, id: string, version: number) {
      const row = byVersion.get(id, accountId, version)
      return row ? toRecord(row) : null
    },
    list,
    count,
    /** Returns a new document and `write`, which belongs in the transaction of the call that creates it. */
    create(accountId: string, id: string, document: Document, now: number) {
      const text = JSON.stringify(document)
      const write = () => {
        insert.run(id, accountId, document.name, now, now)
        insertVersion.run(id, 1, text, now)
      }
      return { record: toRecord({ id, version: 1, document: text, created_at: now, updated_at: now }), write }
    },
    /** Writes the next version. Returns null if the document is absent, 'stale' if its version is not the expected one. */
    replace: (accountId: string, id: string, document: Document, now: number, terms: ChangeTerms = {}) =>
      engine.write(() =>
        changeIfCurrent(byId.get(id, accountId), terms.expected, () => {
          terms.check?.()
          addVersion(accountId, id, document, now)
          return read(accountId, id)!
        }),
      ),
    /** Returns false if the document is absent, 'stale' if its version is not the expected one. */
    remove: (accountId: string, id: string, now: number, terms: ChangeTerms = {}) =>
      engine.write(() =>
        removeIfCurrent(byId.get(id, accountId), terms, () => remove.run(now, id, accountId)),
      ),
    /** Returns a deleted document that can still be restored. */
    async deleted(accountId: string, id: string, now: number) {
      const row = deletedById.get(id, accountId, now - RESTORABLE_MS)
      return row ? toRecord(row) : null
    },
    /**
     * Undoes a deletion of the last 7 days; with `changed`, the document returns as this next version. Calls `check` before,
     * in the same transaction.
     */
    restore: (
      accountId: string,
      id: string,
      now: number,
      { check, changed }: { check?: (() => void) | undefined; changed?: Document | undefined } = {},
    ) =>
      engine.write(() => {
        check?.()
        if (!restore.run(id, accountId, now - RESTORABLE_MS).changes) return null
        if (changed) addVersion(accountId, id, changed, now)
        return read(accountId, id)
      }),
    /** Newest first. The caller has checked that the account owns the document. */
    versions: versionsOf,
    /** Yields all versions; other work can run in between. */
    everyVersion: (id: string): AsyncGenerator<VersionOf<Document>> =>
      everyRow(query => versionsOf(id, query)),
    /** Permanently removes documents that were deleted more than 7 days before `now`. */
    expire: (now: number): Promise<void> => expire(now - RESTORABLE_MS),
  }
}
