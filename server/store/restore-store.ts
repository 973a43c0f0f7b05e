import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { latestVersion } from './migrate.ts'
import { databaseFile, isOurs, openDatabase } from './open-database.ts'

/**
 * Puts a backup in place of the store of a data folder that nobody owns. The store that is there is kept aside.
 * Returns where, or null. Throws FolderOwnedError, or an Error for a file that is no whole store of this Winnow or an older one.
 */
export async function restoreStore(dataDir: string, file: string, now: Date): Promise<string | null> {
  checkBackup(file)
  const target = databaseFile(dataDir)
  const kept = existsSync(target)
    ? join(dataDir, 'backups', `before-restore-${now.toISOString().replaceAll(':', '')}.db`)
    : null
  const db = openDatabase(dataDir)
  try {
    if (kept) {
      mkdirSync(join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
      db.prepare('VACUUM INTO ?').run(kept)
    }
    copyFileSync(file, `${target}.new`)
  } finally {
    db.close()
  }
  for (const rest of [`${target}-wal`, `${target}-shm`]) rmSync(rest, { force: true })
  renameSync(`${target}.new`, target)
  return kept
}

function checkBackup(file: string) {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const db = new Database(file, { readonly: true })
  try {
    const version = db.pragma('user_version', { simple: true }) as number
    if (!isOurs(db) || version === 0) throw new Error(`${file} is not a backup of Winnow.`)
    if (version > latestVersion()) throw new Error(`${file} was written by a newer Winnow.`)
    if (db.pragma('quick_check', { simple: true }) !== 'ok') throw new Error(`${file} is damaged.`)
  } catch (error) {
    if (error instanceof Database.SqliteError)
      throw new Error(`${file} is not a backup of Winnow.`, { cause: error })
    throw error
  } finally {
    db.close()
  }
}
