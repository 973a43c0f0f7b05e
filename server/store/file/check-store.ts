import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../../base/command.ts'
import { databaseFile } from './database-file.ts'
import { DiskError, isDamage, lacksTable } from './disk-errors.ts'
import { askThread, askThreadOnCopy, type CopyableStore } from './on-copy.ts'

/**
 * Checks a file that no service has open, in a thread. Returns a line per damage; none if it is intact. The check covers
 * every page and the links between pages, not whether a value in a row is the one that was written.
 */
export const checkFile = (file: string): Promise<string[]> => askThread('check-worker', file)

/** Checks a store that is in use. Throws 409 `conflict` if the disk has no room for a copy. */
export async function checkInUse(
  store: CopyableStore,
  dataDir: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const what = 'To check the store while it is in use'
  try {
    return await askThreadOnCopy(store, dataDir, { program: 'check-worker', what, signal })
  } catch (error) {
    if (isDamage(error)) return [(error as Error).message]
    throw error
  }
}

/**
 * If a store cannot be opened because it is damaged or lacks a table, returns an error that names the backup to restore; returns
 * any other error unchanged.
 */
export async function explainDamage(error: unknown, dataDir: string): Promise<unknown> {
  if (!isDamage(error) && !lacksTable(error)) return error
  const backup = await findGoodBackup(dataDir, null)
  return new DiskError(
    `The store ${databaseFile(dataDir)} is damaged (${(error as Error).message}). ${
      backup
        ? `The newest good backup is put in its place by: ${commandLine`restore ${backup}`}`
        : `Put a backup in its place: ${commandLine`restore FILE`}. No intact one was found in the folder \`backups\``
    }.`,
    { cause: error },
  )
}

/**
 * Returns the newest intact backup among those in the data folder and `known`, the last one created elsewhere; null if
 * there is none.
 */
export async function findGoodBackup(dataDir: string, known: string | null): Promise<string | null> {
  const folder = join(dataDir, 'backups')
  const files = [known, ...namesIn(folder).map(name => join(folder, name))].flatMap(file => {
    const found = file && statSync(file, { throwIfNoEntry: false })
    return found && isComplete(file, found.size) ? [{ file, at: found.mtimeMs }] : []
  })
  for (const { file } of files.toSorted((a, b) => b.at - a.at)) {
    const damage = await checkFile(file).catch(error => [String(error)])
    if (!damage.length) return file
  }
  return null
}

/** An earlier Winnow left copies behind that were cut off. SQLite would empty them and find nothing wrong with them. */
const isComplete = (file: string, bytes: number) => bytes > 0 && !existsSync(`${file}-journal`)

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.db'))
  } catch {
    return []
  }
}
