import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { commandLine } from '../../base/command.ts'
import { AppError } from '../../base/errors.ts'
import { DiskError, isDamage } from './disk-errors.ts'
import { databaseFile } from './open-database.ts'
import { tempFolderOf } from './temp-folder.ts'

/** Lies beside this file, as source and as compiled. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './check-worker.ts' : './check-worker.js', import.meta.url),
)

/** Left free beside a copy, for what else is written meanwhile. */
const SLACK = 67_108_864

/**
 * Looks through a file that no service has open, in a thread. Returns what is damaged, in lines; none where it is whole.
 * It sees every page and how they belong together, not whether a value in a row is the one that was written.
 */
export const checkFile = (file: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: file })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`The check of ${file} ended without a result.`)))
  })

interface CheckedStore {
  copyTo(file: string, signal?: AbortSignal): Promise<void>
}

/** Bytes of the store's files. */
export const storeBytes = (dataDir: string): number =>
  ['', '-wal']
    .map(end => statSync(databaseFile(dataDir) + end, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size)

/** Throws 409 where the disk of a folder has less than so many bytes free. */
export async function requireFree(folder: string, bytes: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new AppError(
    'conflict',
    `${what} needs ${inMegabytes(bytes)} of free disk space, and ${inMegabytes(free)} are left.`,
    {
      hint: `Free some on the disk of ${folder}.`,
    },
  )
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_048_576)} MB`

/**
 * Looks through a store that is in use. Nobody but its own connection may read its file, so a thread looks through a copy,
 * which is gone afterwards. Throws 409 where the disk has no room for it.
 */
export async function checkInUse(
  store: CheckedStore,
  dataDir: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const folder = tempFolderOf(dataDir)
  await requireFree(folder, storeBytes(dataDir) + SLACK, 'To check the store while it is in use')
  const copy = join(folder, `check-${randomUUID()}.db`)
  try {
    await store.copyTo(copy, signal)
    return await checkFile(copy)
  } catch (error) {
    if (isDamage(error)) return [(error as Error).message]
    throw error
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(copy + end, { force: true })
  }
}

/** Says of a store that cannot be opened since it is damaged which backup to take; returns any other error as it is. */
export async function explainDamage(error: unknown, dataDir: string): Promise<unknown> {
  if (!isDamage(error)) return error
  const backup = await findGoodBackup(dataDir, null)
  return new DiskError(
    `The store ${databaseFile(dataDir)} is damaged (${(error as Error).message}). ${
      backup
        ? `The newest good backup is put in its place by: ${commandLine`restore ${backup}`}`
        : `Put a backup in its place: ${commandLine`restore FILE`}. None that is whole was found in the folder \`backups\``
    }.`,
    { cause: error },
  )
}

/** The newest backup that is whole: of those in the data folder and `known`, the last one created elsewhere. */
export async function findGoodBackup(dataDir: string, known: string | null): Promise<string | null> {
  const folder = join(dataDir, 'backups')
  const files = [known, ...namesIn(folder).map(name => join(folder, name))].flatMap(file => {
    const found = file && statSync(file, { throwIfNoEntry: false })
    return found ? [{ file, at: found.mtimeMs }] : []
  })
  for (const { file } of files.toSorted((a, b) => b.at - a.at)) {
    const damage = await checkFile(file).catch(error => [String(error)])
    if (!damage.length) return file
  }
  return null
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.db'))
  } catch {
    return []
  }
}
