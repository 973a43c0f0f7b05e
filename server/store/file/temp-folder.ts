import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

const folderOf = (dataDir: string) => join(dataDir, 'tmp')

/** Returns the folder for files that are only needed by this process; creates it if it is missing. */
export function tempFolderOf(dataDir: string): string {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return folderOf(dataDir)
}

/** Folders that this process has emptied: later files are its own, even if its service starts again. */
const emptied = new Set<string>()

/** Removes what an earlier process left behind. Only the owner of the data folder may call it. */
export async function emptyTempFolder(dataDir: string): Promise<void> {
  if (emptied.has(dataDir)) return
  emptied.add(dataDir)
  await rm(folderOf(dataDir), { recursive: true, force: true, maxRetries: 5 })
}

/** Chromium creates a socket below its temporary folder, and some systems limit its whole path to 104 bytes. */
const MAX_PATH_BYTES = 56

/**
 * Makes this process, and the browsers that it starts, use the data folder for temporary files, where the next start finds
 * what a crash leaves behind. Only for a process that runs nothing but this service. A folder whose path is too long for
 * the browser is not used.
 */
export function useTempFolder(dataDir: string): void {
  if (Buffer.byteLength(folderOf(dataDir)) > MAX_PATH_BYTES) return
  const folder = tempFolderOf(dataDir)
  for (const name of process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR']) process.env[name] = folder
}
