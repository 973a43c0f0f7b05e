import { newId } from '../../base/ids.ts'
import type { Engine } from '../engine.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor } from '../page-of.ts'
import { createRemoval } from '../remove-rows.ts'
import { createDownwardScan } from '../scan-down.ts'
import {
  type CronCause,
  type CronError,
  type CronRun,
  type CronRunRow,
  type CronRunState,
  type SkipReason,
  toCronRun,
} from './rows.ts'

/** A run, or a skipped tick; `scheduled_for` is the tick, null for a run that somebody started. */
interface NewCronRun {
  cron_id: string
  scheduled_for: number | null
  until?: number | null
  cause: CronCause
  state: CronRunState
  reason?: SkipReason
  error?: CronError
  /**
   * The job, batch or workflow run that it started, the credits reserved for that, and the credits that starting it cost.
   */
  subject?: string
  reserved?: number
  used?: number
}

/** What a run started, the credits reserved for it, and what starting it cost: the links that its items were read from. */
export interface CronSubject {
  subject: string
  reserved: number
  used: number
}

/** A run in progress: what it started, the credits reserved for it, and when it started (milliseconds). */
export interface RunningCronRun extends Omit<CronSubject, 'used'> {
  started_at: number
}

const hasStarted = (state: CronRunState) => state !== 'queued' && state !== 'skipped'

