import type { Engine } from '../engine.ts'
import { type AttemptOutcome, withAttempt } from './attempts.ts'
import { createBudgets, type UnpaidItem } from './budgets.ts'
import { createJobClaims } from './claims.ts'
import type { JobEndings } from './completion-effects.ts'
import type { JobFileStore, PackedResult, StoredPage } from './files.ts'
import { createJobEnds, type EndedJob, type JobEnd } from './finished-jobs.ts'
import { CANCELLED, interruptedError, MAX_INTERRUPTIONS, pauseAfter } from './interruptions.ts'
import type { ListPage, ListPageStore } from './list-pages.ts'
import {
  type JobError,
  type JobRow,
  type JobRows,
  type JobTimings,
  type ListProgress,
  OPEN_JOB,
  type OpenJob,
} from './rows.ts'

/** A success. `writeRows` writes the result into the job's database, in the same transaction. */
interface Completion {
  state: 'completed'
  used: number
  result: PackedResult
  expires_at: number
  /** What the job read of its list. */
  pages?: ListProgress | undefined
  /** What the result lacks, as one word. */
  notice?: string | undefined
  writeRows?: (() => JobRows) | undefined
}

/**
 * How an attempt ended. `timings` is null if the process ended before it could measure them. For a job that waits again,
 * `counted` is false if the attempt ended through no fault of the job.
 */
export type AttemptEnd = { page?: StoredPage | undefined; timings: JobTimings | null; sources?: string[] } & (
  | Completion
  | { state: 'failed'; error: JobError; expires_at: number }
  | { state: 'pending'; error: JobError; run_at: number; counted: boolean; interrupted?: boolean }
)

type PendingEnd = Extract<AttemptEnd, { state: 'pending' }>

/**
 * The effect of ending an attempt. `applied` is false if it was no longer the job's current attempt; `released` is the
 * number of credits that are no longer reserved.
 */
export interface AttemptSettlement {
  applied: boolean
  released: number
}

const NOT_APPLIED: AttemptSettlement = { applied: false, released: 0 }

/** A job that ended otherwise, with the credits that are no longer reserved for it. */
interface ReleasedJob {
  id: string
  account_id: string
  key_id: string
  released: number
}

const CANCELLED_ATTEMPT: AttemptOutcome = { state: 'cancelled', error: null, sources: [], timings: null }

/** The outcome of an attempt that ended in an error. Also for a job that waits again: this attempt has failed. */
const outcomeOf = ({ error, sources = [], timings }: Exclude<AttemptEnd, Completion>): AttemptOutcome => ({
  state: 'failed',
  error,
  sources,
  timings: timings && { fetch: timings.fetch, parse: timings.parse },
})

/** Items of a batch that one transaction cancels. */
const CANCELLED_AT_ONCE = 50

const NO_RESULT = { notice: null, sources: '', rows: null, expires_at: null, result: null }

const ownerOf = ({ id, account_id, key_id }: OpenJob) => ({ id, account_id, key_id })

/**
 * The queue: claims jobs in groups, ends attempts, cancels jobs, and takes back those of a process that died. A final state
 * never changes. Each change of state is one conditional UPDATE, and the same transaction releases the credits that are no
 * longer reserved.
 */
