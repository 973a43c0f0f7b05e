import { stat, statfs } from 'node:fs/promises'
import { command } from '../../base/command.ts'
import { AppError } from '../../base/errors.ts'

/** The exit code of a program whose data folder cannot be used: EX_IOERR of sysexits. */
export const DISK_EXIT_CODE = 74

/** A problem of the disk that holds a data folder, and what to do about it. */
interface DiskProblem {
  /** Error codes of the system and of SQLite, by their beginnings. */
  codes: RegExp
  said: string
  remedy: string
}

const DISK_FULL: DiskProblem = {
  // Opening a store creates a small file beside it, which SQLite cannot enlarge on a full disk.
  codes: /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)/,
  said: 'The disk is full.',
  remedy: 'Free some disk space in the data folder',
}

const DISK_PROBLEMS: DiskProblem[] = [
  DISK_FULL,
  {
    codes: /^(EROFS|SQLITE_READONLY)/,
    said: 'The data folder can only be read.',
    remedy: 'Make it writable, or choose another folder with --data-dir',
  },
  {
    codes: /^(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)/,
    said: 'Winnow may not write in the data folder.',
    remedy: 'Give this user permission to, or choose another folder with --data-dir',
  },
  {
    codes: /^(ESTALE|ENODEV|ENXIO|ENOTCONN|EHOSTDOWN)/,
    said: 'The drive with the data folder is gone.',
    remedy: 'Connect it again, then restart Winnow',
  },
  {
    codes: /^(EIO|SQLITE_IOERR)/,
    said: 'The disk with the data folder cannot be read or written.',
    remedy: 'Check that its drive is still connected and works',
  },
]

/** Returns what an error of the disk or of SQLite means for the data folder; null for all other errors. */
export const diskProblemOf = (error: unknown): DiskProblem | null => {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return DISK_PROBLEMS.find(({ codes }) => codes.test(code)) ?? null
}

/** Whether an error says that a disk is full, whichever disk it is. */
export const isDiskFull = (error: unknown): boolean => diskProblemOf(error) === DISK_FULL

/** Returns the number of bytes that are left on the disk of a folder. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Thrown at the start if the disk of the data folder is the cause. */
export class DiskError extends Error {
  override readonly name = 'DiskError'
}

/** Turns an error of the disk into one that says what happened and what to do; returns any other error unchanged. */
export function explainDisk(error: unknown, dataDir: string): unknown {
  const problem = diskProblemOf(error)
  if (!problem) return error
  const { message } = error as Error
  return new DiskError(`${problem.said.replace(/\.$/, '')}: ${dataDir} (${message}). ${problem.remedy}.`, {
    cause: error,
  })
}

/** Call after an error of the disk: returns a DiskError if the store's file itself is gone; null otherwise. */
export async function lostFolder(error: unknown, file: string): Promise<DiskError | null> {
  if (![error, (error as Error | null)?.cause].some(diskProblemOf)) return null
  return await stat(file).then(() => null, folderGone)
}

/**
 * Returns a DiskError if the file that was opened, known by its inode number, is no longer at its path. A process can go on
 * writing into a file that was moved or deleted, where nobody would find the data again.
 */
export async function movedFolder(file: string, inode: number): Promise<DiskError | null> {
  try {
    const { ino } = await stat(file)
    return ino === inode ? null : folderGone(new Error(`another file stands at ${file}`))
  } catch (error) {
    return isAbsent(error) ? folderGone(error) : null
  }
}

const isAbsent = (error: unknown) => /^(ENOENT|ENOTDIR)$/.test(String((error as { code?: unknown }).code))

const folderGone = (cause: unknown) =>
  new DiskError(
    `The data folder is gone: it was moved or deleted, or its drive was taken away. Put it back, then start Winnow again. (${(cause as Error).message})`,
    { cause },
  )

/** Recognizes the error by its name, since commands that never load SQLite import this file. */
const isSqlite = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && error.name === 'SqliteError'

/** Whether SQLite itself found its file to be damaged. */
export const isDamage = (error: unknown): boolean => isSqlite(error) && /CORRUPT|NOTADB/.test(error.code)

/** Whether a store that was just opened lacks a table or column: something other than Winnow changed it. */
export const lacksTable = (error: unknown): boolean =>
  isSqlite(error) && /^no such (?:table|column):/.test(error.message)

/** Returns the 503 error for an error of SQLite while it reads; null for all other errors. */
export function storeUnreadable(error: unknown): AppError | null {
  const problem = isDamage(error) ? DAMAGED_STORE : isSqlite(error) ? diskProblemOf(error) : null
  if (!problem) return null
  return new AppError('unavailable_service', problem.said, {
    cause: error,
    hint: `${problem.remedy}. Nothing was charged.`,
  })
}

/** Whether the error that a running service answered with says that the disk of its data folder is the cause. */
export function isDiskAnswer({ error, hint }: { error?: unknown; hint?: unknown }): boolean {
  const said = String(error === UNWRITABLE ? hint : error)
  return /^The store is damaged/.test(said) || DISK_PROBLEMS.some(problem => said.startsWith(problem.said))
}

const DAMAGED_STORE = {
  said: 'The store is damaged, and this part of it cannot be read.',
  remedy: `Put a backup in its place: ${command`doctor`} says more`,
}

const UNWRITABLE = 'The store cannot be written.'

/** Returns the 503 error for an error of SQLite that the disk causes; null for all other errors. */
export function storeUnwritable(error: unknown): AppError | null {
  if (!isSqlite(error)) return null
  const isBusy = error.code.startsWith('SQLITE_BUSY')
  const problem = diskProblemOf(error)
  if (!problem && !isBusy) return null
  return new AppError('unavailable_service', UNWRITABLE, {
    cause: error,
    hint: `${problem ? `${problem.said} ${problem.remedy}` : 'Try again in a moment'}; nothing was charged.`,
    retryAfter: 10,
  })
}
