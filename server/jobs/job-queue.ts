import { setTimeout as sleep } from 'node:timers/promises'
import type { JobSettlement } from '../accounts/credits.ts'
import { type ClaimedWork, createDueLoop, type DueLoop, RETRY_MS } from '../base/due-loop.ts'
import { AppError } from '../base/errors.ts'
import type { WallClock } from '../base/wall-clock.ts'
import type { AttemptEnd, AttemptSettlement } from '../store/jobs/queue.ts'
import type { JobStage, OpenJob } from '../store/jobs/rows.ts'
import type { Store } from '../store/open-store.ts'
import { createBatchCancel } from './cancel-batch.ts'
import { jobCancelled, jobStopping, jobTooLong, toJobError } from './job-errors.ts'
import type { JobEvents } from './job-events.ts'

/** What the end of an attempt wrote, or null if it could not be committed. */
export type AttemptResult = (AttemptSettlement & { used: number }) | null

/** Runs a job once and stores how it ended. Does not throw for errors of the job. */
type AttemptJob = (row: OpenJob, signal: AbortSignal) => Promise<AttemptResult>

/** Dependencies of the queue. */
interface JobQueueDependencies {
  store: Pick<Store, 'jobQueue' | 'updates'>
  events: JobEvents
  /** Loads the balance of an account, and returns how many jobs it may run at a time. */
  slotsOf(accountId: string): Promise<number>
  settle(settlement: JobSettlement): void
  /** Maximum duration of an attempt. */
  leaseMs(): number
  clock: WallClock
  report(error: unknown): void
}

/** Runs jobs when they are due. Claims them in groups, up to the number that an account may run at a time. */
export interface JobQueue {
  /** Starts with the jobs that wait in the store. Nothing runs before. */
  start(attempt: AttemptJob): Promise<void>
  /** Looks for due jobs of an account. */
  wake(accountId: string): void
  /** Looks for due jobs of all accounts, after the times at which they are due have changed. */
  wakeAll(): void
  /** Cancels all items of a batch that wait or run. Returns false if all have ended. */
  cancelBatch(accountId: string, batchId: string): Promise<boolean>
  /** Aborts the attempt of a job that was cancelled. */
  stopAttempt(jobId: string): void
  /** Returns the stage of a running job, or null if it does not run. */
  stageOf(jobId: string): JobStage | null
  enterStage(jobId: string, stage: JobStage): void
  /** Restarts the maximum duration of an attempt that has made progress. */
  extendLease(jobId: string): void
  events: JobEvents
  running(): number
  /** Stops claiming jobs, or continues. */
  pause(on: boolean): void
  /** Stops claiming jobs, waits for running ones, and aborts these after `ms`, so that they wait for the next start. */
  drain(ms: number): Promise<void>
}

interface RunningJob {
  row: OpenJob
  stop: AbortController
  /** By the steady clock, so that a change of the wall clock ends no attempt early or late. */
  endsAt: number
  stage: JobStage | null
}

interface AccountSlots {
  accountId: string
  active: Map<string, RunningJob>
  /** The number of slots, as of the last claim. */
  limit: number
  /** Jobs that end in the same transaction that claims the next ones. */
  ending: Set<string>
  /** The claim that starts now joins that transaction. */
  isRefill: boolean
  loop: DueLoop
}

/** Maximum number of jobs per claim. */
const MAX_CLAIMED = 64
const LEASE_CHECK_MS = 1_000
/** How long after its lease a job counts as abandoned, and how long a stop waits for aborted attempts. */
const GRACE_MS = 60_000
const SETTLE_MS = 2_000

