import { describeExpression } from '../../base/text/cron-reading.ts'
import { iso, isoOrNull } from '../../base/times.ts'
import { changeIfCurrent, removeIfCurrent } from '../change-if-current.ts'
import { RESTORABLE_MS } from '../deleted-records.ts'
import type { Engine } from '../engine.ts'
import { createNamingSearch } from '../naming-search.ts'
import { createRecordList } from '../record-list.ts'
import { createDeletedRemoval } from '../remove-rows.ts'
import { type CronDocument, type CronRun, type CronRunRow, toCronRun } from './rows.ts'
import {
  type CronRow,
  createScheduledCrons,
  type NextTick,
  type ScheduledCron,
  toScheduled,
} from './scheduled-crons.ts'

/** A cron as stored. */
export interface CronRecord extends CronDocument {
  id: string
  version: number
  enabled: boolean
  last_run: CronRun | null
  next_run_at: string | null
  /** How many runs have failed in a row. */
  failures: number
  paused_reason: string | null
  created_at: string
  updated_at: string
}

/** The values that a change of a cron writes. */
export interface CronChange {
  document: CronDocument
  enabled: boolean
  /** The key that the cron runs as from now on. */
  key_id: string
  /** null for a cron that is not enabled. */
  next: NextTick | null
  /** Called in the transaction of the change, before it. */
  check?(): void
}

/** The key that a cron runs as from now on, and when it fires next. */
interface Revival {
  key_id: string
  nextOf(cron: ScheduledCron): NextTick | null
}

/**
 * Returns the columns of a change. A change that enables a cron also resumes it: `update` then clears its pause reason and
 * failures.
 */
const columnsOf = ({ document, enabled, key_id, next }: CronChange) => ({
  key_id,
  document: JSON.stringify(document),
  target: document.target.type === 'api' ? null : document.target.id,
  enabled: Number(enabled),
  next_at: next?.at ?? null,
  due_at: next?.dueAt ?? null,
})

/** What a search of crons reads. */
interface SearchedCron {
  document: string
  target_name: string | null
}

function textsOfCron({ document, target_name }: SearchedCron): (string | null)[] {
  const { name, expression, timezone, target }: CronDocument = JSON.parse(document)
  const input = JSON.stringify(target.input) ?? null
  return [name, describeExpression(expression), expression, timezone, target.id, target_name, input]
}