export function createJobQueueStore(
  engine: Engine,
  files: JobFileStore,
  listPages: ListPageStore,
  endings: JobEndings,
) {
  let notifyUnpaid: (batchId: string) => void = () => undefined
  const budgets = createBudgets(engine, batchId => notifyUnpaid(batchId))
  const ends = createJobEnds(engine)
  const requeue = engine.prepare(`
    UPDATE open_jobs SET state = 'pending', lease_until = NULL,
      timings = ?, attempts = ?, error = ?, run_at = ?, attempt = attempt - ?, interruptions = interruptions + ?
    WHERE account_id = ? AND priority = ? AND seq = ? AND state = 'running' AND attempt = ? AND run_at = ?
  `)
  const payPage = engine.prepare(`
    UPDATE open_jobs SET reserved = reserved - ?, price = price - ?, lease_until = ?, interruptions = 0
    WHERE account_id = ? AND priority = ? AND seq = ? AND state = 'running' AND attempt = ? AND run_at = ?
  `)
  const expiredLeases = engine.prepare<OpenJob & { interruptions: number }>(`
    SELECT ${OPEN_JOB}, interruptions FROM open_jobs AS open JOIN job_specs AS spec ON spec.seq = open.seq
    WHERE state = 'running' AND lease_until < ?
  `)
  const byId = engine.prepare<JobRow>('SELECT * FROM jobs WHERE id = ? AND account_id = ?')
  const openOfBatch = engine.prepare<JobRow>(`
    SELECT jobs.* FROM open_jobs CROSS JOIN jobs USING (seq) WHERE open_jobs.batch_id = ? LIMIT ${CANCELLED_AT_ONCE}
  `)
  const cancelling = engine.prepare<{ id: string; account_id: string }>(
    'SELECT id, account_id FROM batches WHERE cancelled_at IS NOT NULL AND ended_at IS NULL',
  )
  /** Batches whose items are being cancelled: none of these starts any more. */
  const stoppedBatches = new Set(cancelling.all().map(({ id }) => id))
  /** Writes ends of jobs together, and applies all their effects. */
  const finish = engine.gather<EndedJob>(ended => {
    ends.write(ended)
    endings.follow(ended)
  })
  const markCancelled = engine.prepare(
    'UPDATE batches SET cancelled_at = ? WHERE id = ? AND cancelled_at IS NULL',
  )
  /**
   * Returns the credits that are no longer reserved once a job has ended; `next` is the item that waits for what it leaves
   * unspent.
   */
  const release = (
    { reserved }: Pick<OpenJob, 'reserved'>,
    next: UnpaidItem | null,
    used: number,
    now: number,
  ): number => reserved - (next ? budgets.passOn(next, reserved - used, now) : 0)

  const requeueJob = (row: OpenJob, end: PendingEnd, now: number): boolean => {
    const timings = end.timings && JSON.stringify(end.timings)
    const attempts = withAttempt(row, outcomeOf(end), now)
    const { account_id, priority, seq, attempt, run_at } = row
    const change = [end.run_at, Number(!end.counted), Number(end.interrupted ?? false)]
    const attemptKey = [account_id, priority, seq, attempt, run_at]
    return requeue.run(timings, attempts, JSON.stringify(end.error), ...change, ...attemptKey).changes === 1
  }

  /** What was read and paid for of the list of a job that ends without a result of its own. */
  const pagesSoFar = (job: OpenJob): Pick<JobEnd, 'used' | 'pages' | 'notice'> => {
    if (job.max_pages === null) return { used: 0, pages: null, notice: null }
    const { read, items, used, notice } = listPages.count(job.id)
    return { used, notice, pages: { read, items, end: null, error: null } }
  }

  const cancelJob = (job: JobRow, now: number): ReleasedJob => {
    const attempts = job.state === 'running' ? withAttempt(job, CANCELLED_ATTEMPT, now) : job.attempts
    ends.close(job)
    finish({
      job,
      end: {
        ...NO_RESULT,
        ...pagesSoFar(job),
        state: 'cancelled',
        error: CANCELLED,
        timings: job.timings,
        attempts,
      },
      now,
    })
    return { ...ownerOf(job), released: job.reserved }
  }

  /** How a job ended that was removed from the open ones; for a success, writes its rows. */
  const endOf = (row: OpenJob, end: Exclude<AttemptEnd, PendingEnd>, now: number): JobEnd => {
    const { state, expires_at } = end
    const timings = end.timings && JSON.stringify(end.timings)
    if (end.state === 'failed') {
      const attempts = withAttempt(row, outcomeOf(end), now)
      return { ...NO_RESULT, ...pagesSoFar(row), state, error: end.error, timings, attempts, expires_at }
    }
    const { result, pages = null } = end
    const earlier = pagesSoFar(row)
    const used = end.used + earlier.used
    const notice = end.notice ?? earlier.notice
    if (pages) listPages.remove(row.id)
    const sources = end.sources?.join(' ') ?? ''
    const rows = end.writeRows?.() ?? null
    return {
      state,
      used,
      pages,
      notice,
      error: null,
      timings,
      sources,
      attempts: row.attempts,
      rows,
      expires_at,
      result,
    }
  }

  const applyEnd = (job: OpenJob, end: AttemptEnd, now: number): AttemptSettlement => {
    const next = end.state === 'pending' ? null : budgets.nextUnpaid(job)
    // `release` checks whether anything else can still pay for `next`: this job must be removed by then.
    const close = next ? ends.closeAttemptNow : ends.closeAttempt
    const isOwn = end.state === 'pending' ? requeueJob(job, end, now) : close(job)
    if (!isOwn) return NOT_APPLIED
    if (end.page) files.writePage(job.seq, end.page, now)
    if (end.state === 'pending') return { applied: true, released: 0 }
    const jobEnd = endOf(job, end, now)
    finish({ job, end: jobEnd, now })
    return { applied: true, released: release(job, next, end.state === 'completed' ? end.used : 0, now) }
  }

  let notifyEnded: (row: OpenJob) => void = () => undefined

  /** Ends an attempt, which leaves its slot to another job. */
  const endAttempt = (row: OpenJob, end: AttemptEnd, now: number): AttemptSettlement => {
    const settlement = applyEnd(row, end, now)
    notifyEnded(row)
    return settlement
  }

  /** Lets an interrupted job wait again, behind others; one that was interrupted too often fails. */
  const takeBack = (row: OpenJob & { interruptions: number }, now: number): ReleasedJob => {
    const interruptions = row.interruptions + 1
    const common = { error: interruptedError(interruptions), timings: null }
    const end: AttemptEnd =
      interruptions < MAX_INTERRUPTIONS
        ? {
            ...common,
            state: 'pending',
            run_at: now + pauseAfter(interruptions),
            counted: false,
            interrupted: true,
          }
        : { ...common, state: 'failed', expires_at: now }
    return { ...ownerOf(row), released: applyEnd(row, end, now).released }
  }

  return {
    ...createJobClaims(engine, stoppedBatches),
    /** Ends an attempt, inside the transaction that captures its credits and records its call. */
    end: endAttempt,
    /**
     * Keeps a page of a list for the attempt, inside the transaction that captures its credits. From then on, less is
     * reserved for the job by that amount. Returns false if this is no longer the job's current attempt.
     */
    keepPage(row: OpenJob, page: ListPage, leaseUntil: number, now: number): boolean {
      const { account_id, priority, seq, attempt, run_at } = row
      const change = [page.used, page.used, leaseUntil]
      if (payPage.run(...change, account_id, priority, seq, attempt, run_at).changes === 0) return false
      listPages.write(row.id, page, now)
      return true
    },
    /** Ends an attempt that left no record, in a transaction of its own. */
    endAlone: (row: OpenJob, end: AttemptEnd, now: number): Promise<AttemptSettlement> =>
      engine.write(() => endAttempt(row, end, now)),
    /**
     * Sets the `listener` that is called in the transaction that ends an attempt; what it writes becomes part of that
     * transaction.
     */
    onEnd(listener: (row: OpenJob) => void): void {
      notifyEnded = listener
    },
    /** Cancels an open job. Returns null if it is already final. */
    cancel: (accountId: string, id: string, now: number): Promise<ReleasedJob | null> =>
      engine.write(() => {
        const row = byId.get(id, accountId)
        if (!row || (row.state !== 'pending' && row.state !== 'running')) return null
        const cancelledJob = cancelJob(row, now)
        const released = release(row, budgets.nextUnpaid(row), 0, now)
        return { ...cancelledJob, released }
      }),
    /**
     * Cancels some open items of a batch, so that other work can run in between. Returns an empty list if all items are
     * final. From the first call on, no item of the batch is claimed.
     */
    cancelSome: (batchId: string, now: number): Promise<ReleasedJob[]> =>
      engine.write(() => {
        const rows = openOfBatch.all(batchId)
        if (rows.length) markCancelled.run(now, batchId)
        if (rows.length) stoppedBatches.add(batchId)
        else stoppedBatches.delete(batchId)
        return rows.map(row => cancelJob(row, now))
      }),
    /**
     * Sets the `listener` that is called in the transaction that skips some items of a batch, if more are left for
     * `skipSome`.
     */
    onUnpaid(listener: (batchId: string) => void): void {
      notifyUnpaid = listener
    },
    /**
     * Skips some items of a batch that can no longer pay for any, and ends the batch with the last. Returns false if none
     * is left.
     */
    skipSome: (batchId: string, now: number): Promise<boolean> =>
      engine.write(() => {
        const isMore = budgets.skipSome(batchId, now)
        if (!isMore) endings.ofBatch(batchId, now)
        return isMore
      }),
    /** Returns batches that a stop or a crash left with items to skip. */
    skipping: budgets.skipping,
    /** Returns batches that are being cancelled and still have open items. */
    cancelling: () => cancelling.all(),
    /**
     * Takes back jobs whose lease ended before `before` (milliseconds), except those for which `isKnown` returns true. They
     * wait again, or fail if they were interrupted too often.
     */
    takeBack: (before: number, now: number, isKnown = (_id: string) => false): Promise<ReleasedJob[]> =>
      engine.write(() =>
        expiredLeases
          .all(before)
          .filter(({ id }) => !isKnown(id))
          .map(row => takeBack(row, now)),
      ),
  }
}
