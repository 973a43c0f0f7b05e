import type Database from 'better-sqlite3'
import { copyInSteps } from './file/copy-in-steps.ts'
import { storeUnwritable } from './file/disk-errors.ts'
import type { Health } from './file/health.ts'
import { withTemporaryFiles } from './file/open-database.ts'
import type { Upkeep } from './file/upkeep.ts'
import { LateStatement, type Statement } from './statement.ts'

interface Turn {
  work: () => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

interface Gathering {
  entries: unknown[]
  write(entries: unknown[]): void
}

/** Thrown at the end of a transaction: it is undone, and each of its works runs again in one of its own. */
export class RunAgainError extends Error {
  override readonly name = 'RunAgainError'
}

/** The one connection. `write` groups a turn's work into one transaction; reads run at once. */
export interface Engine {
  /**
   * The statement is compiled when it is first used.
   *
   * SQLite looks at a bound value that its plan may depend on, a `LIMIT` above all, but also one that an index is searched
   * for in a join, and compiles the statement again for it at each run. What asks often casts that: `LIMIT CAST(? AS INTEGER)`.
   */
  prepare<Row, Params extends unknown[] = unknown[]>(sql: string): Statement<Row, Params>
  /**
   * Runs `work` in the transaction of this turn of the event loop and resolves after its commit. What a work itself hands
   * over joins its transaction, after all others. A throw undoes this work alone; `work` must not await and may run a second
   * time after an undone transaction. A store that cannot be written (disk full, I/O error, damage) rejects with 503.
   */
  write<T>(work: () => T): Promise<T>
  /**
   * Collects what several steps of a transaction add and one statement can write: returns the function that adds.
   * `write` gets all of it before the commit; what an undone transaction added is dropped.
   */
  gather<T>(write: (entries: T[]) => void): (one: T) => void
  /**
   * The same for long work that comes in slices and that nobody waits for. The log goes into the file before it is large, so
   * that no call waits long for that.
   */
  writeSlice<T>(work: () => T): Promise<T>
  /** Calls the listener after each transaction that was committed. */
  onCommit(listener: () => void): void
  /** Bytes of the file that hold nothing; they are used before it grows. */
  freeBytes(): number
  /** Brings what the log holds into the file. */
  checkpoint(): void
  /** Returns so many freed bytes back to the disk, which the file shrinks by at the next checkpoint. */
  shrink(bytes: number): Promise<void>
  /** Rewrites the whole store, without freed bytes. Nothing else runs meanwhile; a copy lies in `temp` for that long. */
  rewrite(temp: string): void
  /** Copies the whole store to a new file while it is in use. Throws EEXIST, ENOENT, EACCES … of the file. */
  copyTo(file: string, signal?: AbortSignal): Promise<void>
  close(): void
}

/** What an engine does for its store beside writing; a store without a folder of its own needs none. */
interface EngineParts {
  upkeep: Pick<Upkeep, 'beforeCommit' | 'afterCommit' | 'checkpoint' | 'afterSlice' | 'close'>
  health: Pick<Health, 'note' | 'refusal'>
  /** Whether statements are compiled before they are used, so that one that does not fit the store throws at once. */
  preparesAtOnce: boolean
}

/** An engine over an open database. A transaction a turn costs about half of a transaction a call (`npm run bench`). */
export function createEngine(
  db: Database.Database,
  { upkeep, health, preparesAtOnce = false }: Partial<EngineParts> = {},
): Engine {
  let queue: Turn[] = []
  const gatherings: Gathering[] = []
  const afterCommit: (() => void)[] = []
  const together = db.transaction((turns: Turn[]) => {
    const results: unknown[] = []
    for (const { entries } of gatherings) entries.length = 0
    do {
      for (const { work } of turns.slice(results.length)) results.push(work())
      for (const { entries, write } of gatherings) if (entries.length) write(entries.splice(0))
    } while (results.length < turns.length)
    upkeep?.beforeCommit()
    return results
  })

  const commit = (turns: Turn[]) => {
    const results = together.immediate(turns)
    upkeep?.afterCommit()
    for (const listener of afterCommit) listener()
    return results
  }

  const asAppError = (error: unknown) => {
    health?.note(error)
    return health?.refusal() ?? storeUnwritable(error) ?? error
  }

  const alone = (turn: Turn) => {
    try {
      turn.resolve(commit([turn])[0] as never)
    } catch (error) {
      turn.reject(asAppError(error))
    }
  }

  const free = db.prepare<[], { bytes: number }>(
    'SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size',
  )

  const pageSize = () => db.pragma('page_size', { simple: true }) as number

  const flush = () => {
    const turns = queue
    try {
      const results = commit(turns)
      queue = []
      turns.forEach((turn, i) => {
        turn.resolve(results[i] as never)
      })
    } catch (error) {
      queue = []
      if (turns.length === 1 && !(error instanceof RunAgainError)) turns[0]!.reject(asAppError(error))
      else turns.forEach(alone)
    }
  }

  const write = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const refusal = health?.refusal()
      if (refusal) return reject(refusal)
      if (!queue.length) setImmediate(flush)
      queue.push({ work, resolve, reject })
    })

  const writeSlice = async <T>(work: () => T): Promise<T> => {
    const result = await write(work)
    upkeep?.afterSlice()
    return result
  }

  return {
    prepare: sql => (preparesAtOnce ? db.prepare(sql) : new LateStatement(db, sql)) as never,
    write,
    gather<T>(write: (entries: T[]) => void) {
      const entries: T[] = []
      gatherings.push({ entries, write: write as (entries: unknown[]) => void })
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
      if (queue.length) flush()
      const closed = upkeep?.close()
      db.close()
      closed?.()
    },
  }
}

/** SQLite asks the environment where its temporary files go; a system's own folder for these may be small. */
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