/** Stores runs of crons, including skipped ticks. Call functions that change runs inside a transaction. */
export function createCronRunStore(engine: Engine) {
  const insert = engine.prepare<CronRunRow>(`
    INSERT INTO cron_runs (id, cron_id, scheduled_for, until, cause, state, reason, error, subject, reserved, used, created_at,
      started_at, finished_at)
    VALUES (@id, @cron_id, @scheduled_for, @until, @cause, @state, @reason, @error, @subject, @reserved, @used, @now,
      @started_at, @finished_at)
    ON CONFLICT (cron_id, scheduled_for) DO NOTHING RETURNING *
  `)
  const tick = engine.prepare<{ id: string }>(
    'SELECT id FROM cron_runs WHERE cron_id = ? AND scheduled_for = ?',
  )
  const byId = engine.prepare<CronRunRow>(`
    SELECT cron_runs.* FROM cron_runs JOIN crons ON crons.id = cron_id WHERE cron_runs.id = ? AND account_id = ?
  `)
  const running = engine.prepare<RunningCronRun>(`
    SELECT subject, reserved, started_at FROM cron_runs
    WHERE cron_id = ? AND state IN ('queued', 'running') AND state = 'running'
  `)
  const queued = engine.prepare<CronRunRow>(`
    SELECT * FROM cron_runs WHERE cron_id = ? AND state IN ('queued', 'running') AND state = 'queued' ORDER BY seq
  `)
  const start = engine.prepare(`
    UPDATE cron_runs SET state = 'running', subject = @subject, reserved = @reserved, used = @used, started_at = @now
    WHERE id = @id AND state = 'queued'
  `)
  const settle = engine.prepare(`
    UPDATE cron_runs SET state = @state, reason = @reason, error = @error, finished_at = @now,
      started_at = iif(@state = 'failed', @now, NULL)
    WHERE id = @id AND state = 'queued'
  `)
  const end = engine.prepare<CronRunRow>(`
    UPDATE cron_runs SET state = @state, reserved = 0, used = used + @used, failed = @failed, error = @error,
      finished_at = @now
    WHERE subject = @subject AND state = 'running' RETURNING *
  `)
  const explain = engine.prepare("UPDATE cron_runs SET reason = ? WHERE subject = ? AND state = 'cancelled'")
  const withQueue = engine.prepare<{ cron_id: string }>(
    "SELECT DISTINCT cron_id FROM cron_runs WHERE state IN ('queued', 'running') AND state = 'queued'",
  )
  const spent = engine.prepare<{ credits: number }>(`
    SELECT coalesce(sum(reserved + used), 0) AS credits FROM cron_runs WHERE cron_id = ? AND started_at >= ?
  `)
  const newest = createDownwardScan<CronRunRow>(
    engine,
    'cron_runs',
    'SELECT * FROM cron_runs WHERE cron_id = @cronId AND (@state IS NULL OR state = @state)',
  )
  const forgetAhead = engine.prepare("DELETE FROM cron_runs WHERE scheduled_for > ? AND state = 'skipped'")
  const cutAhead = engine.prepare('UPDATE cron_runs SET until = @now WHERE until > @now')
  const expire = createRemoval(engine, 'cron_runs', "created_at < ? AND state NOT IN ('queued', 'running')")

  return {
    /** Returns null if the tick already has a row. */
    write(run: NewCronRun, now: number): CronRun | null {
      const row = insert.get({
        ...run,
        id: newId('crr', now),
        until: run.until ?? null,
        reason: run.reason ?? null,
        error: run.error ? JSON.stringify(run.error) : null,
        subject: run.subject ?? null,
        reserved: run.reserved ?? 0,
        used: run.used ?? 0,
        now,
        started_at: hasStarted(run.state) ? now : null,
        finished_at: run.state === 'queued' || run.state === 'running' ? null : now,
      })
      return row ? toCronRun(row) : null
    },
    /** Whether a tick already has a row. */
    has: (cronId: string, at: number): boolean => tick.get(cronId, at) !== undefined,
    /** Returns a run of an account; runs of other accounts count as absent. */
    find: async (accountId: string, id: string): Promise<CronRun | null> => {
      const row = byId.get(id, accountId)
      return row ? toCronRun(row) : null
    },
    /** Returns the runs of a cron that are in progress. */
    running: (cronId: string): RunningCronRun[] => running.all(cronId),
    /** Returns the runs of a cron that wait in its queue, in order. */
    queued: (cronId: string): CronRunRow[] => queued.all(cronId),
    /** Starts a queued run. Returns false if it is no longer queued. */
    startQueued: (id: string, cronSubject: CronSubject, now: number): boolean =>
      start.run({ id, ...cronSubject, now }).changes === 1,
    /** Ends a queued run without starting it. */
    settleQueued: (
      id: string,
      outcome: { state: 'skipped' | 'failed'; reason?: SkipReason; error?: CronError },
      now: number,
    ): void => {
      const { state, reason = null, error } = outcome
      settle.run({ id, state, reason, error: error ? JSON.stringify(error) : null, now })
    },
    /** Ends the run that started `subject`, which has ended; null if no run did. */
    end(
      subject: string,
      {
        state,
        used,
        failed,
        error,
      }: {
        state: 'completed' | 'failed' | 'cancelled'
        used: number
        failed: number
        error: CronError | null
      },
      now: number,
    ): CronRunRow | null {
      const params = { subject, state, used, failed, error: error && JSON.stringify(error), now }
      return end.get(params) ?? null
    },
    /** Records why what a run started was cancelled. */
    explain: (subject: string, reason: SkipReason): void => void explain.run(reason, subject),
    /** Returns ids of crons with queued runs. */
    cronsWithQueue: async (): Promise<string[]> => withQueue.all().map(({ cron_id }) => cron_id),
    /**
     * Returns the credits of runs that started since `since` (milliseconds): captured, or reserved for those in progress.
     */
    spentSince: (cronId: string, since: number): number => spent.get(cronId, since)!.credits,
    /** Newest first. */
    list: async (
      cronId: string,
      { limit, cursor, state = null }: PageQuery & { state?: CronRunState | undefined | null },
    ): Promise<Page<CronRun>> => {
      const rows = await newest({ cronId, state }, { at: positionOfCursor(cursor).at, limit: limit + 1 })
      return pageOf(rows, limit, ({ seq }) => ({ at: seq, id: '' }), toCronRun)
    },
    /** Call after the clock was set back: ticks that are still to come no longer count as skipped. Runs that ran stay. */
    forgetAhead: (now: number): Promise<void> =>
      engine.write(() => {
        forgetAhead.run(now)
        cutAhead.run({ now })
      }),
    /** Removes runs created before `before` (milliseconds), except those queued or in progress. */
    expire: (before: number): Promise<void> => expire(before),
  }
}

export type CronRunStore = ReturnType<typeof createCronRunStore>
