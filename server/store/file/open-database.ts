import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createPrivateFile, makePrivateFolder } from './private-file.ts'

/** Marks the file as Winnow's own, so that `restore` refuses another program's database. */
const APPLICATION_ID = 0x57_49_4e_57

/** Pages that the log may grow to, 16 MB: a page that many transactions change is then written into the file but once. */
const LOG_PAGES = 4_000

/** Pages in memory: in a large store a write to an index meets any of its pages, and reads what is not there. */
const CACHE_KB = 8_000

/** The store's file in a data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, 'winnow.db')

/** True where SQLite finds a log to go through, as after a process that was killed. */
export const hasLog = (dataDir: string): boolean =>
  (statSync(`${databaseFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** True where nothing was ever written into the file. */
export const isEmpty = (db: Database.Database): boolean => db.pragma('user_version', { simple: true }) === 0

/** Thrown when another process owns the data folder. */
class FolderOwnedError extends Error {
  override readonly name = 'FolderOwnedError'
}

/**
 * Opens the store and takes the folder: the exclusive lock is the operating system's, so it is gone with the process,
 * however that ends. Throws FolderOwnedError when another process holds it.
 */
export function openDatabase(dataDir: string): Database.Database {
  makePrivateFolder(dataDir)
  const file = databaseFile(dataDir)
  makePrivate(file)
  const db = new Database(file, { timeout: 0 })
  try {
    keepTemporary(db, 'MEMORY')
    // Counts for a file that is empty yet: freed pages can then be given back. `winnow compact` changes older files.
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

/** True where the file bears the mark. */
export const isOurs = (db: Database.Database) =>
  db.pragma('application_id', { simple: true }) === APPLICATION_ID

/** Sets the mark. */
export const markAsOurs = (db: Database.Database) => db.pragma(`application_id = ${APPLICATION_ID}`)

/**
 * Where SQLite keeps what is not of the store. Most of it undoes a statement that fails after some rows. Once one needs more
 * than 64 KB for that, a file is made which gets that of every later statement too, as long as the store is open: as much
 * again as is written into the log. What sorts is small or has a limit.
 */
const keepTemporary = (db: Database.Database, where: 'MEMORY' | 'FILE') =>
  void db.pragma(`temp_store = ${where}`)

/** Work that begins outside of a transaction and sorts or copies whole tables, which memory may not hold. */
export function withTemporaryFiles<T>(db: Database.Database, work: () => T): T {
  keepTemporary(db, 'FILE')
  try {
    return work()
  } finally {
    keepTemporary(db, 'MEMORY')
  }
}
