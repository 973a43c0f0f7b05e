import { setTimeout as sleep } from 'node:timers/promises'
import type { JobSettlement } from '../accounts/credits.ts'
import { AppError } from '../errors.ts'
import type { AttemptEnd, Settled } from '../store/job-queue.ts'
import type { JobStage, OpenJob } from '../store/job-rows.ts'
import type { Store } from '../store/open-store.ts'
import { createBatchCancel } from './cancel-batch.ts'
import { cancelled, stopping, toJobError, tooLong } from './job-errors.ts'
import type { JobEvents } from './job-events.ts'

/** What the end of an attempt has written; null where that could not be committed. */
export type AttemptResult = (Settled & { used: number }) | null

/** What the queue stands on. */
export interface JobQueueParts {
  store: Pick<Store, 'jobQueue'>
  events: JobEvents
  /** Runs a job once and writes how it ended. Never throws for what a job can meet. */
  attempt(row: OpenJob, signal: AbortSignal): Promise<AttemptResult>
  /** Jobs that an account may run at a time; its balance is known from then on. */
  lanesOf(accountId: string): Promise<number>
  settle(settlement: JobSettlement): void
  /** Longest time for one attempt. */
  leaseMs(): number
  now(): number
  report(error: unknown): void
}

/** Jobs on their way: takes what is due in groups, as many as an account may run at a time. */
export interface JobQueue {
  /** Begins with what waits. */
  start(): Promise<void>
  /** There may be something to do for an account. */
  wake(accountId: string): void
  /** Cancels all items of a batch that wait or run; false where all have ended. */
  cancelBatch(accountId: string, batchId: string): Promise<boolean>
  /** Stops an attempt whose job was cancelled. */
  stopAttempt(jobId: string): void
  /** What an attempt is at; null for a job that does not run. */
  stageOf(jobId: string): JobStage | null
  enterStage(jobId: string, stage: JobStage): void
  events: JobEvents
  running(): number
  /** Takes nothing new, or goes on. */
  pause(on: boolean): void
  /** Takes nothing new, waits for what runs, and after `ms` stops it, so that it waits for the next start. */
  drain(ms: number): Promise<void>
}

interface Running {
  row: OpenJob
  stop: AbortController
  leaseUntil: number
  stage: JobStage | null
}

interface Lanes {
  accountId: string
  active: Map<string, Running>
  /** How many there are, as was last asked. */
  limit: number
  /** Jobs whose attempts end in the transaction that takes others in their place. */
  ending: Set<string>
  /** A look at the queue is due. */
  isDue: boolean
  isLooking: boolean
  timer?: NodeJS.Timeout
}

/** Most jobs that are taken at once. */
const GROUP = 64
const WATCH_MS = 1_000
/** How long after its lease a job counts as abandoned, and how long a stop waits for what it has stopped. */
const GRACE_MS = 60_000
const SETTLE_MS = 2_000
const UNWRITABLE_MS = 1_000
/** Timers stand still while the machine sleeps, so that one never waits for long. */
const LONGEST_TIMER_MS = 60_000

