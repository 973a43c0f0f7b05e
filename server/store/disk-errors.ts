import Database from 'better-sqlite3'
import { AppError } from '../errors.ts'

/** Exit code of a program whose data folder cannot be used: EX_IOERR of sysexits. */
export const DISK_FAULT = 74

/** What is wrong with the disk below a data folder, and what to do. */
interface Trouble {
  /** Codes of the system, and of SQLite as they begin. */
  codes: RegExp
  said: string
  remedy: string
}

const TROUBLES: Trouble[] = [
  {
    codes: /^(ENOSPC|EDQUOT|SQLITE_FULL)/,
    said: 'The disk is full.',
    remedy: 'Free some disk space in the data folder',
  },
  {
    codes: /^(EROFS|SQLITE_READONLY)/,
    said: 'The data folder can only be read.',
    remedy: 'Make it writable, or choose another folder with --data-dir',
  },
  {
    codes: /^(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)/,
    said: 'Winnow may not write in the data folder.',
    remedy: 'Give this user the right to, or choose another folder with --data-dir',
  },
  {
    codes: /^(ESTALE|ENODEV|ENXIO|ENOTCONN|EHOSTDOWN|ETIMEDOUT)/,
    said: 'The drive with the data folder is gone.',
    remedy: 'Connect it again, then start Winnow anew',
  },
  {
    codes: /^(EIO|SQLITE_IOERR)/,
    said: 'The disk with the data folder cannot be read or written.',
    remedy: 'Look whether its drive is still connected and sound',
  },
]

/** What an error of the disk or of SQLite means for the data folder; null for all other errors. */
export const troubleOf = (error: unknown): Trouble | null => {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return TROUBLES.find(({ codes }) => codes.test(code)) ?? null
}

/** Thrown at the start where the disk below the data folder is the reason. */
export class DiskError extends Error {
  override readonly name = 'DiskError'
  readonly exitCode = DISK_FAULT
}

/** Says of an error of the disk what happened and what to do; gives any other error as it is. */
export function explainDisk(error: unknown, dataDir: string): unknown {
  const trouble = troubleOf(error)
  if (!trouble) return error
  const { message } = error as Error
  return new DiskError(`${trouble.said.replace(/\.$/, '')}: ${dataDir} (${message}). ${trouble.remedy}.`, {
    cause: error,
  })
}

/** True where SQLite itself found its file to be damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /CORRUPT|NOTADB/.test(error.code)

/** What SQLite says while it reads, as the answer 503; null for all other errors. */
export function storeUnreadable(error: unknown): AppError | null {
  const trouble = isDamage(error) ? DAMAGE : error instanceof Database.SqliteError ? troubleOf(error) : null
  if (!trouble) return null
  return new AppError('unavailable_service', trouble.said, {
    cause: error,
    hint: `${trouble.remedy}. Nothing was charged.`,
  })
}

const DAMAGE = {
  said: 'The store is damaged, and this part of it cannot be read.',
  remedy: 'Put a backup in its place: `winnow doctor` says more',
}

/** An error of SQLite that the disk causes, as the answer 503; null for all other errors. */
export function storeUnwritable(error: unknown): AppError | null {
  if (!(error instanceof Database.SqliteError)) return null
  const isBusy = error.code.startsWith('SQLITE_BUSY')
  const trouble = troubleOf(error)
  if (!trouble && !isBusy) return null
  return new AppError('unavailable_service', 'The store cannot be written.', {
    cause: error,
    hint: `${trouble ? `${trouble.said} ${trouble.remedy}` : 'Try again in a moment'}; nothing was charged.`,
    retryAfter: 10,
  })
}
