import { newId } from '../../base/ids.ts'
import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import { type KeyColumns, ofEachKeyColumn } from './key-columns.ts'
import type { ChangeKind, RowSource } from './row-data.ts'
import { keyOf } from './row-diff.ts'
import { duplicateKey } from './row-errors.ts'
import { createRowInserts, type RowInserts } from './row-inserts.ts'
import { createRowPlans, type NewRow, type RowPlan } from './row-plans.ts'
import type { RowWatches } from './row-watches.ts'
import { createStagedRows, type StagedRows } from './staged-rows.ts'
import { ROW_COLUMNS, type StoredRow } from './stored-rows.ts'

export const BY_HAND: RowSource = { job_id: null, parser_version: null, url: null }

/** The outcome of a write, in numbers of rows. */
export interface WriteCounts {
  added: number
  changed: number
  unchanged: number
  returned: number
  removed: number
}

/**
 * The write that rows belong to: `mark` is that of a complete write, null for any other; `first` is how many rows it has
 * written before; `staged` are those of its rows that were written ahead.
 */
export interface WritePart {
  mark: number | null
  first: number
  staged?: StagedRows | null
}

/** The outcome of one step of a removal. */
export interface Removal {
  removed: number
  last: number | null
}

/** A write in progress: its number, its time, and the collector of its inserts. */
interface RowWrite {
  database: DatabaseRecord
  number: number
  now: number
  inserts: RowInserts
  sourceText(source: RowSource): string
}

/** Rows that one transaction writes at most, so that other work can run in between. */
export const SLICE = 500

/** Characters of rows that one transaction removes, unless a single row is longer. */
const SLICE_CHARACTERS = 1_048_576

/** Returns a function that writes sources as JSON, once for rows that share theirs. */
function createSourceText() {
  let last: RowSource | undefined
  let text = ''
  return (source: RowSource): string => {
    if (source !== last) text = JSON.stringify(source)
    last = source
    return text
  }
}

/** Returns the first of the rows, and whether they are all. */
function sliceOf(found: Iterable<StoredRow>): { rows: StoredRow[]; isLast: boolean } {
  const rows: StoredRow[] = []
  let characters = 0
  for (const row of found) {
    rows.push(row)
    characters += row.data.length
    if (characters > SLICE_CHARACTERS) return { rows, isLast: false }
  }
  return { rows, isLast: rows.length < SLICE }
}

export const noCounts = (): WriteCounts => ({ added: 0, changed: 0, unchanged: 0, returned: 0, removed: 0 })

