import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The process that owns a data folder, and how to reach it. The lock of the store protects the folder; this file is only information. */
export interface Owner {
  pid: number
  address: string
  /** The token for `/admin`. */
  token: string
  /** The owner runs for a single command only; other commands wait until it ends. */
  brief: boolean
}

const fileOf = (dataDir: string) => join(dataDir, 'winnow.lock')

/** Writes who serves this folder, for other commands. Only the file's owner can read it. */
export function writeLock(dataDir: string, owner: Owner): void {
  rmSync(fileOf(dataDir), { force: true })
  writeFileSync(fileOf(dataDir), `${JSON.stringify(owner)}\n`, { mode: 0o600 })
}

/** Reads the lock file. Returns null if there is none. It may be left over from a crash. Throws EACCES if this user may not read it. */
export function readLock(dataDir: string): Owner | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Owner
  } catch (error) {
    if ((error as { code?: string }).code === 'EACCES') throw error
    return null
  }
}

export const removeLock = (dataDir: string) => rmSync(fileOf(dataDir), { force: true })