export function createJobQueue(parts: JobQueueParts): JobQueue {
  const { events, attempt, lanesOf, settle, leaseMs, now, report } = parts
  const { jobQueue } = parts.store
  const accounts = new Map<string, Lanes>()
  let isStopped = false
  let isPaused = false
  let watches: NodeJS.Timeout[] = []

  const all = () => [...accounts.values()].flatMap(({ active }) => [...active.values()])

  const activeJob = (jobId: string): Running | undefined => {
    for (const { active } of accounts.values()) if (active.has(jobId)) return active.get(jobId)
    return undefined
  }

  const lanesFor = (accountId: string): Lanes => {
    const known = accounts.get(accountId)
    if (known) return known
    const lanes: Lanes = {
      accountId,
      active: new Map(),
      limit: 0,
      ending: new Set(),
      isDue: false,
      isLooking: false,
    }
    accounts.set(accountId, lanes)
    return lanes
  }

  /** One look at the queue for all that happens in a turn. */
  const look = (lanes: Lanes) => {
    if (lanes.isDue) return
    lanes.isDue = true
    if (!lanes.isLooking) setImmediate(lookNow, lanes)
  }

  const lookNow = (lanes: Lanes) => {
    if (!lanes.isDue || lanes.isLooking) return
    lanes.isDue = false
    void take(lanes, fill)
  }

  /** Whatever keeps a look from its end, the store above all, another follows. */
  async function take(lanes: Lanes, by: (lanes: Lanes) => Promise<void>): Promise<void> {
    lanes.isLooking = true
    try {
      await by(lanes)
    } catch (error) {
      report(error)
      if (!isStopped) wakeIn(lanes, UNWRITABLE_MS)
    } finally {
      lanes.ending.clear()
      lanes.isLooking = false
      if (lanes.isDue) {
        lanes.isDue = false
        look(lanes)
      }
    }
  }

  async function fill(lanes: Lanes): Promise<void> {
    lanes.limit = await lanesOf(lanes.accountId)
    await claim(lanes)
  }

  const freeOf = ({ limit, active, ending }: Lanes) => limit - active.size + ending.size

  async function claim(lanes: Lanes): Promise<void> {
    if (isStopped || isPaused || freeOf(lanes) <= 0) return
    let room = 0
    const mostNow = () => (room = Math.min(freeOf(lanes), GROUP))
    const at = now()
    const leaseUntil = at + leaseMs()
    const rows = await jobQueue.claim(lanes.accountId, mostNow, at, leaseUntil)
    for (const row of rows) void run(lanes, row, leaseUntil)
    if (rows.length === GROUP) look(lanes)
    else if (rows.length < room) await wakeWhenDue(lanes, at)
  }

  /** Gives the lanes that attempts leave to other jobs in the transaction that ends these: one commit for both. */
  function refill(row: OpenJob): void {
    const lanes = accounts.get(row.account_id)
    if (!lanes?.active.has(row.id)) return
    const isFirst = !lanes.ending.size
    if (isFirst && lanes.isLooking) return
    lanes.ending.add(row.id)
    if (isFirst) void take(lanes, claim)
  }

  /**
   * What was due at the time of the look and was not taken waits for the end of another item of its batch, which looks
   * by itself; all that became due since is still to come.
   */
  async function wakeWhenDue(lanes: Lanes, lookedAt: number) {
    const due = await jobQueue.nextDue(lanes.accountId, lookedAt)
    if (due !== null) wakeIn(lanes, due - now())
  }

  function wakeIn(lanes: Lanes, ms: number) {
    clearTimeout(lanes.timer)
    const wait = Math.min(Math.max(ms, 1), LONGEST_TIMER_MS)
    lanes.timer = setTimeout(() => look(lanes), wait).unref()
  }

  async function run(lanes: Lanes, row: OpenJob, leaseUntil: number): Promise<void> {
    const stop = new AbortController()
    lanes.active.set(row.id, { row, stop, leaseUntil, stage: null })
    events.changed(row.id, row.batch_id)
    try {
      if (isStopped) stop.abort(stopping())
      await finish(row, await attempt(row, stop.signal))
    } catch (error) {
      report(error)
      await endAtLast(row, {
        timings: null,
        state: 'failed',
        error: toJobError(AppError.from(error)),
        expires_at: now(),
      })
    }
    lanes.active.delete(row.id)
    events.changed(row.id, row.batch_id)
    look(lanes)
  }

  /** Where nothing could be written, the job waits again. */
  function finish(row: OpenJob, result: AttemptResult): Promise<void> | undefined {
    if (!result) return endAtLast(row, waitAgain(now() + UNWRITABLE_MS))
    const { applied, released, used } = result
    if (applied) settle({ account_id: row.account_id, key_id: row.key_id, released, used })
    return undefined
  }

  /** The store may be full: the job keeps its lane until this can be written, or the service stops. */
  async function endAtLast(row: OpenJob, end: AttemptEnd): Promise<void> {
    for (;;) {
      try {
        const { released } = await jobQueue.endAlone(row, end, now())
        settle({ account_id: row.account_id, key_id: row.key_id, released, used: 0 })
        return
      } catch (error) {
        report(error)
        if (isStopped) return
        await sleep(UNWRITABLE_MS, undefined, { ref: false })
      }
    }
  }

  function watchLeases() {
    for (const { stop, leaseUntil } of all()) if (leaseUntil < now()) stop.abort(tooLong())
  }

  async function takeBackAbandoned() {
    for (const { id, ...owner } of await jobQueue.takeBack(now() - GRACE_MS, now())) {
      settle({ ...owner, used: 0 })
      events.changed(id)
      look(lanesFor(owner.account_id))
    }
  }

  const stopAttempt = (jobId: string) => activeJob(jobId)?.stop.abort(cancelled())
  const batches = createBatchCancel({ ...parts, stopAttempt })

  const emptied = async (ms: number) => {
    for (const end = Date.now() + ms; all().length && Date.now() < end; ) await sleep(10)
  }

  return {
    async start() {
      jobQueue.onEnd(refill)
      void batches.goOn().catch(report)
      for (const accountId of await jobQueue.waiting()) look(lanesFor(accountId))
      watches = [
        setInterval(watchLeases, WATCH_MS).unref(),
        setInterval(() => void takeBackAbandoned().catch(report), GRACE_MS).unref(),
      ]
    },
    wake: accountId => look(lanesFor(accountId)),
    cancelBatch: batches.cancel,
    stopAttempt,
    stageOf: jobId => activeJob(jobId)?.stage ?? null,
    enterStage(jobId, stage) {
      const active = activeJob(jobId)
      if (active) active.stage = stage
      events.changed(jobId)
    },
    events,
    running: () => all().length,
    pause(on) {
      isPaused = on
      if (!on) for (const lanes of accounts.values()) look(lanes)
    },
    async drain(ms) {
      isStopped = true
      watches.forEach(clearInterval)
      for (const { timer } of accounts.values()) clearTimeout(timer)
      await emptied(ms)
      for (const { stop } of all()) stop.abort(stopping())
      await emptied(SETTLE_MS)
    },
  }
}

const waitAgain = (runAt: number): AttemptEnd => ({
  timings: null,
  state: 'pending',
  error: toJobError(stopping()),
  run_at: runAt,
  counted: false,
})
