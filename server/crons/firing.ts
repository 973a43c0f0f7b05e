import { AppError, type ErrorCode } from '../base/errors.ts'
import {
  type CronCause,
  type CronError,
  type CronRun,
  KEY_REVOKED,
  type SkipReason,
} from '../store/crons/rows.ts'
import type { CronSubject, RunningCronRun } from '../store/crons/runs.ts'
import type { ScheduledCron } from '../store/crons/scheduled-crons.ts'
import type { Store } from '../store/open-store.ts'
import { actionFor } from './overlap.ts'
import { type NextTick, planTicks, type Tick, type TickPlan } from './plan-ticks.ts'
import { startOfDay } from './schedule.ts'
import { createSerialWork } from './serial-work.ts'

/** How to start a run. */
interface StartOptions<By> {
  /** Who starts the run by hand; otherwise it runs as the key that created the cron. */
  by?: By | undefined
  /** Maximum credits that the run may spend. */
  allowance: number
  /** Stores the run, in the transaction that creates what it starts. */
  alongside(subject: CronSubject): void
}

/** Starts and stops the target of a cron. */
export interface CronStarter<By> {
  /** Says why a run could not start even after the jobs or workflow runs in `ending` have ended; null if it could. */
  check(
    cron: ScheduledCron,
    order: Omit<StartOptions<By>, 'alongside'> & { ending: readonly string[] },
  ): Promise<AppError | null>
  /** Returns the credits captured so far by what a run started. */
  used(cron: ScheduledCron, subject: string): Promise<number>
  /**
   * Returns null once the run is started and stored. Otherwise, and after `signal` has aborted, stores nothing and returns the
   * reason.
   */
  start(cron: ScheduledCron, order: StartOptions<By>, signal: AbortSignal): Promise<AppError | null>
  /** Cancels what a run started, unless it has ended. */
  stop(cron: ScheduledCron, subject: string): Promise<void>
}

/** Dependencies of firing crons. */
interface CronRunnerDependencies<By> {
  store: Pick<Store, 'crons' | 'cronRuns' | 'cronEndings' | 'write'>
  starter: CronStarter<By>
  /** Aborts when the service stops: ticks whose runs have not started yet stay due. */
  stopping: AbortSignal
  now(): number
}

/** Refusals that are not the fault of the cron: the tick is skipped with this reason. */
const SKIP_REASONS: Partial<Record<ErrorCode, SkipReason>> = {
  insufficient_credits: 'no_credits',
  too_many_calls: 'account_full',
  rate_limited: 'key_cap',
  unauthenticated: KEY_REVOKED,
}

/** A run to start: who starts it by hand, and what stores it together with what it starts. */
interface RunStart<By> {
  by?: By
  write(subject: CronSubject): void
}

/** Why a run does not start: a reason to skip it, or an error. */
type Refusal = { reason: SkipReason; error: AppError | null } | { reason: undefined; error: AppError }

export type CronRunner<By> = ReturnType<typeof createCronRunner<By>>

