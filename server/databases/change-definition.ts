import { setImmediate as breathe } from 'node:timers/promises'
import { AppError } from '../base/errors.ts'
import { changeIfCurrent } from '../store/change-if-current.ts'
import type { DatabaseDocument, DatabaseRecord } from '../store/databases/databases.ts'
import type { RowWatch } from '../store/databases/row-watches.ts'
import type { RowToFit } from '../store/databases/schema.ts'
import type { Store } from '../store/open-store.ts'
import { type Clash, createFit, createTally, mayClash, narrowedColumns } from './definition-clashes.ts'

/** Milliseconds for which one slice reads rows while all other work waits; processing them takes as long again. */
const SLICE_READ_MS = 4

/** Rows written in the meantime that one transaction checks again. */
const MAX_RECHECKED = 200

/**
 * Changes the definitions of databases that have rows. All rows are checked, some milliseconds at a time, so that no other
 * work waits for them, however many they are; rows that are written meanwhile are checked again.
 */
export function createDefinitionChange(
  store: Pick<Store, 'write' | 'databases' | 'databaseRows' | 'databaseSchemas'>,
  now: () => number,
) {
  const { databases, databaseRows: rows, databaseSchemas: schemas } = store

  /**
   * Checks the rows against a changed definition, and gives them their new keys. The checks throw 409 `conflict` with the
   * rows that do not fit.
   */
  function createRowCheck(before: DatabaseRecord, after: DatabaseDocument, watch: RowWatch) {
    const { id } = before
    const written = new Set<number>()
    let last = 0

    const checkRows = (found: RowToFit[], again: number[]) =>
      [...found, ...again.flatMap(seq => schemas.at(id, seq) ?? [])].flatMap(
        createFit(before, after, schemas.newKeys(id)),
      )

    const checkSlice = () => {
      const found = schemas.behind(id, last, performance.now() + SLICE_READ_MS)
      const again = found.length ? [] : [...written].slice(0, MAX_RECHECKED)
      return { found, again, findings: checkRows(found, again) }
    }

    return {
      async atAll(): Promise<void> {
        const tally = createTally()
        for (let isComplete = false; !isComplete; await breathe()) {
          watch.take(written)
          const { found, again, findings } = await schemas.slice(checkSlice)
          tally.add(findings)
          last = found.at(-1)?.seq ?? last
          for (const seq of again) written.delete(seq)
          isComplete = found.length === 0 && written.size === 0
        }
        throwClashes(tally)
      },
      /** Call inside the transaction of the change: checks the rows that were written since. */
      atRest(): void {
        watch.take(written)
        const tally = createTally()
        tally.add(checkRows(schemas.behind(id, last, Number.POSITIVE_INFINITY), [...written]))
        throwClashes(tally)
      },
    }
  }

  const apply = (before: DatabaseRecord, document: DatabaseDocument) => {
    schemas.apply(before, document)
    databases.update(before.id, document, now())
  }

  return {
    /**
     * Returns the changed database; null if it no longer exists, 'stale' if its version is not `expected`. Throws 409
     * `conflict` with the rows that do not fit.
     */
    async change(
      accountId: string,
      id: string,
      document: DatabaseDocument,
      expected: number | undefined,
    ): Promise<DatabaseRecord | null | 'stale'> {
      const watch = await rows.watch(id)
      try {
        return await changeIfCurrent(databases.read(accountId, id), expected, async before => {
          const rowCheck = mayClash(before, document) ? createRowCheck(before, document, watch) : null
          await rowCheck?.atAll()
          return store.write(() => {
            assertUnchanged(before, databases.read(accountId, id))
            rowCheck?.atRest()
            apply(before, document)
            return databases.read(accountId, id)
          })
        })
      } finally {
        watch.end()
      }
    },

    /**
     * Returns a function that adds the columns, for use inside a transaction soon after: it throws 409 `conflict` if the
     * database was changed in the meantime. Throws 409 `conflict` with the rows that do not fit.
     */
    async addColumns(
      accountId: string,
      before: DatabaseRecord,
      document: DatabaseDocument,
    ): Promise<() => void> {
      const { id } = before
      const added = narrowedColumns(before, document)
      if (added.length) {
        const watch = await rows.watch(id)
        await createRowCheck(before, document, watch).atAll().finally(watch.end)
      }
      const mark = rows.mark(id)
      return () => {
        assertUnchanged(before, databases.read(accountId, id))
        // Rows that were written by the old definition have no value in a new column.
        if (rows.mark(id) !== mark && added.some(({ nullable }) => !nullable)) throw changedMeanwhile()
        apply(before, document)
      }
    },
  }
}

function throwClashes(tally: ReturnType<typeof createTally>): void {
  const clashes = tally.clashes()
  if (clashes.length) throw clashError(clashes)
}

function assertUnchanged({ version }: DatabaseRecord, current: DatabaseRecord | null): void {
  if (current?.version !== version) throw changedMeanwhile()
}

const clashError = (preview: Clash[]) =>
  new AppError('conflict', `Rows do not fit the changed definition: ${preview[0]!.problem}`, {
    field: preview[0]!.column,
    extra: { preview },
    hint: 'Nothing was changed. Correct or delete the rows that `preview` shows, or add a new column instead.',
  })

const changedMeanwhile = () =>
  new AppError('conflict', 'The database has been changed in the meantime.', {
    hint: 'Look at its columns again, and repeat the call.',
  })
