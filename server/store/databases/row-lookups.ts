import { setImmediate as breathe } from 'node:timers/promises'
import type { Engine } from '../engine.ts'
import { createPace, type PaceOptions } from '../pace.ts'
import type { Column, DatabaseRecord } from './databases.ts'
import { pathOf } from './row-filter.ts'
import { createRowStretches } from './row-stretches.ts'
import { createValueFill } from './row-values.ts'

/**
 * A database with fewer rows and bytes than this is read whole, which costs less than maintaining a lookup on each write.
 */
const SMALL_DB = { rows: 2_000, bytes: 16_777_216 }
/** How many columns of a database have lookups, since each slows every write a little: a further one replaces the oldest. */
const MAX_LOOKUPS = 8

/** The `filled_to` of a lookup that holds all rows, including future ones. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER

/** Rows that one transaction fills in, and their bytes. */
const PACE: PaceOptions = { first: 1, fewest: 1, most: 5_000, longMs: 8 }
const MAX_FILLED_BYTES = 524_288
/** How many rows may be missing from the lookup over texts; these are read from the database instead. */
const MAX_MISSING_ROWS = 500
/** Values that one transaction removes. */
const REMOVED_AT_ONCE = 2_000

interface Lookup {
  id: number
  path: string | null
  is_cut: number
  filled_to: number
}

/** What a lookup covers: a column, or all texts. */
type LookupTarget = Column | 'texts'

const keyOf = (target: LookupTarget) =>
  target === 'texts'
    ? { path: null, is_cut: 0 }
    : { path: pathOf(target), is_cut: Number(target.type === 'string') }

/**
 * Lookups over columns, and over all texts, of databases. They are created when they are first requested, and filled some
 * rows at a time; triggers keep them up to date.
 */
