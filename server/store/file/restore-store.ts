import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { missingTables } from './compare-schema.ts'
import { copyAtOnce, removePartialCopies } from './copy-at-once.ts'
import { DATABASE_FILE, databaseFile } from './database-file.ts'
import { explainDisk, isDamage } from './disk-errors.ts'
import { latestVersion } from './migration-steps.ts'
import { isOurs, openDatabase } from './open-database.ts'
import { makeFolder, makePrivateFolder } from './private-file.ts'
import { type StoreMark, setMark } from './store-mark.ts'

/** The prefix of copies that are checked before they replace the store. */
const COPY_PREFIX = `${DATABASE_FILE}.restore-`

/** Removes what killed restores and upgrades left behind. Only the owner of the data folder may call it. */
export function removeBrokenCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(COPY_PREFIX)) rmSync(join(dataDir, name), { force: true })
  const backups = join(dataDir, 'backups')
  if (existsSync(backups)) removePartialCopies(backups)
}

/**
 * Replaces the store of a data folder that no process owns by a backup. The existing store is kept, also a damaged one.
 * Returns the path where it is kept, or null if there was none. Throws FolderOwnedError, or an Error if the file is not an
 * intact store of this or an older Winnow; then nothing has changed.
 */
export async function restoreStore(dataDir: string, file: string, now: Date): Promise<string | null> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  makePrivateFolder(dataDir)
  const target = databaseFile(dataDir)
  const copy = join(dataDir, `${COPY_PREFIX}${process.pid}`)
  try {
    copyWithLog(file, copy)
    const mark = checkBackup(copy, file)
    const keptPath = keepAside(dataDir, now)
    for (const path of [`${target}-wal`, `${target}-shm`]) rmSync(path, { force: true })
    renameSync(copy, target)
    setMark(dataDir, mark)
    return keptPath
  } catch (error) {
    // SQLite works only on files of the data folder here.
    throw error instanceof Database.SqliteError ? explainDisk(error, dataDir) : error
  } finally {
    for (const path of [copy, `${copy}-wal`, `${copy}-shm`]) rmSync(path, { force: true })
  }
}

/** The newest changes of a store whose service was killed are in the log beside it; a backup has no log. */
function copyWithLog(file: string, copy: string) {
  for (const suffix of ['', '-wal'].filter(rest => existsSync(file + rest))) {
    copyFileSync(file + suffix, copy + suffix)
    chmodSync(copy + suffix, 0o600)
  }
}

/**
 * Checks a copy, since a store that was copied while in use cannot be opened without creating files beside it. Returns its
 * mark.
 */
function checkBackup(copy: string, file: string): StoreMark | null {
  const db = new Database(copy)
  try {
    const version = db.pragma('user_version', { simple: true }) as number
    if (!isOurs(db) || version === 0) throw new Error(`${file} is not a backup of Winnow.`)
    if (version > latestVersion()) throw new Error(`${file} was written by a newer Winnow.`)
    if (db.pragma('quick_check', { simple: true }) !== 'ok') throw new Error(`${file} is damaged.`)
    const missing = missingTables(db)
    if (missing.length) throw new Error(`${file} is damaged: it lacks the tables ${missing.join(', ')}.`)
    return markIn(db)
  } catch (error) {
    if (isDamage(error)) throw new Error(`${file} is damaged, or not a backup of Winnow.`, { cause: error })
    throw error
  } finally {
    db.close()
  }
}

/** A store from before there were generations has none: its first start begins them. */
function markIn(db: Database.Database): StoreMark | null {
  const hasState = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'store_state'").get()
  if (!hasState) return null
  const { id, generation } = db.prepare('SELECT id, generation FROM store_state').get() as StoreMark
  return { id, generation, isClosed: true }
}

/** Keeps a copy of the current store; a damaged one is moved as it is, with its log. */
function keepAside(dataDir: string, now: Date): string | null {
  const target = databaseFile(dataDir)
  if (!existsSync(target)) return null
  const keptPath = join(dataDir, 'backups', `before-restore-${now.toISOString().replaceAll(':', '')}.db`)
  try {
    copyStore(dataDir, keptPath)
  } catch (error) {
    if (!isDamage(error)) throw error
    makeFolder(dirname(keptPath))
    for (const suffix of ['', '-wal'])
      if (existsSync(target + suffix)) renameSync(target + suffix, keptPath + suffix)
  }
  return keptPath
}

function copyStore(dataDir: string, keptPath: string) {
  const db = openDatabase(dataDir)
  try {
    copyAtOnce(db, keptPath)
  } finally {
    db.close()
  }
}
