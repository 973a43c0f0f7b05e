import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who owns a data folder, and how to reach it. The folder itself is held by the store's lock; this file only says so. */
export interface Owner {
  pid: number
  address: string
  /** Opens `/admin`. */
  token: string
  /** Lives for one command only: others wait for its end. */
  brief: boolean
}

const fileOf = (dataDir: string) => join(dataDir, 'winnow.lock')

/** Shows other commands who serves this folder; readable by its owner alone. */
export function writeLock(dataDir: string, owner: Owner): void {
  rmSync(fileOf(dataDir), { force: true })
  writeFileSync(fileOf(dataDir), `${JSON.stringify(owner)}\n`, { mode: 0o600 })
}

/** What the file says; null where there is none. It may be older than a crash. Throws EACCES where this user may not read it. */
export function readLock(dataDir: string): Owner | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Owner
  } catch (error) {
    if ((error as { code?: string }).code === 'EACCES') throw error
    return null
  }
}

export const removeLock = (dataDir: string) => rmSync(fileOf(dataDir), { force: true })
