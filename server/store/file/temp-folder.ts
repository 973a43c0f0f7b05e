import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

const folderOf = (dataDir: string) => join(dataDir, 'tmp')

/** The folder for files that nobody needs after this process; it is created where it is missing. */
export function tempFolderOf(dataDir: string): string {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return folderOf(dataDir)
}

/** Folders that this process has emptied: what is there since is its own, also where its service starts again. */
const emptied = new Set<string>()

/** Removes what an earlier process left behind; for the owner of the data folder alone. */
export async function emptyTempFolder(dataDir: string): Promise<void> {
  if (emptied.has(dataDir)) return
  emptied.add(dataDir)
  await rm(folderOf(dataDir), { recursive: true, force: true, maxRetries: 5 })
}

/** Chromium makes a socket below its temporary folder, whose whole path some systems hold to 104 bytes. */
const LONGEST = 56

/**
 * Has this process, and the browsers that it starts, put temporary files into the data folder, where the next start finds
 * what a crash leaves behind. For a process that is this service and nothing else. A folder with too long a path for the
 * browser stays out of it.
 */
export function useTempFolder(dataDir: string): void {
  if (Buffer.byteLength(folderOf(dataDir)) > LONGEST) return
  const folder = tempFolderOf(dataDir)
  for (const name of process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR']) process.env[name] = folder
}
