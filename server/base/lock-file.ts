import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The process that owns a data folder, and how to reach it. The lock of the store protects the folder; this file is only information. */
export interface FolderOwner {
  pid: number
  address: string
  /** The token for `/admin`. */
  token: string
  /** The owner runs for a single command only; other commands wait until it ends. */
  brief: boolean
}

const lockFileOf = (dataDir: string) => join(dataDir, 'winnow.lock')

/** Writes who serves this folder, for other commands. Only the file's owner can read it. */
export function writeLock(dataDir: string, owner: FolderOwner): void {
  rmSync(lockFileOf(dataDir), { force: true })
  writeFileSync(lockFileOf(dataDir), `${JSON.stringify(owner)}\n`, { mode: 0o600 })
}

/** Reads the lock file. Returns null if there is none. It may be left over from a crash. Throws EACCES if this user may not read it. */
export function readLock(dataDir: string): FolderOwner | null {
  try {
    return JSON.parse(readFileSync(lockFileOf(dataDir), 'utf8')) as FolderOwner
  } catch (error) {
    if ((error as { code?: string }).code === 'EACCES') throw error
    return null
  }
}

/**
 * Removes the lock file if possible. On a disk that has become read-only it stays, which does no harm: it names a process
 * that has ended.
 */
export function removeLock(dataDir: string): void {
  try {
    rmSync(lockFileOf(dataDir), { force: true })
  } catch {}
}
