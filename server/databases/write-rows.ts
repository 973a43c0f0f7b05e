import { AppError } from '../errors.ts'
import { BY_HAND, type NewRow, noCounts, type WriteCounts } from '../store/database-rows.ts'
import type { DatabaseRecord } from '../store/databases.ts'
import type { Store } from '../store/open-store.ts'
import { writeCursor } from '../store/page-of.ts'
import { createRowReader, rowError } from './row-reader.ts'
import { type RejectedRow, type Result, sortResults } from './sort-results.ts'

type RowInput = Record<string, unknown>
type Slices = AsyncIterable<RowInput[]> | Iterable<RowInput[]>

/** What a write did. `cursor` stands before its first change in the feed. */
export interface Written extends WriteCounts {
  cursor: string
}

/** What writing results did: rows that do not fit are left out, each with the result it comes from. */
export interface ResultsWritten extends Written {
  rejected: RejectedRow[]
}

/** What writing rows stands on. */
export interface RowWriterServices {
  store: Pick<Store, 'write' | 'databases' | 'databaseRows' | 'databaseChanges' | 'events'>
  now(): number
}

/**
 * Writes rows into databases: by hand, or the results of a run. What a write changed is in the feed and, as the event
 * `database.rows.changed`, on its way to the webhooks: all in one transaction with the rows.
 */
export function createRowWriter({ store, now }: RowWriterServices) {
  const { databases, databaseRows: rows, databaseChanges: changes, events } = store

  const write = (database: DatabaseRecord, list: readonly NewRow[]): Written => {
    const cursor = writeCursor({ at: changes.last(database.id), id: '' })
    return { ...rows.write(database, list, now()), cursor }
  }

  const tell = (accountId: string, database: DatabaseRecord, { cursor, ...counts }: Written) => {
    const { unchanged: _, ...touched } = counts
    if (!Object.values(touched).some(Boolean)) return
    const data = { database_id: database.id, database_name: database.name, counts: touched, cursor }
    events.enqueue(accountId, 'database.rows.changed', data, now())
  }

  type RemovalTold = (removed: number, cursor: string) => void

  const removeSome = (database: DatabaseRecord, mark: number, after: number, told: RemovalTold) =>
    store.write(() => {
      const cursor = writeCursor({ at: changes.last(database.id), id: '' })
      const step = rows.removeMissing(database, mark, after, now())
      told(step.removed, cursor)
      return step
    })

  /** `told` is called in the transaction of each step. */
  async function removeMissing(
    database: DatabaseRecord,
    mark: number,
    told: RemovalTold = () => undefined,
  ): Promise<number> {
    let removed = 0
    for (let after: number | null = 0; after !== null; ) {
      const step = await removeSome(database, mark, after, told)
      removed += step.removed
      after = step.last
    }
    return removed
  }

  /** For use inside a transaction. `first` is the number of the first row among all that are written. */
  function writeInputs(database: DatabaseRecord, inputs: readonly RowInput[], first: number): Written {
    const read = createRowReader(database)
    const fitting = inputs.map((input, i) => {
      const row = read(input)
      if ('fault' in row) throw rowError(first + i, row.fault)
      return { data: row.data, source: BY_HAND }
    })
    return write(database, fitting)
  }

  const current = (accountId: string, id: string): DatabaseRecord => {
    const database = databases.read(accountId, id)
    if (database) return database
    throw new AppError('conflict', 'The database was deleted while rows were written.')
  }

  return {
    /** Writes rows by hand, all or none. Throws 400 that names the row and its column, 409 for a known key in append mode. */
    writeInputs: (accountId: string, id: string, inputs: readonly RowInput[]): Promise<Written> =>
      store.write(() => {
        const database = current(accountId, id)
        const written = writeInputs(database, inputs, 0)
        tell(accountId, database, written)
        return written
      }),

    /** The number that `finishRun` is given at the end of a run that starts now. */
    startRun: (databaseId: string): number => rows.mark(databaseId),

    /**
     * For use inside a transaction, the one that finishes the jobs: writes what results hold. Rows that do not fit the
     * columns, or whose key is there already in append mode, are rejected, the others written. Null where the database is
     * gone.
     */
    writeResults(accountId: string, id: string, results: readonly Result[]): ResultsWritten | null {
      const database = databases.read(accountId, id)
      if (!database) return null
      const { fitting, rejected } = sortResults(database, results, key => rows.hasKey(id, key))
      const written = write(database, fitting)
      tell(accountId, database, written)
      return { ...written, rejected }
    },

    /**
     * Ends a complete run that began at `mark`: rows that nothing has written since are treated as `on_missing` says, some
     * hundred at a time, and told of with them. May be repeated after a crash. Gives how many rows it was.
     */
    async finishRun(accountId: string, id: string, mark: number): Promise<number> {
      const database = databases.read(accountId, id)
      if (!database || database.write_mode === 'append') return 0
      return removeMissing(database, mark, (removed, cursor) =>
        tell(accountId, database, { ...noCounts(), removed, cursor }),
      )
    },

    /**
     * Writes slices of rows by hand, each in a transaction of its own, and tells of them once. In a database that is
     * replaced they are its whole content. Throws what `writeInputs` throws; the slices before stay written.
     */
    async writeAll(accountId: string, database: DatabaseRecord, slices: Slices): Promise<Written> {
      const mark = rows.mark(database.id)
      const all: Written = { ...noCounts(), cursor: writeCursor({ at: changes.last(database.id), id: '' }) }
      let first = 0
      for await (const slice of slices) {
        const from = first
        const { cursor: _, ...counts } = await store.write(() =>
          writeInputs(current(accountId, database.id), slice, from),
        )
        for (const [name, count] of Object.entries(counts)) all[name as keyof WriteCounts] += count
        first += slice.length
      }
      if (database.write_mode === 'replace') all.removed = await removeMissing(database, mark)
      await store.write(() => tell(accountId, database, all))
      return all
    },

    /** Deletes a row and tells of it; false where it is absent. */
    remove: (accountId: string, database: DatabaseRecord, rowId: string): Promise<boolean> =>
      store.write(() => {
        const cursor = writeCursor({ at: changes.last(database.id), id: '' })
        if (!rows.remove(database, rowId, now())) return false
        tell(accountId, database, { ...noCounts(), removed: 1, cursor })
        return true
      }),
  }
}

export type RowWriter = ReturnType<typeof createRowWriter>
