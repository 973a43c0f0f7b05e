import { newId } from '../../base/ids.ts'
import { HOUR } from '../../base/times.ts'
import { RESTORABLE_MS } from '../deleted-records.ts'
import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import type { KeyColumns } from './key-columns.ts'
import type { RowInserts } from './row-inserts.ts'
import type { NewRow } from './row-plans.ts'

/** Characters of rows that one transaction writes ahead. */
const MAX_CHARACTERS = 1_048_576

/** Rows that were written ahead, with the time that counts as that of their write. */
export interface StagedRows {
  id: string
  now: number
  /** The expected number of the write: rows whose size stays the same are not written again. */
  number: number
}

interface StagedRowsParts {
  keyColumns: KeyColumns
  startInserts(column: ReturnType<KeyColumns['inUse']>): RowInserts
}

/**
 * Writes planned rows ahead of their transaction, which then takes them over without writing them again. Until then, they
 * and their changes belong to a deleted database of no account, so nobody sees them, and a sweep removes it an hour later
 * if a crash has left it behind.
 */
export function createStagedRows(engine: Engine, { keyColumns, startInserts }: StagedRowsParts) {
  const begin = engine.prepare(`
    INSERT INTO databases (id, account_id, version, document, created_at, updated_at, deleted_at)
    VALUES (@id, '', 1, '{"name":""}', @now, @now, @deletedAt)
  `)
  const exists = engine.prepare('SELECT 1 FROM databases WHERE id = ?')
  const writes = engine.prepare<{ writes: number }>('SELECT writes FROM databases WHERE id = ?')
  const end = engine.prepare('DELETE FROM databases WHERE id = ?')
  const takeRows = engine.prepare(
    'UPDATE database_rows SET database_id = ?, seen_in = ? WHERE database_id = ?',
  )
  const takeChanges = engine.prepare('UPDATE database_changes SET database_id = ? WHERE database_id = ?')
  // As the triggers of new rows do.
  const addValues = engine.prepare(`
    INSERT INTO row_values (lookup, is_missing, value, seq)
    SELECT id, found IS NULL, coalesce(found, ''), seq FROM (
      SELECT lookup.id, row.seq,
        iif(is_cut, substr(json_extract(data, path), 1, 500), json_extract(data, path)) AS found
      FROM row_lookups AS lookup, database_rows AS row
      WHERE lookup.database_id = @databaseId AND path IS NOT NULL AND row.database_id = @id
    )
  `)
  const addTexts = engine.prepare(`
    INSERT OR IGNORE INTO row_texts_due (database_id, seq)
    SELECT lookup.database_id, row.seq FROM row_lookups AS lookup, database_rows AS row
    WHERE lookup.database_id = @databaseId AND path IS NULL AND row.database_id = @id AND filled_to >= row.seq
  `)

  const write = (staged: StagedRows, database: DatabaseRecord, rows: readonly NewRow[]): void => {
    const { id: stagedId, now, number } = staged
    const inserts = startInserts(keyColumns.inUse(database.id))
    for (const row of rows) {
      const { key, kind, before, data, fields } = row.plan!
      const source = JSON.stringify(row.source)
      const id = before?.id ?? newId('row', now)
      if (!before)
        inserts.addRow(key, { values: [stagedId, id, key, data, source, number, now, now, now], data })
      if (database.track_history)
        inserts.addChange({ values: [stagedId, id, kind, fields, data, source, now], data })
      row.isStaged = true
    }
    inserts.flush()
  }

  return {
    /**
     * Writes those of the rows ahead that take long, if they do. `mark` is that of a complete write. Returns null for short
     * rows. Call it outside of a transaction.
     */
    async write(
      database: DatabaseRecord,
      rows: readonly NewRow[],
      { mark, now }: { mark: number | null; now: number },
    ): Promise<StagedRows | null> {
      const slices = slicesOf(rows.filter(row => canStage(row, database, mark)))
      if (slices.length < 2) return null
      const number = (mark ?? writes.get(database.id)?.writes ?? 0) + 1
      const staged = { id: newId('db', now), now, number }
      await engine.write(() => begin.run({ id: staged.id, now, deletedAt: now - RESTORABLE_MS + HOUR }))
      for (const slice of slices) await engine.writeSlice(() => write(staged, database, slice))
      return staged
    },

    /** Whether the rows are still there: after the machine was asleep, a sweep may have taken them for those of a crash. */
    isThere: ({ id }: StagedRows): boolean => exists.get(id) !== undefined,

    /** Inside a transaction: gives the rows and changes to their database, as those of this write. */
    take({ id }: StagedRows, databaseId: string, number: number): void {
      addValues.run({ databaseId, id })
      addTexts.run({ databaseId, id })
      takeRows.run(databaseId, number, id)
      takeChanges.run(databaseId, id)
      end.run(id)
    },
  }
}

/** A complete write leaves rows as they are that a later one has written. Only the transaction can find a key taken. */
const canStage = ({ plan }: NewRow, { write_mode, track_history }: DatabaseRecord, mark: number | null) => {
  if (!plan || plan.kind === 'unchanged') return false
  if (!plan.before) return true
  return write_mode !== 'append' && track_history && (mark === null || plan.before.seen_in <= mark + 1)
}

/** Returns rows in slices that are written in some milliseconds each. */
function slicesOf(rows: readonly NewRow[]): NewRow[][] {
  const slices: NewRow[][] = []
  let left = 0
  for (const row of rows) {
    if (left <= 0) {
      slices.push([])
      left = MAX_CHARACTERS
    }
    slices.at(-1)!.push(row)
    left -= row.plan!.data.length + row.plan!.fields.length
  }
  return slices
}