export function createJobQueue(parts: JobQueueDependencies): JobQueue {
  const { events, slotsOf, settle, leaseMs, clock, report } = parts
  const { now, steady } = clock
  const { jobQueue, updates } = parts.store
  const accounts = new Map<string, AccountSlots>()
  let attempt: AttemptJob | undefined
  let isStopped = false
  let isPaused = false
  let watches: NodeJS.Timeout[] = []

  const runningJobs = () => [...accounts.values()].flatMap(({ active }) => [...active.values()])

  const activeJob = (jobId: string): RunningJob | undefined => {
    for (const { active } of accounts.values()) if (active.has(jobId)) return active.get(jobId)
    return undefined
  }

  const slotsFor = (accountId: string): AccountSlots => {
    const known = accounts.get(accountId)
    if (known) return known
    const loop = createDueLoop<OpenJob>({
      claim: at => claim(slots, at),
      work: row => run(slots, row),
      nextDue: at => (freeSlotsOf(slots) > 0 ? jobQueue.nextDue(accountId, at) : null),
      clock,
      report,
    })
    const slots: AccountSlots = {
      accountId,
      active: new Map(),
      limit: 0,
      ending: new Set(),
      isRefill: false,
      loop,
    }
    accounts.set(accountId, slots)
    loop.pause(isPaused)
    if (attempt && !isStopped) loop.start()
    return slots
  }

  const freeSlotsOf = ({ limit, active, ending }: AccountSlots) => limit - active.size + ending.size

  async function claim(slots: AccountSlots, at: number): Promise<ClaimedWork<OpenJob>> {
    try {
      if (!slots.isRefill) slots.limit = await slotsOf(slots.accountId)
      if (freeSlotsOf(slots) <= 0) return { taken: await claimExtra(slots, at), isMore: false }
      const maxJobs = () => Math.min(freeSlotsOf(slots), MAX_CLAIMED)
      const taken = await jobQueue.claim(slots.accountId, maxJobs, at, at + leaseMs())
      return { taken, isMore: taken.length === MAX_CLAIMED }
    } finally {
      slots.isRefill = false
      slots.ending.clear()
    }
  }

  const isFullOfItems = (slots: AccountSlots) =>
    freeSlotsOf(slots) <= 0 && [...slots.active.values()].every(({ row }) => row.batch_id !== null)

  /** If items of batches occupy all slots, one single job may run beside them, so that it does not wait for slow pages. */
  const claimExtra = async (slots: AccountSlots, at: number): Promise<OpenJob[]> =>
    isFullOfItems(slots) ? jobQueue.claimSingle(slots.accountId, at, at + leaseMs()) : []

  /** Looks for single jobs that have become due while items occupy all slots: loops wait for a time only with a free slot. */
  function wakeFull() {
    for (const slots of accounts.values()) if (isFullOfItems(slots)) slots.loop.wake()
  }

  /** Claims the next jobs in the transaction that ends an attempt, so that both need only one commit. */
  function refill(row: OpenJob): void {
    const slots = accounts.get(row.account_id)
    if (!slots?.active.has(row.id)) return
    const isFirst = !slots.ending.size
    if (isFirst && slots.loop.isLooking()) return
    slots.ending.add(row.id)
    if (isFirst) refillNow(slots)
  }

  function refillNow(slots: AccountSlots) {
    slots.isRefill = true
    slots.loop.wakeNow()
    if (slots.loop.isLooking()) return
    slots.isRefill = false
    slots.ending.clear()
  }

  async function run(slots: AccountSlots, row: OpenJob): Promise<void> {
    const stop = new AbortController()
    slots.active.set(row.id, { row, stop, endsAt: steady() + leaseMs(), stage: null })
    events.changed(row.id, row.batch_id)
    try {
      if (isStopped) stop.abort(jobStopping())
      await finish(row, await attempt!(row, stop.signal))
    } catch (error) {
      report(error)
      await endWithRetries(row, {
        timings: null,
        state: 'failed',
        error: toJobError(AppError.from(error)),
        expires_at: now(),
      })
    }
    slots.active.delete(row.id)
    events.changed(row.id, row.batch_id)
  }

  /** If the end of the attempt could not be stored, the job waits again. */
  function finish(row: OpenJob, result: AttemptResult): Promise<void> | undefined {
    if (!result) return endWithRetries(row, requeue(now() + RETRY_MS))
    const { applied, released, used } = result
    if (applied) settle({ account_id: row.account_id, key_id: row.key_id, released, used })
    return undefined
  }

  /** If the disk is full, the job keeps its slot until its end can be stored or the service stops. */
  async function endWithRetries(row: OpenJob, end: AttemptEnd): Promise<void> {
    for (;;) {
      try {
        const { released } = await jobQueue.endAlone(row, end, now())
        settle({ account_id: row.account_id, key_id: row.key_id, released, used: 0 })
        return
      } catch (error) {
        report(error)
        if (isStopped) return
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  function watchLeases() {
    for (const { stop, endsAt } of runningJobs()) if (endsAt < steady()) stop.abort(jobTooLong())
  }

  async function takeBackAbandoned() {
    const isOurs = (id: string) => activeJob(id) !== undefined
    for (const { id, ...owner } of await jobQueue.takeBack(now() - GRACE_MS, now(), isOurs)) {
      settle({ ...owner, used: 0 })
      events.changed(id)
      wake(owner.account_id)
    }
  }

  const wake = (accountId: string) => slotsFor(accountId).loop.wake()
  const loops = () => [...accounts.values()].map(({ loop }) => loop)

  const stopAttempt = (jobId: string) => activeJob(jobId)?.stop.abort(jobCancelled())
  const batches = createBatchCancel({ ...parts, now, stopAttempt })

  /** Ends the items that a batch can no longer pay for. If the store cannot be written, the next start continues. */
  async function skipUnpaid(batchId: string): Promise<void> {
    while (!isStopped && (await jobQueue.skipSome(batchId, now())));
    events.changed(batchId)
  }

  const settled = (ms: number) => Promise.all(loops().map(loop => loop.settled(ms)))

  return {
    async start(attemptJob) {
      attempt = attemptJob
      for (const loop of loops()) loop.start()
      jobQueue.onEnd(refill)
      jobQueue.onUnpaid(batchId => void skipUnpaid(batchId).catch(report))
      for (const batchId of jobQueue.skipping()) void skipUnpaid(batchId).catch(report)
      void batches.goOn().catch(report)
      for (const accountId of await jobQueue.waiting()) wake(accountId)
      watches = [
        setInterval(watchLeases, LEASE_CHECK_MS).unref(),
        setInterval(wakeFull, LEASE_CHECK_MS).unref(),
        setInterval(() => void takeBackAbandoned().catch(report), GRACE_MS).unref(),
      ]
    },
    wake,
    wakeAll() {
      for (const loop of loops()) loop.wake()
    },
    cancelBatch: batches.cancel,
    stopAttempt,
    stageOf: jobId => activeJob(jobId)?.stage ?? null,
    enterStage(jobId, stage) {
      const active = activeJob(jobId)
      if (!active) return
      active.stage = stage
      events.changed(jobId)
      updates.note({ kind: 'job', id: jobId, account: active.row.account_id })
    },
    extendLease(jobId) {
      const active = activeJob(jobId)
      if (active) active.endsAt = steady() + leaseMs()
    },
    events,
    running: () => runningJobs().length,
    pause(on) {
      isPaused = on
      for (const loop of loops()) loop.pause(on)
    },
    async drain(ms) {
      isStopped = true
      watches.forEach(clearInterval)
      for (const loop of loops()) void loop.stop()
      await settled(ms)
      for (const { stop } of runningJobs()) stop.abort(jobStopping())
      await settled(SETTLE_MS)
    },
  }
}

const requeue = (runAt: number): AttemptEnd => ({
  timings: null,
  state: 'pending',
  error: toJobError(jobStopping()),
  run_at: runAt,
  counted: false,
})
