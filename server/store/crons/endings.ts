import { isoOrNull } from '../../base/times.ts'
import type { EventStore } from '../webhooks/events.ts'
import type { CronStore } from './crons.ts'
import { type CronError, KEY_REVOKED, REASONS, type SkipReason } from './rows.ts'
import type { CronRunStore } from './runs.ts'
import type { ScheduledCron } from './scheduled-crons.ts'

/** The stores that the end of a run writes to. */
interface CronEndingDependencies {
  crons: CronStore
  runs: CronRunStore
  events: Pick<EventStore, 'enqueue'>
}

/** How the job, batch or workflow run that a run started ended. */
interface SubjectEnding {
  state: 'completed' | 'failed' | 'cancelled'
  /** Credits captured. */
  used: number
  /** How many items failed; 1 or 0 for a job. */
  failed: number
  error: CronError | null
}

type NamedCron = Pick<ScheduledCron, 'id' | 'account_id' | 'name'>

/** Returns why a cron pauses after runs that failed in a row, the last of them with `error`. */
function reasonOf(failures: number, error: CronError | null): string {
  if (failures === 1) return error ? `A run failed: ${error.message}` : 'A run failed.'
  const many = `${failures} runs in a row failed.`
  return error ? `${many} The last: ${error.message}` : many
}

/** Applies the effects of the end of a run, or of a skipped run, in the same transaction. */
export function createCronEndings({ crons, runs, events }: CronEndingDependencies) {
  let onEnd: (cronId: string) => void = () => undefined

  const emitSkip = (
    { account_id, id, name }: NamedCron,
    run: Record<string, unknown>,
    reason: SkipReason,
    now: number,
  ) =>
    events.enqueue(
      account_id,
      'cron.run.skipped',
      { cron_id: id, cron_name: name, ...run, reason, message: REASONS[reason] },
      now,
    )

  const dropQueued = (cron: NamedCron, reason: SkipReason, now: number) => {
    for (const { id, scheduled_for } of runs.queued(cron.id)) {
      runs.settleQueued(id, { state: 'skipped', reason }, now)
      emitSkip(cron, { cron_run_id: id, scheduled_for: isoOrNull(scheduled_for) }, reason, now)
    }
  }

  const pause = (cron: NamedCron, reason: string, failures: number, now: number) => {
    if (!crons.pause(cron.id, reason, now)) return
    dropQueued(cron, 'paused', now)
    const { id, account_id, name } = cron
    events.enqueue(account_id, 'cron.paused', { cron_id: id, cron_name: name, reason, failures }, now)
  }

  const countFailure = (cron: ScheduledCron, error: CronError | null, now: number) => {
    const failures = crons.countRun(cron.id, true)
    const { max_consecutive_failures: limit } = cron
    if (limit === null || failures < limit) return
    pause(cron, reasonOf(failures, error), failures, now)
  }

  return {
    /** Records that a tick, or all ticks up to `until`, are skipped, and emits the event. */
    skip(cron: NamedCron, tick: { at: number; until: number | null }, reason: SkipReason, now: number): void {
      const row = { cron_id: cron.id, scheduled_for: tick.at, until: tick.until, cause: 'schedule' as const }
      const run = runs.write({ ...row, state: 'skipped', reason }, now)
      if (!run) return
      const { id, scheduled_for, until } = run
      emitSkip(cron, { cron_run_id: id, scheduled_for, ...(until && { until }) }, reason, now)
    },
    /** Records that a queued run is skipped, and emits the event. */
    skipQueued(
      cron: NamedCron,
      run: { id: string; scheduled_for: number | null },
      reason: SkipReason,
      now: number,
    ): void {
      runs.settleQueued(run.id, { state: 'skipped', reason }, now)
      emitSkip(cron, { cron_run_id: run.id, scheduled_for: isoOrNull(run.scheduled_for) }, reason, now)
    },
    dropQueued,
    pause,
    /** Pauses a cron that can no longer run because its key was revoked or has expired. */
    pauseForKey: (cron: ScheduledCron, now: number): void =>
      pause(cron, KEY_REVOKED, crons.failures(cron.id), now),
    countFailure,
    /**
     * Call after the end of what a run started: ends the run, counts failures in a row, and pauses the cron after too many.
     */
    ofSubject(subject: string, ending: SubjectEnding, now: number): void {
      const run = runs.end(subject, ending, now)
      if (!run) return
      const cron = crons.read(run.cron_id)
      if (cron && ending.state === 'completed') crons.countRun(cron.id, false)
      if (cron && ending.state === 'failed') countFailure(cron, ending.error, now)
      onEnd(run.cron_id)
    },
    /** Sets the `listener` that is called whenever a run has ended, before the commit. */
    onEnded(listener: (cronId: string) => void): void {
      onEnd = listener
    },
  }
}

export type CronEndings = ReturnType<typeof createCronEndings>