/** Stores crons. Functions that return crons to callers take the account: crons of other accounts count as absent. */
export function createCronStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO crons (id, account_id, key_id, version, document, target, enabled, next_at, due_at, created_at, updated_at)
    VALUES (@id, @account_id, @key_id, 1, @document, @target, @enabled, @next_at, @due_at, @now, @now)
  `)
  const update = engine.prepare(`
    UPDATE crons SET version = version + 1, key_id = @key_id, document = @document, target = @target, enabled = @enabled, next_at = @next_at,
      due_at = @due_at, paused_reason = iif(@enabled, NULL, paused_reason),
      failures = iif(@enabled AND NOT enabled, 0, failures), updated_at = @now
    WHERE id = @id
  `)
  const SELECT = 'SELECT * FROM crons'
  const byId = engine.prepare<CronRow>(`${SELECT} WHERE id = ? AND account_id = ? AND deleted_at IS NULL`)
  const lastRun = engine.prepare<CronRunRow>(
    'SELECT * FROM cron_runs WHERE cron_id = ? AND started_at IS NOT NULL ORDER BY started_at DESC LIMIT 1',
  )
  const remove = engine.prepare(`
    UPDATE crons SET deleted_at = ?, next_at = NULL, due_at = NULL
    WHERE id = ? AND account_id = ? AND deleted_at IS NULL
  `)
  const restorable = engine.prepare<CronRow>(`${SELECT} WHERE id = ? AND account_id = ? AND deleted_at >= ?`)
  const restore = engine.prepare(
    'UPDATE crons SET deleted_at = NULL, key_id = @key_id, next_at = @next_at, due_at = @due_at WHERE id = @id',
  )
  const expire = createDeletedRemoval(engine, 'crons', [{ table: 'cron_runs', owner: 'cron_id' }])
  const resume = engine.prepare(`
    UPDATE crons SET enabled = 1, key_id = @key_id, next_at = @at, due_at = @dueAt, failures = 0, paused_reason = NULL,
      version = version + 1, updated_at = @now
    WHERE id = @id
  `)
  const naming = createNamingSearch(
    engine,
    'crons',
    `SELECT 1 FROM crons LEFT JOIN batches ON batches.id = target
    WHERE crons.id = @id AND deleted_at IS NULL AND @recordId IN (
      target, coalesce(document ->> '$.target.database_id', database_id), parser_id,
      document ->> '$.target.input.target.parser_id', document ->> '$.target.input.items_from.database_id',
      document ->> '$.target.input.items_from.links.fetch.session',
      coalesce(document ->> '$.target.input.webhook', webhook)
    )`,
  )

  const show = ({
    document,
    enabled,
    next_at,
    last,
    ...row
  }: Omit<CronRow, 'key_id' | 'account_id' | 'due_at'> & { last: CronRunRow | undefined }): CronRecord => ({
    id: row.id,
    ...(JSON.parse(document) as CronDocument),
    version: row.version,
    enabled: enabled === 1,
    last_run: last ? toCronRun(last) : null,
    next_run_at: isoOrNull(next_at),
    failures: row.failures,
    paused_reason: row.paused_reason,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  })
  const shown = (row: CronRow) => show({ ...row, last: lastRun.get(row.id) })
  const records = createRecordList<CronRow, SearchedCron, CronRecord>(engine, {
    table: 'crons',
    prefix: 'crn',
    select: SELECT,
    where: 'account_id = @accountId AND deleted_at IS NULL',
    searched: `document, coalesce(
      (SELECT name FROM parsers WHERE id = target), (SELECT name FROM workflows WHERE id = target),
      (SELECT name FROM batches WHERE id = target)
    ) AS target_name`,
    textsOf: textsOfCron,
    show: shown,
  })

  const read = (accountId: string, id: string): CronRecord | null => {
    const row = byId.get(id, accountId)
    return row ? shown(row) : null
  }

  return {
    ...createScheduledCrons(engine),
    find: async (accountId: string, id: string) => read(accountId, id),
    ...records,
    /** Returns a new cron and `write`, which belongs in the transaction of the call that creates it. */
    create(accountId: string, id: string, change: CronChange, now: number) {
      const columns = columnsOf(change)
      const write = () => {
        change.check?.()
        insert.run({ ...columns, account_id: accountId, id, now })
      }
      const row = {
        ...columns,
        id,
        version: 1,
        failures: 0,
        paused_reason: null,
        created_at: now,
        updated_at: now,
      }
      return { record: show({ ...row, last: undefined }), write }
    },
    /** Returns null if the cron is absent, 'stale' if its version is not `expected`. */
    replace: (accountId: string, id: string, change: CronChange, now: number, expected?: number) =>
      engine.write((): CronRecord | null | 'stale' =>
        changeIfCurrent(byId.get(id, accountId), expected, () => {
          change.check?.()
          update.run({ ...columnsOf(change), id, now })
          return read(accountId, id)
        }),
      ),
    /**
     * Returns false if the cron is absent, 'stale' if its version is not `expected`. Otherwise, calls `onRemoved` in the same
     * transaction.
     */
    remove: (
      accountId: string,
      id: string,
      now: number,
      { expected, onRemoved }: { expected: number | undefined; onRemoved(cron: ScheduledCron): void },
    ) =>
      engine.write(() =>
        removeIfCurrent(byId.get(id, accountId), { expected }, row => {
          remove.run(now, id, accountId)
          onRemoved(toScheduled(row))
        }),
      ),
    /**
     * Undoes a deletion of the last 7 days; `nextOf` returns when an enabled cron fires next. Calls `check` before, in the
     * same transaction.
     */
    restore: (
      accountId: string,
      id: string,
      now: number,
      { key_id, nextOf, check }: Revival & { check(): void },
    ) =>
      engine.write((): CronRecord | null => {
        const row = restorable.get(id, accountId, now - RESTORABLE_MS)
        if (!row) return null
        check()
        const next = row.enabled ? nextOf(toScheduled(row)) : null
        restore.run({ id, key_id, next_at: next?.at ?? null, due_at: next?.dueAt ?? null })
        return read(accountId, id)
      }),
    /** Permanently removes crons that were deleted more than 7 days before `now`. */
    expire: (now: number): Promise<void> => expire(now - RESTORABLE_MS),

    /** Resumes a cron; one that is enabled stays as it is. Returns null if the cron is absent. */
    resume: (
      accountId: string,
      id: string,
      now: number,
      { key_id, nextOf }: Revival,
    ): Promise<CronRecord | null> =>
      engine.write(() => {
        const row = byId.get(id, accountId)
        if (!row || row.enabled) return row ? shown(row) : null
        const next = nextOf(toScheduled(row))
        resume.run({ id, key_id, now, at: next?.at ?? null, dueAt: next?.dueAt ?? null })
        return read(accountId, id)
      }),
    /**
     * Returns ids of crons that name a parser, batch, workflow, database, session or webhook, or run a batch again that does,
     * at most `limit`.
     */
    naming,
  }
}

export type CronStore = ReturnType<typeof createCronStore>
