import { chmodSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { checkIsFile, databaseFile } from './database-file.ts'
import { createPrivateFile, makePrivateFolder } from './private-file.ts'

/** Identifies the file as a store of Winnow, so that `restore` refuses the database of another program. */
const APPLICATION_ID = 0x57_49_4e_57

/** Pages that the log may grow to, 16 MB: a page that many transactions change is then written into the file only once. */
const LOG_PAGES = 4_000

/**
 * KB of pages in memory: in a large store, a write to an index can touch any of its pages, and reads those not in memory.
 */
const CACHE_KB = 8_000

/** Whether SQLite will find a log to recover, as after a process that was killed. */
export const hasLog = (dataDir: string): boolean =>
  (statSync(`${databaseFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Whether nothing was ever written into the file. */
export const isEmpty = (db: Database.Database): boolean => db.pragma('user_version', { simple: true }) === 0

/** Thrown when another process owns the data folder. */
class FolderOwnedError extends Error {
  override readonly name = 'FolderOwnedError'
}

/**
 * Opens the store and takes ownership of the folder. The exclusive lock belongs to the operating system, so it ends with
 * the process, however that ends. Throws FolderOwnedError if another process holds it.
 */
export function openDatabase(dataDir: string): Database.Database {
  makePrivateFolder(dataDir)
  const file = databaseFile(dataDir)
  checkIsFile(file)
  makePrivate(file)
  const db = new Database(file, { timeout: 0 })
  try {
    keepTemporary(db, 'MEMORY')
    // Takes effect in a file that is still empty: freed pages can then be returned. `winnow compact` converts older files.
    db.pragma('auto_vacuum = INCREMENTAL')
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.exec('BEGIN IMMEDIATE; COMMIT')
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new FolderOwnedError()
    throw error
  }
  db.pragma('synchronous = NORMAL')
  db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  db.pragma(`cache_size = -${CACHE_KB}`)
  db.pragma('foreign_keys = ON')
  return db
}

function makePrivate(file: string) {
  try {
    createPrivateFile(file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    chmodSync(file, 0o600)
  }
}

/** Whether the file has the application id of Winnow. */
export const isOurs = (db: Database.Database) =>
  db.pragma('application_id', { simple: true }) === APPLICATION_ID

/** Sets the application id of Winnow. */
export const markAsOurs = (db: Database.Database) => db.pragma(`application_id = ${APPLICATION_ID}`)

/**
 * Sets where SQLite keeps temporary data. Most of it serves to undo a statement that fails after some rows. Once a
 * statement needs more than 64 KB for that, SQLite creates a file that also receives the undo data of every later
 * statement, as long as the store is open: as much again as is written into the log. Sorts are small or limited.
 */
const keepTemporary = (db: Database.Database, where: 'MEMORY' | 'FILE') =>
  void db.pragma(`temp_store = ${where}`)

/** Runs work that starts outside of a transaction and sorts or copies whole tables, which may not fit into memory. */
export function withTemporaryFiles<T>(db: Database.Database, work: () => T): T {
  keepTemporary(db, 'FILE')
  try {
    return work()
  } finally {
    keepTemporary(db, 'MEMORY')
  }
}