export function createCronRunner<By>({ store, starter, stopping, now }: CronRunnerDependencies<By>) {
  const { crons, cronRuns, cronEndings } = store
  const inTurn = createSerialWork()

  /** Starts a run within its budget. Returns the refusal if it does not start. Throws if the store cannot be written. */
  async function begin(cron: ScheduledCron, { by, write }: RunStart<By>): Promise<Refusal | null> {
    const replaced = cron.overlap === 'replace' ? cronRuns.running(cron.id) : []
    if (replaced.length) {
      const refusal = await replace(cron, by, replaced)
      if (refusal) return refusal
    }
    const { allowance, over } = allowanceOf(cron)
    return refusalOf(await starter.start(cron, { by, allowance, alongside: write }, stopping), over)
  }

  /** Cancels running ones in favour of a new run. If that could not start anyway, returns why and leaves them running. */
  async function replace(cron: ScheduledCron, by: By | undefined, replaced: RunningCronRun[]) {
    const used = await Promise.all(replaced.map(({ subject }) => starter.used(cron, subject)))
    const { allowance, over } = allowanceOf(
      cron,
      replaced.map((run, i) => ({ ...run, freed: run.reserved - used[i]! })),
    )
    const ending = replaced.map(({ subject }) => subject)
    const refusal = refusalOf(await starter.check(cron, { by, allowance, ending }), over)
    if (refusal) return refusal
    for (const subject of ending) await starter.stop(cron, subject)
    await store.write(() => {
      for (const subject of ending) cronRuns.explain(subject, 'replaced')
    })
    return null
  }

  function refusalOf(error: AppError | null, over: SkipReason): Refusal | null {
    if (!error) return null
    if (error.code === 'unavailable_service' || stopping.aborted) throw error
    const reason = error.code === 'over_budget' ? over : SKIP_REASONS[error.code]
    return reason ? { reason, error } : { reason: undefined, error }
  }

  /** Returns what a run may spend once the runs in `ending` have ended and released their unused credits. */
  function allowanceOf(
    { id, budget: { per_run, per_day }, timezone }: ScheduledCron,
    ending: readonly (RunningCronRun & { freed: number })[] = [],
  ) {
    const runLimit = per_run ?? Number.POSITIVE_INFINITY
    if (per_day === null) return { allowance: runLimit, over: 'over_budget_run' as const }
    const since = startOfDay(timezone, now())
    const ofToday = ending.filter(({ started_at }) => started_at >= since)
    const freed = ofToday.reduce((sum, one) => sum + one.freed, 0)
    const dayLimit = per_day - cronRuns.spentSince(id, since) + freed
    return dayLimit < runLimit
      ? { allowance: dayLimit, over: 'over_budget_day' as const }
      : { allowance: runLimit, over: 'over_budget_run' as const }
  }

  const countOpen = ({ id }: ScheduledCron) => ({
    running: cronRuns.running(id).length,
    queued: cronRuns.queued(id).length,
  })

  /** Handles one tick. Its outcome and the next tick are stored in one transaction. */
  async function fire(cron: ScheduledCron, { at, cause }: Tick, next: NextTick | null, mustWait: boolean) {
    const advance = () => crons.advance(cron.id, at, next)
    const row = { cron_id: cron.id, scheduled_for: at, cause }
    if (cronRuns.has(cron.id, at)) return store.write(advance)
    const action = actionFor(mustWait ? 'queue' : cron.overlap, countOpen(cron))
    if (action === 'queue')
      return store.write(() => {
        // It may have been paused or deleted since it was read, which skipped what was queued until then.
        if (crons.read(cron.id)?.next_at == null) return
        cronRuns.write({ ...row, state: 'queued' }, now())
        advance()
      })
    const refusal: Refusal | null =
      action === 'start' || action === 'replace'
        ? await begin(cron, {
            write(subject) {
              // A cron that was paused or deleted meanwhile starts nothing.
              if (crons.read(cron.id)?.next_at == null) throw alreadyStarted()
              if (!cronRuns.write({ ...row, ...subject, state: 'running' }, now())) throw alreadyStarted()
              advance()
            },
          })
        : { reason: action, error: null }
    if (!refusal) return
    if (isAlreadyStarted(refusal.error)) return store.write(advance)
    await store.write(() => {
      if (refusal.reason) cronEndings.skip(cron, { at, until: null }, refusal.reason, now())
      else writeFailure(cron, { scheduled_for: at, cause }, toCronError(refusal.error))
      advance()
      if (refusal.reason === KEY_REVOKED) cronEndings.pauseForKey(cron, now())
    })
  }

  function writeFailure(
    cron: ScheduledCron,
    row: { scheduled_for: number; cause: CronCause },
    error: CronError,
  ) {
    cronRuns.write({ cron_id: cron.id, ...row, state: 'failed', error }, now())
    cronEndings.countFailure(cron, error, now())
  }

  async function settle(cron: ScheduledCron, { skipped, runs, mustWait, next }: TickPlan) {
    const [first] = runs
    if (skipped.length)
      await store.write(() => {
        for (const { reason, ...tick } of skipped) cronEndings.skip(cron, tick, reason, now())
        crons.advance(cron.id, cron.next_at!, first ? { at: first.at, dueAt: now() } : next)
      })
    for (const [i, tick] of runs.entries()) {
      const isStillNext = i === 0 || crons.read(cron.id)?.next_at === tick.at
      if (!isStillNext) return
      const later = runs[i + 1]
      await fire(cron, tick, later ? { at: later.at, dueAt: now() } : next, mustWait)
    }
  }

  /** Starts the first queued run if none is running; one that cannot start is settled, and the next one is tried. */
  async function startNext(cronId: string) {
    for (;;) {
      const [queuedRun] = cronRuns.queued(cronId)
      if (!queuedRun || cronRuns.running(cronId).length) return
      const cron = crons.read(cronId)
      if (!cron) return
      const refusal = await begin(cron, {
        write(subject) {
          if (!cronRuns.startQueued(queuedRun.id, subject, now())) throw alreadyStarted()
        },
      })
      if (!refusal || isAlreadyStarted(refusal.error)) return
      await store.write(() => {
        if (refusal.reason) cronEndings.skipQueued(cron, queuedRun, refusal.reason, now())
        if (refusal.reason === KEY_REVOKED) cronEndings.pauseForKey(cron, now())
        if (refusal.reason) return
        const error = toCronError(refusal.error)
        cronRuns.settleQueued(queuedRun.id, { state: 'failed', error }, now())
        cronEndings.countFailure(cron, error, now())
      })
    }
  }

  async function runByHand(cronId: string, by: By): Promise<CronRun> {
    const cron = crons.read(cronId)
    if (!cron) throw unknownCron()
    const row = { cron_id: cronId, scheduled_for: null, cause: 'manual' as const }
    const action = actionFor(cron.overlap, countOpen(cron))
    if (action === 'overlap' || action === 'queue_full') throw runUnderWay()
    // The cron may be deleted before the transaction, which skips what is queued only until then.
    const writeRun = (run: CronSubject | { state: 'queued' }) => {
      if (!crons.read(cronId)) throw unknownCron()
      return cronRuns.write({ ...row, state: 'running', ...run }, now())!
    }
    if (action === 'queue') return store.write(() => writeRun({ state: 'queued' }))
    let run: CronRun | null = null
    const refusal = await begin(cron, {
      by,
      write(subject) {
        run = writeRun(subject)
      },
    })
    if (refusal) throw refusal.error
    return run!
  }

  return {
    /** Handles all due ticks of a cron. `awake` is when the scheduler started to work through due crons. */
    fireDue: (cronId: string, awake: number): Promise<void> =>
      inTurn(cronId, async () => {
        const cron = crons.read(cronId)
        if (!cron || cron.due_at === null || cron.due_at > now()) return
        await settle(cron, planTicks(cron, cron.next_at!, now(), awake))
      }),
    startNext: (cronId: string): Promise<void> => inTurn(cronId, () => startNext(cronId)),
    /** Starts or queues a run by hand. Throws 409 if `overlap` does not allow it now, and whatever refuses its start. */
    byHand: (cronId: string, by: By): Promise<CronRun> => inTurn(cronId, () => runByHand(cronId, by)),
  }
}

function toCronError({ code, message, facts: { hint, field } }: AppError): CronError {
  return { code, message, ...(hint !== undefined && { hint }), ...(field !== undefined && { field }) }
}

/** The run has already been started. */
const alreadyStarted = () => new AppError('duplicate', 'This run has already been started.')
const isAlreadyStarted = (error: AppError | null) => error?.code === 'duplicate'

const unknownCron = () => new AppError('unknown_resource', 'There is nothing here under this id.')

const runUnderWay = () =>
  new AppError('conflict', 'The previous run is still under way.', {
    hint: 'Wait for its end, cancel it, or let the cron queue, replace or allow runs (`overlap`).',
  })