/** Stores rows of databases, and writes each of their changes to the feed. Call all functions inside a transaction. */
export function createRowStore(
  engine: Engine,
  { keyColumns, watches }: { keyColumns: KeyColumns; watches: RowWatches },
) {
  const plans = createRowPlans(engine, keyColumns)
  const findBy = ofEachKeyColumn(column =>
    engine.prepare<{ seq: number }>(`SELECT seq FROM database_rows WHERE database_id = ? AND ${column} = ?`),
  )
  const startInserts = createRowInserts(engine)
  const staged = createStagedRows(engine, { keyColumns, startInserts })
  const byId = engine.prepare<StoredRow>(
    `SELECT ${ROW_COLUMNS} FROM database_rows WHERE database_id = ? AND id = ?`,
  )
  const markSeen = engine.prepare('UPDATE database_rows SET seen_in = ?, last_seen_at = ? WHERE seq = ?')
  const change = engine.prepare(`
    UPDATE database_rows SET data = ?, source = ?, seen_in = ?, last_seen_at = @now, changed_at = @now, removed_at = NULL
    WHERE seq = ?
  `)
  const missing = engine.prepare<StoredRow>(`
    SELECT ${ROW_COLUMNS} FROM database_rows
    WHERE database_id = ? AND seq > ? AND seen_in <= ? AND removed_at IS NULL ORDER BY seq LIMIT ?
  `)
  const markRemoved = engine.prepare('UPDATE database_rows SET removed_at = ? WHERE seq = ?')
  const remove = engine.prepare('DELETE FROM database_rows WHERE seq = ?')
  const countWrite = engine.prepare<{ writes: number }>(
    'UPDATE databases SET writes = writes + 1 WHERE id = ? RETURNING writes',
  )
  const writes = engine.prepare<{ writes: number }>('SELECT writes FROM databases WHERE id = ?')
  const setComplete = engine.prepare<{ complete_to: number }>(
    'UPDATE databases SET complete_to = max(complete_to, ?) WHERE id = ? RETURNING complete_to',
  )
  const countRows = engine.prepare('UPDATE databases SET row_count = row_count + ? WHERE id = ?')

  const recordChange = (
    { database, now, inserts }: Pick<RowWrite, 'database' | 'now' | 'inserts'>,
    kind: ChangeKind,
    { id, data, source }: { id: string; data: string; source: string },
    fields: string,
  ) => {
    if (!database.track_history) return
    inserts.addChange({ values: [database.id, id, kind, fields, data, source, now], data })
  }

  const addRow = (write: RowWrite, { key, data }: RowPlan, { source: rowSource, isStaged }: NewRow) => {
    if (isStaged) return 'added' as const
    const { database, number, now, inserts } = write
    const id = newId('row', now)
    const source = write.sourceText(rowSource)
    inserts.addRow(key, { values: [database.id, id, key, data, source, number, now, now, now], data })
    recordChange(write, 'added', { id, data, source }, '{}')
    return 'added' as const
  }

  const writeRow = (write: RowWrite, plan: RowPlan, row: NewRow) => {
    const { database, number, now } = write
    const { before, kind, data, fields } = plan
    if (!before || kind === 'added') return addRow(write, plan, row)
    const { seq, id, seen_in } = before
    if (seen_in > number) return 'unchanged' as const
    if (kind === 'unchanged') {
      markSeen.run(number, now, seq)
      return kind
    }
    const source = write.sourceText(row.source)
    change.run(data, source, number, seq, { now })
    watches.note(database.id, seq)
    if (!row.isStaged) recordChange(write, kind, { id, data, source }, fields)
    return kind
  }

  /** Returns what a row changes after the collected inserts. */
  const planAfter = (inserts: RowInserts, database: DatabaseRecord, row: NewRow): RowPlan => {
    const key = keyOf(database.primary_key, row.data)
    if (key !== null) inserts.settle(key)
    return plans.plan(database, row, key)
  }

  /** Removes rows, as one step of a removal or by hand. */
  const removeRows = (
    database: DatabaseRecord,
    rows: readonly StoredRow[],
    keepRows: boolean,
    now: number,
  ) => {
    plans.noteWrite(database.id)
    const inserts = startInserts(keyColumns.inUse(database.id))
    for (const row of rows) {
      if (keepRows) markRemoved.run(now, row.seq)
      else remove.run(row.seq)
      recordChange({ database, now, inserts }, 'removed', row, '{}')
    }
    inserts.flush()
  }

  return {
    find: (databaseId: string, id: string): StoredRow | null => byId.get(databaseId, id) ?? null,
    /** Whether a row has this key, in the form of `keyOf`. */
    hasKey: (databaseId: string, key: string): boolean =>
      findBy[keyColumns.inUse(databaseId)].get(databaseId, key) !== undefined,
    watch: watches.begin,
    plan: plans.plan,
    planState: plans.state,
    staged,

    /**
     * Writes rows that match the columns in the database's write mode, and the feed with them. Of two rows with the same
     * key, the later counts. In `replace` mode, rows stay as they are if a complete write that began later has written
     * them. Throws 409 `conflict` for a key that already exists in `append` mode.
     */
    write(
      database: DatabaseRecord,
      rows: readonly NewRow[],
      now: number,
      { mark, first, staged: ahead }: WritePart = { mark: null, first: 0 },
    ): WriteCounts {
      const counts = noCounts()
      const isPart = mark !== null && database.write_mode === 'replace'
      const number = isPart ? mark + 1 : countWrite.get(database.id)!.writes
      const column = keyColumns.inUse(database.id)
      const inserts = startInserts(column)
      const write = { database, number, now, inserts, sourceText: createSourceText() }
      plans.noteWrite(database.id)
      if (ahead) staged.take(ahead, database.id, number)
      for (const [i, row] of rows.entries()) {
        const plan = row.plan ?? planAfter(inserts, database, row)
        if (plan.before && database.write_mode === 'append') {
          const isTwice = rows.slice(0, i).some(({ data }) => keyOf(database.primary_key, data) === plan.key)
          throw duplicateKey(database, { index: first + i, data: row.data, isTwice, written: first })
        }
        counts[writeRow(write, plan, row)]++
      }
      inserts.flush()
      countRows.run(counts.added + counts.returned, database.id)
      return counts
    },

    /** Returns the number of the last write. Rows that no later write contains are missing when a complete run ends. */
    mark: (databaseId: string): number => writes.get(databaseId)?.writes ?? 0,

    /** Begins a complete write, which gets the next number. Returns its mark: the number of the write before it. */
    begin: (databaseId: string): number => (countWrite.get(databaseId)?.writes ?? 1) - 1,

    /**
     * Ends the complete write that began at `mark`. Returns the mark to search for missing rows by: in `replace` mode, the
     * mark of the ended write that began last.
     */
    end: ({ id, write_mode }: DatabaseRecord, mark: number): number =>
      write_mode === 'replace' ? (setComplete.get(mark, id)?.complete_to ?? mark) : mark,

    /**
     * Removes or marks rows that no write after `mark` contained, as `on_missing` says: some of those after row number
     * `after`. Returns how many, and the number of the last; null at the end.
     */
    removeMissing(database: DatabaseRecord, mark: number, after: number, now: number): Removal {
      if (database.on_missing === 'keep') return { removed: 0, last: null }
      const { rows, isLast } = sliceOf(missing.iterate(database.id, after, mark, SLICE))
      removeRows(database, rows, database.on_missing === 'mark_removed', now)
      countRows.run(-rows.length, database.id)
      return { removed: rows.length, last: isLast ? null : rows.at(-1)!.seq }
    },

    /** Deletes a row by its id. Returns whether it was present or marked as removed; null if it is absent. */
    remove(database: DatabaseRecord, id: string, now: number): 'present' | 'marked' | null {
      const row = byId.get(database.id, id)
      if (!row) return null
      const isPresent = row.removed_at === null
      if (isPresent) removeRows(database, [row], false, now)
      else {
        remove.run(row.seq)
        plans.noteWrite(database.id)
      }
      countRows.run(isPresent ? -1 : 0, database.id)
      return isPresent ? 'present' : 'marked'
    },
  }
}
