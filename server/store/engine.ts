import type Database from 'better-sqlite3'
import { copyInSteps } from './file/copy-in-steps.ts'
import { storeUnwritable } from './file/disk-errors.ts'
import type { Health } from './file/health.ts'
import { withTemporaryFiles } from './file/open-database.ts'
import type { Upkeep } from './file/upkeep.ts'
import { LazyStatement, type Statement } from './statement.ts'

interface PendingWrite {
  work: () => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

interface EntryCollector {
  entries: unknown[]
  write(entries: unknown[]): void
}

/** Throw at the end of a transaction to roll it back and run each piece of its work again in a transaction of its own. */
export class RunAgainError extends Error {
  override readonly name = 'RunAgainError'
}

/** The only connection. `write` groups the work of a turn into one transaction; reads run immediately. */
export interface Engine {
  /**
   * Prepares a statement, which is compiled when it is first used.
   *
   * If the plan may depend on a bound value, SQLite examines the value and compiles the statement again on each run: above
   * all for a `LIMIT`, but also for a value that an index is searched for in a join. Frequent statements cast such values:
   * `LIMIT CAST(? AS INTEGER)`.
   */
  prepare<Row, Params extends unknown[] = unknown[]>(sql: string): Statement<Row, Params>
  /**
   * Runs `work` in the transaction of this turn of the event loop and resolves after its commit. What `work` itself passes
   * to `write` joins the same transaction, after all others. If `work` throws, only its own changes are rolled back. `work`
   * must not await, and may run a second time after a rollback. Rejects with 503 if the store cannot be written (disk full,
   * I/O error, damage).
   */
  write<T>(work: () => T): Promise<T>
  /**
   * Collects entries of several steps of a transaction that one statement can write. Returns the function that adds an
   * entry. `write` gets all entries before the commit; those of a transaction that is rolled back are dropped.
   */
  gather<T>(write: (entries: T[]) => void): (one: T) => void
  /**
   * Like `write`, for long work in slices that nobody waits for. Writes the log into the file before it gets large, so that
   * no call waits long for that.
   */
  writeSlice<T>(work: () => T): Promise<T>
  /** Calls the listener after each commit. */
  onCommit(listener: () => void): void
  /** Returns the bytes of the file that are free; they are reused before the file grows. */
  freeBytes(): number
  /** Writes the contents of the log into the file. */
  checkpoint(): void
  /** Returns `bytes` freed bytes to the disk; the file shrinks at the next checkpoint. */
  shrink(bytes: number): Promise<void>
  /** Rewrites the whole store without freed bytes. Nothing else runs meanwhile; `temp` holds a copy during that time. */
  rewrite(temp: string): void
  /** Copies the whole store to a new file while it is in use. Throws file errors such as EEXIST, ENOENT and EACCES. */
  copyTo(file: string, signal?: AbortSignal): Promise<void>
  close(): void
}

/** What an engine needs for a store on disk; a store without a folder needs none of it. */
interface EngineDependencies {
  upkeep: Pick<Upkeep, 'beforeCommit' | 'afterCommit' | 'checkpoint' | 'afterSlice' | 'close'>
  health: Pick<Health, 'note' | 'refusal'>
  /** Whether statements are compiled immediately, so that one that does not fit the store throws at once. */
  preparesAtOnce: boolean
}

/**
 * Creates an engine over an open database. One transaction per turn costs about half as much as one per call (`npm run
 * bench`).
 */
export function createEngine(
  db: Database.Database,
  { upkeep, health, preparesAtOnce = false }: Partial<EngineDependencies> = {},
): Engine {
  let pendingWrites: PendingWrite[] = []
  const collectors: EntryCollector[] = []
  const afterCommit: (() => void)[] = []
  const runTogether = db.transaction((writes: PendingWrite[]) => {
    const results: unknown[] = []
    for (const { entries } of collectors) entries.length = 0
    do {
      for (const { work } of writes.slice(results.length)) results.push(work())
      for (const { entries, write } of collectors) if (entries.length) write(entries.splice(0))
    } while (results.length < writes.length)
    upkeep?.beforeCommit()
    return results
  })

  const commit = (writes: PendingWrite[]) => {
    const results = runTogether.immediate(writes)
    upkeep?.afterCommit()
    for (const listener of afterCommit) listener()
    return results
  }

  const asAppError = (error: unknown) => {
    health?.note(error)
    return health?.refusal() ?? storeUnwritable(error) ?? error
  }

  const commitAlone = (pendingWrite: PendingWrite) => {
    try {
      pendingWrite.resolve(commit([pendingWrite])[0] as never)
    } catch (error) {
      pendingWrite.reject(asAppError(error))
    }
  }

  const free = db.prepare<[], { bytes: number }>(
    'SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size',
  )

  const pageSize = () => db.pragma('page_size', { simple: true }) as number

  const flush = () => {
    const writes = pendingWrites
    try {
      const results = commit(writes)
      pendingWrites = []
      writes.forEach((pendingWrite, i) => {
        pendingWrite.resolve(results[i] as never)
      })
    } catch (error) {
      pendingWrites = []
      if (writes.length === 1 && !(error instanceof RunAgainError)) writes[0]!.reject(asAppError(error))
      else writes.forEach(commitAlone)
    }
  }

  const write = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const refusal = health?.refusal()
      if (refusal) return reject(refusal)
      if (!pendingWrites.length) setImmediate(flush)
      pendingWrites.push({ work, resolve, reject })
    })

  const writeSlice = async <T>(work: () => T): Promise<T> => {
    const result = await write(work)
    upkeep?.afterSlice()
    return result
  }

  return {
    prepare: sql => (preparesAtOnce ? db.prepare(sql) : new LazyStatement(db, sql)) as never,
    write,
    gather<T>(write: (entries: T[]) => void) {
      const entries: T[] = []
      collectors.push({ entries, write: write as (entries: unknown[]) => void })
      return (one: T) => void entries.push(one)
    },
    writeSlice,
    onCommit: listener => void afterCommit.push(listener),
    freeBytes: () => free.get()!.bytes,
    shrink: bytes => writeSlice(() => void db.pragma(`incremental_vacuum(${Math.ceil(bytes / pageSize())})`)),
    rewrite: temp =>
      withTempFolder(temp, () => {
        db.pragma('auto_vacuum = INCREMENTAL')
        withTemporaryFiles(db, () => db.exec('VACUUM'))
        db.pragma('wal_checkpoint(TRUNCATE)')
      }),
    checkpoint: () => upkeep?.checkpoint(),
    copyTo: (file, signal) => copyInSteps(db, file, signal),
    close() {
      if (pendingWrites.length) flush()
      const closed = upkeep?.close()
      db.close()
      closed?.()
    },
  }
}

/** SQLite reads the folder for its temporary files from the environment; the system's own temporary folder may be small. */
function withTempFolder(folder: string, work: () => void) {
  const { SQLITE_TMPDIR } = process.env
  process.env.SQLITE_TMPDIR = folder
  try {
    work()
  } finally {
    if (SQLITE_TMPDIR === undefined) delete process.env.SQLITE_TMPDIR
    else process.env.SQLITE_TMPDIR = SQLITE_TMPDIR
  }
}
