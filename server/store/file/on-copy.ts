import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../base/errors.ts'
import { databaseFile } from './database-file.ts'
import { tempFolderOf } from './temp-folder.ts'

/** Bytes left free beside a copy, for other writes in the meantime. */
const SPARE_BYTES = 67_108_864

/** The programs of threads that read a whole file; each is in the folder of this file, in source and compiled form. */
type WorkerProgram = 'check-worker' | 'size-worker'

/**
 * Returns what a thread finds in a file that no service has open. Throws what the thread throws, and the reason of
 * `signal`, which also ends the thread.
 */
export const askThread = <T>(program: WorkerProgram, file: string, signal?: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const worker = new Worker(fileURLToPath(new URL(`./${program}.${end}`, import.meta.url)), {
      workerData: file,
    })
    const abort = () => void worker.terminate()
    signal?.addEventListener('abort', abort)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', abort)
      reject(signal?.reason ?? new Error(`Reading ${file} ended without a result.`))
    })
  })

export interface CopyableStore {
  copyTo(file: string, signal?: AbortSignal): Promise<void>
}

/** Returns the size of the store's files in bytes. */
export const storeBytes = (dataDir: string): number =>
  ['', '-wal']
    .map(suffix => statSync(databaseFile(dataDir) + suffix, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size)

/** Throws 409 `conflict` if the disk of a folder has less than `bytes` bytes free. */
export async function requireFree(folder: string, bytes: number, purpose: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new AppError(
    'conflict',
    `${purpose} needs ${inMegabytes(bytes)} of free disk space, and ${inMegabytes(free)} are left.`,
    {
      hint: `Free some space on the disk of ${folder}.`,
    },
  )
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_048_576)} MB`

/**
 * Asks a thread about a store that is in use. Only the store's own connection can read its file, so the thread reads a
 * copy, which is removed afterwards. Throws 409 `conflict` if the disk has no room for it; `what` names in the error what
 * needs the room.
 */
export async function askThreadOnCopy<T>(
  store: CopyableStore,
  dataDir: string,
  { program, what, signal }: { program: WorkerProgram; what: string; signal?: AbortSignal | undefined },
): Promise<T> {
  const folder = tempFolderOf(dataDir)
  await requireFree(folder, storeBytes(dataDir) + SPARE_BYTES, what)
  const copy = join(folder, `${program}-${randomUUID()}.db`)
  try {
    await store.copyTo(copy, signal)
    return await askThread(program, copy, signal)
  } finally {
    // Freeing the disk space of a large file takes a fifth of a second: `rm` does it in a thread of Node.js, so that
    // nothing waits.
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(copy + suffix, { force: true })
  }
}
