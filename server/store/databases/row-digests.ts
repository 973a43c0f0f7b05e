import type { Engine } from '../engine.ts'
import type { EventStore } from '../webhooks/events.ts'
import { type ChangeStore, changeCursor, type RowChange } from './changes.ts'
import type { DatabaseRecord } from './databases.ts'
import type { ChangeKind } from './row-data.ts'

/** The number of rows by kind of change. */
type CountsByKind = Record<ChangeKind, number>

/** What a write changed. `since` is the number of the last change before the write. */
interface WriteSummary {
  /** The id of the batch, workflow run, job or call that the write belongs to. */
  origin: string
  accountId: string
  database: Pick<DatabaseRecord, 'id' | 'name'>
  counts: CountsByKind
  since: number
}

/** The prefix of the ids of calls that write rows. */
export const CALL = 'wrt'

/** How many changes an event holds, and roughly how many characters of them; the feed has the rest. */
const MAX_CHANGES = 100
const MAX_CHARACTERS = 262_144

interface Digest extends CountsByKind {
  origin: string
  database_id: string
  account_id: string
  since: number
  first: string
  name: string
}

const isCall = (origin: string) => origin.startsWith(`${CALL}_`)
const sumOf = ({ added, changed, returned, removed }: CountsByKind) => added + changed + returned + removed

/**
 * Notifies webhooks of changed rows. Webhooks that ask for `each` get an event for every write; the others get one for
 * everything that a batch, workflow run or job changed in a database. A call is reported to all of them once. Call all
 * functions inside a transaction.
 */
export function createRowDigests(
  engine: Engine,
  { events, changes }: { events: Pick<EventStore, 'enqueue' | 'isHeard'>; changes: ChangeStore },
) {
  const add = engine.prepare<{ first: string }>(`
    INSERT INTO row_digests (origin, database_id, account_id, added, changed, returned, removed, since)
    VALUES (@origin, @databaseId, @accountId, @added, @changed, @returned, @removed, @since)
    ON CONFLICT DO UPDATE SET
      since = iif(added + changed + returned + removed = 0, excluded.since, since),
      added = added + excluded.added, changed = changed + excluded.changed,
      returned = returned + excluded.returned, removed = removed + excluded.removed
    RETURNING first
  `)
  const setFirst = engine.prepare('UPDATE row_digests SET first = ? WHERE origin = ? AND database_id = ?')
  const expectRemoval = engine.prepare(`
    INSERT INTO row_digests (origin, database_id, account_id, since)
    SELECT DISTINCT origin, database_id, account_id, 0 FROM database_runs WHERE origin = ?
    ON CONFLICT DO NOTHING
  `)
  const markEnded = engine.prepare('UPDATE row_digests SET ended = 1 WHERE origin = ?')
  const settled = engine.prepare<Digest>(`
    SELECT digest.*, document ->> 'name' AS name FROM row_digests AS digest
    JOIN databases ON databases.id = digest.database_id
    WHERE digest.origin = ? AND ended = 1 AND NOT EXISTS (
      SELECT 1 FROM database_runs AS run WHERE run.origin = digest.origin AND run.database_id = digest.database_id
    )
  `)
  const remove = engine.prepare('DELETE FROM row_digests WHERE origin = ? AND database_id = ?')
  const interruptedCalls = engine.prepare<{ origin: string }>(
    `SELECT DISTINCT origin FROM row_digests WHERE origin GLOB '${CALL}_*'`,
  )

  const dataOf = (change: WriteSummary, numbers: readonly number[]) => {
    const { database, origin, counts, since } = change
    const shown = changes.numbered(numbers, MAX_CHARACTERS)
    const isMore = numbers.length > 0 && sumOf(counts) > shown.length
    return {
      database_id: database.id,
      database_name: database.name,
      ...originOf(origin),
      counts,
      cursor: changeCursor(since),
      changes: shown,
      next: isMore ? restUrl(database.id, shown, since) : null,
    }
  }

  const keep = (change: WriteSummary) => {
    const { origin, accountId, database, counts, since } = change
    const { first } = add.get({ origin, accountId, databaseId: database.id, ...counts, since })!
    const numbers: number[] = JSON.parse(first)
    const more = changes.numbersAfter(database.id, since, MAX_CHANGES - numbers.length)
    if (more.length) setFirst.run(JSON.stringify([...numbers, ...more]), origin, database.id)
  }

  const emit = ({ origin, account_id, database_id, name, since, first, ...digest }: Digest, now: number) => {
    remove.run(origin, database_id)
    const { added, changed, returned, removed } = digest
    const counts = { added, changed, returned, removed }
    if (!sumOf(counts)) return
    const database = { id: database_id, name }
    const data = () => dataOf({ origin, accountId: account_id, database, counts, since }, JSON.parse(first))
    events.enqueue(
      account_id,
      'database.rows.changed',
      data,
      now,
      isCall(origin) ? {} : { rowChanges: 'digest' },
    )
  }

  const settle = (origin: string, now: number): void => {
    for (const digest of settled.all(origin)) emit(digest, now)
  }

  const end = (origin: string, now: number): void => {
    expectRemoval.run(origin)
    markEnded.run(origin)
    settle(origin, now)
  }

  return {
    /** Records what a write changed, right after it. Records nothing if no webhook listens. */
    add(change: WriteSummary, now: number): void {
      if (!sumOf(change.counts) || !events.isHeard(change.accountId)) return
      keep(change)
      if (isCall(change.origin)) return
      const data = () => dataOf(change, changes.numbersAfter(change.database.id, change.since, MAX_CHANGES))
      events.enqueue(change.accountId, 'database.rows.changed', data, now, { rowChanges: 'each' })
    },
    /**
     * Reports everything that a batch, workflow run, job or call changed, once; if missing rows are still to be removed,
     * after that.
     */
    end,
    /** Call after missing rows have been removed: reports what was waiting for that. */
    settle,
    /** Call after a start: reports what interrupted calls of a process that died had written. */
    endBrokenOff(now: number): void {
      for (const { origin } of interruptedCalls.all()) end(origin, now)
    },
  }
}

export type RowDigests = ReturnType<typeof createRowDigests>

const restUrl = (databaseId: string, shown: readonly RowChange[], since: number) =>
  `/v1/databases/${databaseId}/changes?cursor=${changeCursor(shown.at(-1)?.seq ?? since)}`

/** The origin in the form that receivers get; all null for a call. */
const originOf = (origin: string) => ({
  job_id: origin.startsWith('job_') ? origin : null,
  batch_id: origin.startsWith('bat_') ? origin : null,
  run_id: origin.startsWith('run_') ? origin : null,
})