export function createRowLookups(engine: Engine) {
  const ofDatabase = engine.prepare<Lookup>('SELECT * FROM row_lookups WHERE database_id = ? ORDER BY id')
  const byId = engine.prepare<Lookup & { database_id: string | null }>(
    'SELECT * FROM row_lookups WHERE id = ?',
  )
  const insert = engine.prepare(
    'INSERT INTO row_lookups (database_id, path, is_cut) VALUES (@databaseId, @path, @is_cut)',
  )
  const small = engine.prepare<{ isSmall: number }>(`
    SELECT iif(
      (SELECT count(*) FROM (SELECT 1 FROM database_rows WHERE database_id = @id LIMIT ${SMALL_DB.rows})) = ${SMALL_DB.rows}, FALSE,
      (SELECT total(octet_length(data)) < ${SMALL_DB.bytes} FROM database_rows WHERE database_id = @id)
    ) AS isSmall
  `)
  const endOf = createRowStretches(engine)
  const STRETCH = 'FROM database_rows WHERE database_id = @databaseId AND seq > @after AND seq <= @last'
  const TEXTS = "SELECT seq, (SELECT group_concat(value, char(10)) FROM json_each(data) WHERE type = 'text')"
  const fillTexts = engine.prepare(`INSERT INTO row_texts (rowid, texts) ${TEXTS} ${STRETCH}`)
  const someDue = engine.prepare<{ last: number | null; bytes: number }>(`
    SELECT max(seq) AS last, total(size) AS bytes FROM (
      SELECT due.seq, octet_length(data) AS size FROM row_texts_due AS due LEFT JOIN database_rows ON database_rows.seq = due.seq
      WHERE due.database_id = ? ORDER BY due.seq LIMIT CAST(? AS INTEGER)
    )
  `)
  const fillDue = engine.prepare(`
    INSERT INTO row_texts (rowid, texts) ${TEXTS} FROM database_rows
    WHERE database_id = @databaseId
      AND seq IN (SELECT seq FROM row_texts_due WHERE database_id = @databaseId AND seq <= @last)
  `)
  const removeDue = engine.prepare(
    'DELETE FROM row_texts_due WHERE database_id = @databaseId AND seq <= @last',
  )
  const newer = engine.prepare<{ rows: number }>(`
    SELECT (SELECT count(*) FROM (
        SELECT 1 FROM database_rows WHERE database_id = @databaseId AND seq > @filled_to LIMIT ${MAX_MISSING_ROWS}
      )) + (SELECT count(*) FROM (
        SELECT 1 FROM row_texts_due WHERE database_id = @databaseId LIMIT ${MAX_MISSING_ROWS}
      )) AS rows
  `)
  const fillValues = createValueFill(engine)
  const setFilled = engine.prepare('UPDATE row_lookups SET filled_to = ? WHERE id = ?')
  const detach = engine.prepare('UPDATE row_lookups SET database_id = NULL WHERE id = ?')
  const detached = engine.prepare<{ id: number }>('SELECT id FROM row_lookups WHERE database_id IS NULL')
  const removeValues = engine.prepare(`
    DELETE FROM row_values WHERE (lookup, is_missing, value, seq) IN (
      SELECT lookup, is_missing, value, seq FROM row_values WHERE lookup = ? LIMIT ${REMOVED_AT_ONCE}
    )
  `)
  const remove = engine.prepare('DELETE FROM row_lookups WHERE id = ?')
  const anyTexts = engine.prepare<{ any: number }>(
    'SELECT EXISTS (SELECT 1 FROM row_lookups WHERE path IS NULL AND database_id IS NOT NULL) AS any',
  )
  const hasTexts = engine.prepare<{ any: number }>('SELECT EXISTS (SELECT 1 FROM row_texts_idx) AS any')
  const emptyTexts = engine.prepare("INSERT INTO row_texts (row_texts) VALUES ('delete-all')")
  const oldIndexes = engine.prepare<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'rows\\_of\\_db\\_%' ESCAPE '\\'",
  )

  const isSmall = (id: string) => small.get({ id })!.isSmall === 1

  const find = (databaseId: string, target: LookupTarget): Lookup | undefined => {
    const { path, is_cut } = keyOf(target)
    return ofDatabase.all(databaseId).find(one => one.path === path && one.is_cut === is_cut)
  }

  const isInUse = (id: number) => byId.get(id)?.database_id != null

  /** Returns the number of the last of `size` due rows, or of fewer if they are long; null if none is due. */
  const lastDue = (databaseId: string, size: number): number | null => {
    const { last, bytes } = someDue.get(databaseId, size)!
    return bytes > MAX_FILLED_BYTES && size > 1 ? lastDue(databaseId, size >> 1) : last
  }

  /** Inside a transaction: fills in the texts of up to `size` rows. Returns true if none were left. */
  const fillSome = (id: number, size: number): boolean => {
    const lookup = byId.get(id)
    if (!lookup?.database_id) return true
    const { database_id: databaseId, filled_to: after } = lookup
    const due = lastDue(databaseId, size)
    if (due !== null) {
      fillDue.run({ databaseId, last: due })
      removeDue.run({ databaseId, last: due })
      return false
    }
    const last = endOf(databaseId, after, { rows: size, bytes: MAX_FILLED_BYTES })
    if (last === null) return true
    fillTexts.run({ databaseId, after, last })
    setFilled.run(last, id)
    return false
  }

  async function fillAllTexts(id: number): Promise<void> {
    const pace = createPace(PACE)
    for (let isFilled = false; !isFilled; ) {
      isFilled = await engine.writeSlice(() => {
        const wasLast = fillSome(id, pace.begin())
        pace.end()
        return wasLast
      })
      await breathe()
    }
  }

  async function fillAllValues(databaseId: string, { id, path, is_cut }: Lookup): Promise<void> {
    await fillValues({ id, databaseId, path: path!, is_cut }, () => isInUse(id))
    await engine.write(() => setFilled.run(ALL_ROWS, id))
  }

  /** The lookups that are being filled, by id. */
  const filling = new Map<number, Promise<void>>()

  const ensureFilled = (databaseId: string, lookup: Lookup): Promise<void> | undefined => {
    const { id, filled_to, path } = lookup
    if (filled_to === ALL_ROWS) return undefined
    if (path === null && newer.get({ databaseId, filled_to })!.rows < MAX_MISSING_ROWS) return undefined
    const known = filling.get(id)
    if (known) return known
    const filled = lookup.path === null ? fillAllTexts(id) : fillAllValues(databaseId, lookup)
    const work = filled.finally(() => filling.delete(id))
    filling.set(id, work)
    return work
  }

  const createLookup = (databaseId: string, target: LookupTarget) =>
    engine.write(() => {
      const known = find(databaseId, target)
      if (known) return known
      const columns = ofDatabase.all(databaseId).filter(({ path }) => path !== null)
      if (target !== 'texts' && columns.length >= MAX_LOOKUPS) detach.run(columns[0]!.id)
      insert.run({ databaseId, ...keyOf(target) })
      return find(databaseId, target)!
    })

  /** Starts to fill a lookup. Returns the promise of its completion; undefined if there is nothing to wait for. */
  async function begin(databaseId: string, target: LookupTarget): Promise<Promise<void> | undefined> {
    const isJson = target !== 'texts' && target.type === 'json'
    if (isJson || isSmall(databaseId)) return undefined
    const lookup = find(databaseId, target) ?? (await createLookup(databaseId, target))
    return ensureFilled(databaseId, lookup)
  }

  return {
    isSmall,
    /** Creates a lookup if it is worth it, and waits until it holds all rows; for texts, all but a few. */
    async ensure({ id }: DatabaseRecord, target: LookupTarget): Promise<void> {
      await await begin(id, target)
    },
    /** Creates a lookup if it is worth it, without waiting. If the store cannot be written, the next request starts over. */
    request({ id }: DatabaseRecord, target: LookupTarget): void {
      begin(id, target).then(
        work => work?.catch(() => undefined),
        () => undefined,
      )
    },
    /** Returns the number of the last row in the lookup over texts; null if there is no such lookup. */
    textsFilledTo: (databaseId: string): number | null => find(databaseId, 'texts')?.filled_to ?? null,
    /** Returns the number of the lookup that holds all values of a column; null if there is none. */
    find(databaseId: string, target: Column): number | null {
      const known = find(databaseId, target)
      return known?.filled_to === ALL_ROWS ? known.id : null
    },
    /** Inside a transaction: gives up the lookups of columns that no longer exist. */
    follow(databaseId: string, columns: readonly Column[]): void {
      const kept = columns.map(keyOf)
      for (const { id, path, is_cut } of ofDatabase.all(databaseId))
        if (path !== null && !kept.some(one => one.path === path && one.is_cut === is_cut)) detach.run(id)
    },
    /** Inside a transaction: gives up all lookups of a database; `clean` removes them later. */
    forget(databaseId: string): void {
      for (const { id } of ofDatabase.all(databaseId)) detach.run(id)
      removeDue.run({ databaseId, last: ALL_ROWS })
    },
    /**
     * Removes lookups that were given up, some values at a time, and indexes that an older Winnow created. Empties the
     * index over texts once no database has a lookup over texts.
     */
    async clean(): Promise<void> {
      for (const { name } of oldIndexes.all())
        await engine.write(() => engine.prepare(`DROP INDEX ${name}`).run())
      for (const { id } of detached.all()) {
        while ((await engine.writeSlice(() => removeValues.run(id).changes)) === REMOVED_AT_ONCE);
        await engine.write(() => remove.run(id))
      }
      if (!anyTexts.get()!.any && hasTexts.get()!.any) await engine.write(() => void emptyTexts.run())
    },
  }
}

export type RowLookups = ReturnType<typeof createRowLookups>
