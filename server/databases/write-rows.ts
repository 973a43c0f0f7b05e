import { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { changeCursor } from '../store/databases/changes.ts'
import type { DatabaseRecord } from '../store/databases/databases.ts'
import { CALL } from '../store/databases/row-digests.ts'
import type { NewRow } from '../store/databases/row-plans.ts'
import { noCounts, type Removal, type WriteCounts, type WritePart } from '../store/databases/rows.ts'
import type { Store } from '../store/open-store.ts'
import type { RowInput } from './plan-rows.ts'
import { type RejectedRow, type SourcedResult, sortResults } from './sort-results.ts'
import { type PlannedWriteServices, writePlanned } from './write-planned-rows.ts'

type RowSlices = AsyncIterable<RowInput[]> | Iterable<RowInput[]>

/** The outcome of a write. `cursor` is the position before its first change in the feed. */
export interface WriteOutcome extends WriteCounts {
  cursor: string
}

/** The progress of a write of many rows. `mark` is that of a complete write, null for any other. */
export interface WriteProgress {
  rows: number
  mark: number | null
  written: WriteOutcome
}

/**
 * The progress of a write that may have been interrupted before, and the function that keeps it, for use inside a
 * transaction.
 */
export interface SavedProgress {
  before: WriteProgress | null
  keep(progress: WriteProgress): void
}

const UNSAVED_PROGRESS: SavedProgress = { before: null, keep: () => undefined }

/** The outcome of writing results: rows that do not fit are left out and listed, each with the index of its result. */
interface ResultsWriteOutcome extends WriteOutcome {
  rejected: RejectedRow[]
}

/** A call that writes rows. `mark` is that of a complete write, null for any other. */
interface WriteCall {
  accountId: string
  id: string
  call: string
  mark: number | null
}

/** What the row writer needs. */
interface RowWriterServices extends PlannedWriteServices {
  store: PlannedWriteServices['store'] & Pick<Store, 'databases' | 'databaseChanges' | 'rowDigests'>
}

/**
 * Writes rows into databases: by hand, or from the results of a run. The same transaction writes the rows and their changes
 * to the feed, and records the changes for webhooks; `origin` is the id of the batch, workflow run or job whose event
 * reports them.
 */
export function createRowWriter(services: RowWriterServices) {
  const { store, now } = services
  const { databases, databaseRows: rows, databaseChanges: changes, rowDigests } = store
  const newCall = () => newId(CALL, now())

  /** Inside a transaction: writes, and records what that changed. */
  const recordWrite = <T extends Partial<WriteCounts>>(
    accountId: string,
    database: DatabaseRecord,
    origin: string,
    work: () => T,
  ): T & { cursor: string } => {
    const since = changes.last(database.id)
    const done = work()
    const { added, changed, returned, removed } = { ...noCounts(), ...done }
    rowDigests.add(
      { origin, accountId, database, counts: { added, changed, returned, removed }, since },
      now(),
    )
    return { ...done, cursor: changeCursor(since) }
  }

  const write = (
    accountId: string,
    database: DatabaseRecord,
    newRows: readonly NewRow[],
    origin: string,
    part: WritePart,
  ): WriteOutcome =>
    recordWrite(accountId, database, origin, () =>
      rows.write(database, newRows, part.staged?.now ?? now(), part),
    )

  /**
   * Removes or marks missing rows as the definition says by then; none if its mode was changed. Calls `keep` inside each
   * transaction with the number of rows removed so far, including those of the transaction.
   */
  async function removeMissing(
    accountId: string,
    database: DatabaseRecord,
    mark: number,
    origin: string,
    keep: (removed: number) => void = () => undefined,
  ): Promise<number> {
    const since = await store.write(() => rows.end(database, mark))
    let removed = 0
    const removeSome = (after: number) =>
      store.write(() => {
        const latest = databases.read(accountId, database.id)
        if (latest?.write_mode !== database.write_mode) return { removed: 0, last: null }
        const work = () => rows.removeMissing(latest, since, after, now())
        const removal = recordWrite(accountId, latest, origin, work)
        keep(removed + removal.removed)
        return removal
      })
    for (let after: number | null = 0; after !== null; ) {
      const removal: Removal = await removeSome(after)
      removed += removal.removed
      after = removal.last
    }
    return removed
  }

  /** Writes rows in one transaction, which ends with `finish`. `first` is the index of the first row among all of the call. */
  const writeInTransaction = <T>(
    { accountId, id, call, mark }: WriteCall,
    inputs: readonly RowInput[],
    first: number,
    finish: (written: WriteOutcome) => T,
  ): Promise<T> =>
    writePlanned(services, {
      inputs,
      first,
      mark,
      current: () => current(accountId, id),
      write: (newRows, staged) =>
        finish(write(accountId, current(accountId, id), newRows, call, { mark, first, staged })),
    })

  const current = (accountId: string, id: string): DatabaseRecord => {
    const database = databases.read(accountId, id)
    if (database) return database
    throw new AppError('conflict', 'The database was deleted while rows were written.')
  }

  /** Call inside a transaction. In `replace` mode, this begins a complete write. */
  const begin = ({ id, write_mode }: DatabaseRecord): WriteProgress => ({
    rows: 0,
    mark: write_mode === 'replace' ? rows.begin(id) : null,
    written: { ...noCounts(), cursor: changeCursor(changes.last(id)) },
  })

  async function writeSlices(
    accountId: string,
    database: DatabaseRecord,
    slices: RowSlices,
    progress: SavedProgress,
    call: string,
  ): Promise<WriteOutcome> {
    const keep = (next: WriteProgress): WriteProgress => {
      progress.keep(next)
      return next
    }
    let latest = progress.before ?? (await store.write(() => keep(begin(database))))
    const mark = database.write_mode === 'replace' ? latest.mark : null
    const part = { accountId, id: database.id, call, mark }
    for await (const slice of skipRows(latest.rows, slices))
      latest = await writeInTransaction(part, slice, latest.rows, ({ cursor: _, ...counts }) =>
        keep({
          ...latest,
          rows: latest.rows + slice.length,
          written: addCounts(latest.written, counts),
        }),
      )
    if (mark === null) return latest.written
    const withRemoved = (removed: number) => ({ ...latest, written: addCounts(latest.written, { removed }) })
    const removed = await removeMissing(accountId, database, mark, call, removed =>
      keep(withRemoved(removed)),
    )
    return withRemoved(removed).written
  }

  return {
    /**
     * Writes rows by hand, all or none. Throws 400 that names the row and its column, 409 `conflict` for an existing key in
     * append mode.
     */
    async writeInputs(
      accountId: string,
      id: string,
      inputs: readonly RowInput[],
      { before, keep }: SavedProgress = UNSAVED_PROGRESS,
    ): Promise<WriteOutcome> {
      if (before) return before.written
      const call = newCall()
      return writeInTransaction({ accountId, id, call, mark: null }, inputs, 0, written => {
        rowDigests.end(call, now())
        keep({ rows: inputs.length, mark: null, written })
        return written
      })
    },

    /** Inside a transaction: returns the mark of a run that starts now, for its results and for `finishRun`. */
    startRun: (databaseId: string): number => rows.begin(databaseId),

    /**
     * Inside the transaction that finishes the jobs: writes the rows of results. Rows that do not fit the columns, or whose
     * key already exists in append mode, are rejected; the others are written. `mark` is that of the complete run that they
     * belong to, null if there is none. Returns null if the database no longer exists.
     */
    writeResults(
      accountId: string,
      id: string,
      results: readonly SourcedResult[],
      origin: string,
      mark: number | null = null,
    ): ResultsWriteOutcome | null {
      const database = databases.read(accountId, id)
      if (!database) return null
      const { fitting, rejected } = sortResults(database, results, key => rows.hasKey(id, key))
      return { ...write(accountId, database, fitting, origin, { mark, first: 0 }), rejected }
    },

    /**
     * Ends a complete run that began at `mark`: rows that were not written since are removed or marked as `on_missing`
     * says, some hundred at a time, and recorded for webhooks. Can be repeated after a crash. Returns how many rows that
     * were.
     */
    async finishRun(accountId: string, id: string, mark: number, origin: string): Promise<number> {
      const database = databases.read(accountId, id)
      if (!database || database.write_mode === 'append') return 0
      return removeMissing(accountId, database, mark, origin)
    },

    /**
     * Writes slices of rows by hand, each in a transaction of its own with its progress, and reports them once; rows that
     * were written before are skipped. In `replace` mode they become the whole content of the database. Throws the errors
     * of `writeInputs`; earlier slices stay written and are reported.
     */
    async writeAll(
      accountId: string,
      database: DatabaseRecord,
      slices: RowSlices,
      progress: SavedProgress = UNSAVED_PROGRESS,
    ): Promise<WriteOutcome> {
      const call = newCall()
      try {
        return await writeSlices(accountId, database, slices, progress, call)
      } finally {
        await store.write(() => rowDigests.end(call, now()))
      }
    },

    /** Deletes a row and reports it. Returns false if it is absent. */
    remove: (accountId: string, database: DatabaseRecord, rowId: string): Promise<boolean> =>
      store.write(() => {
        const call = newCall()
        const { was } = recordWrite(accountId, database, call, () => {
          const was = rows.remove(database, rowId, now())
          return { was, removed: Number(was === 'present') }
        })
        rowDigests.end(call, now())
        return was !== null
      }),
  }
}

const addCounts = (outcome: WriteOutcome, counts: Partial<WriteCounts>): WriteOutcome => {
  const sum = { ...outcome }
  for (const name of Object.keys(counts) as (keyof WriteCounts)[]) sum[name] += counts[name]!
  return sum
}

/** Yields the slices without the first `count` rows. */
async function* skipRows(count: number, slices: RowSlices): AsyncGenerator<RowInput[]> {
  let left = count
  for await (const slice of slices) {
    if (left < slice.length) yield left ? slice.slice(left) : slice
    left = Math.max(0, left - slice.length)
  }
}

export type RowWriter = ReturnType<typeof createRowWriter>
