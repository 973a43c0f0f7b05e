import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

const folderOf = (dataDir: string) => join(dataDir, 'tmp')

/** The folder for files that nobody needs after this run of the service; it is made where it is missing. */
export function tempFolderOf(dataDir: string): string {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return folderOf(dataDir)
}

/** Removes what an earlier run left behind; for the owner of the data folder alone. */
export const emptyTempFolder = (dataDir: string): Promise<void> =>
  rm(folderOf(dataDir), { recursive: true, force: true, maxRetries: 3 })
