import type { Engine } from './engine.ts'
import { type Course, withAttempt } from './job-attempts.ts'
import { createBudgets } from './job-budgets.ts'
import { createJobClaims } from './job-claims.ts'
import type { JobEnding, JobEndings } from './job-endings.ts'
import type { JobFileStore, PackedResult, StoredPage } from './job-files.ts'
import type { JobError, JobRow, JobRows, JobTimings } from './job-rows.ts'

/** A success. `writeRows` writes its result into the job's database, in the same transaction. */
interface Completion {
  state: 'completed'
  used: number
  result: PackedResult
  expires_at: number
  writeRows?: (() => JobRows) | undefined
}

/** How an attempt ended; without timings where nobody lived to count them. Waiting again counts no attempt where that was not the job's own fault. */
export type AttemptEnd = { page?: StoredPage | undefined; timings: JobTimings | null; sources?: string[] } & (
  | Completion
  | { state: 'failed'; error: JobError; expires_at: number }
  | { state: 'pending'; error: JobError; run_at: number; counted: boolean }
)

/** What became of it: nothing where the attempt was not the job's present one; credits that are no longer held. */
export interface Settled {
  applied: boolean
  released: number
}

const IGNORED: Settled = { applied: false, released: 0 }

/** A job that ended otherwise, with the credits that it no longer holds. */
export interface Released {
  id: string
  account_id: string
  key_id: string
  released: number
}

const INTERRUPTED: JobError = {
  code: 'interrupted',
  message: 'Winnow stopped while this ran, and no attempt was left.',
  hint: 'Retry the job.',
  retryable: true,
}

const CANCELLED: JobError = { code: 'cancelled', message: 'The job was cancelled.', retryable: true }

const BROKEN_OFF: Course = { state: 'cancelled', error: null, sources: [], timings: null }

/** What an attempt came to that ended in an error: a job that waits again has failed for now. */
const courseOf = ({ error, sources = [], timings }: Exclude<AttemptEnd, Completion>): Course => ({
  state: 'failed',
  error,
  sources,
  timings: timings && { fetch: timings.fetch, parse: timings.parse },
})

const ownerOf = ({ id, account_id, key_id }: JobRow) => ({ id, account_id, key_id })

/**
 * The queue: claim in groups, end an attempt, cancel, and take back what a dead process was at. A final state never
 * changes; each change of state is one conditional UPDATE, and releases what it no longer holds in the same transaction.
 */
export function createJobQueueStore(engine: Engine, files: JobFileStore, endings: JobEndings) {
  const budgets = createBudgets(engine)
  const complete = engine.prepare(`
    UPDATE jobs SET state = 'completed', reserved = 0, error = NULL, lease_until = NULL,
      timings = ?, sources = ?, used = ?, finished_at = ?, expires_at = ?
    WHERE seq = ? AND state = 'running' AND attempt = ?
  `)
  const fail = engine.prepare(`
    UPDATE jobs SET state = 'failed', reserved = 0, lease_until = NULL,
      timings = ?, attempts = ?, error = ?, finished_at = ?, expires_at = ?
    WHERE seq = ? AND state = 'running' AND attempt = ?
  `)
  const wait = engine.prepare(`
    UPDATE jobs SET state = 'pending', lease_until = NULL,
      timings = ?, attempts = ?, error = ?, run_at = ?, attempt = attempt - ?
    WHERE seq = ? AND state = 'running' AND attempt = ?
  `)
  const setRows = engine.prepare('UPDATE jobs SET rows = ? WHERE seq = ?')
  const lapsed = engine.prepare<JobRow>(
    "SELECT * FROM jobs WHERE finished_at IS NULL AND state = 'running' AND lease_until < ?",
  )
  const byId = engine.prepare<JobRow>('SELECT * FROM jobs WHERE id = ? AND account_id = ?')
  const openOfBatch = engine.prepare<JobRow>(
    "SELECT * FROM jobs WHERE batch_id = ? AND state IN ('pending', 'running')",
  )
  const cancel = engine.prepare(`
    UPDATE jobs SET state = 'cancelled', reserved = 0, error = @error, lease_until = NULL, attempts = @attempts,
      finished_at = @now
    WHERE seq = @seq AND state IN ('pending', 'running')
  `)
  const markCancelled = engine.prepare('UPDATE batches SET cancelled_at = ? WHERE id = ?')
  const release = (row: Pick<JobRow, 'reserved' | 'batch_id' | 'price'>, used: number, now: number): number =>
    row.reserved - budgets.passOn(row, row.reserved - used, now)

  const write = (row: JobRow, end: AttemptEnd, now: number) => {
    const timings = end.timings && JSON.stringify(end.timings)
    const which = [row.seq, row.attempt]
    if (end.state === 'completed')
      return complete.run(timings, end.sources?.join(' ') ?? '', end.used, now, end.expires_at, ...which)
    const attempts = withAttempt(row, courseOf(end), now)
    const error = JSON.stringify(end.error)
    if (end.state === 'failed') return fail.run(timings, attempts, error, now, end.expires_at, ...which)
    return wait.run(timings, attempts, error, end.run_at, Number(!end.counted), ...which)
  }

  const stop = (row: JobRow, now: number): Released => {
    const attempts = row.state === 'running' ? withAttempt(row, BROKEN_OFF, now) : row.attempts
    cancel.run({ seq: row.seq, error: JSON.stringify(CANCELLED), attempts, now })
    endings.ofJob(row, { state: 'cancelled', used: 0, error: CANCELLED, rows: null }, now)
    return { ...ownerOf(row), released: row.reserved }
  }

  /** Keeps the result; gives what came of its rows. */
  const keep = ({ seq }: JobRow, { result, writeRows }: Completion, now: number): JobRows | null => {
    files.writeResult(seq, result, now)
    if (!writeRows) return null
    const rows = writeRows()
    setRows.run(JSON.stringify(rows), seq)
    return rows
  }

  const endOne = (row: JobRow, end: AttemptEnd, now: number): Settled => {
    if (!write(row, end, now).changes) return IGNORED
    if (end.page) files.writePage(row.seq, end.page, now)
    if (end.state === 'pending') return { applied: true, released: 0 }
    const ending: JobEnding =
      end.state === 'completed'
        ? { state: end.state, used: end.used, error: null, rows: keep(row, end, now) }
        : { state: end.state, used: 0, error: end.error, rows: null }
    endings.ofJob(row, ending, now)
    const released = release(row, ending.used, now)
    if (row.batch_id !== null) endings.ofBatch(row.batch_id, now)
    return { applied: true, released }
  }

  let ended: (row: JobRow) => void = () => undefined

  /** The end of an attempt that leaves its lane to another job. */
  const endAttempt = (row: JobRow, end: AttemptEnd, now: number): Settled => {
    const settled = endOne(row, end, now)
    ended(row)
    return settled
  }

  const takeBack = (row: JobRow, now: number): Released => {
    const left = row.attempt < row.max_attempts
    const end: AttemptEnd = left
      ? { state: 'pending', error: INTERRUPTED, run_at: now, counted: true, timings: null }
      : { state: 'failed', error: INTERRUPTED, expires_at: now, timings: null }
    return { ...ownerOf(row), released: endOne(row, end, now).released }
  }

  return {
    ...createJobClaims(engine),
    /** Ends an attempt, inside the transaction that captures its credits and records its call. */
    end: endAttempt,
    /** The same in a transaction of its own, for an attempt that left no record. */
    endAlone: (row: JobRow, end: AttemptEnd, now: number): Promise<Settled> =>
      engine.write(() => endAttempt(row, end, now)),
    /** Has `listener` called in the transaction that ends an attempt, which what it writes joins. */
    onEnd(listener: (row: JobRow) => void): void {
      ended = listener
    },
    /** Cancels an open job; null where it is final already. */
    cancel: (accountId: string, id: string, now: number): Promise<Released | null> =>
      engine.write(() => {
        const row = byId.get(id, accountId)
        if (!row || (row.state !== 'pending' && row.state !== 'running')) return null
        const stopped = stop(row, now)
        const released = release(row, 0, now)
        if (row.batch_id !== null) endings.ofBatch(row.batch_id, now)
        return { ...stopped, released }
      }),
    /** Cancels what is open of a batch; nothing where all of it is final. */
    cancelBatch: (batchId: string, now: number): Promise<Released[]> =>
      engine.write(() => {
        const rows = openOfBatch.all(batchId)
        if (rows.length) markCancelled.run(now, batchId)
        const stopped = rows.map(row => stop(row, now))
        endings.ofBatch(batchId, now)
        return stopped
      }),
    /** Takes back what ran under a lease that ended before (milliseconds): it waits again, or has failed where no attempt is left. */
    takeBack: (before: number, now: number): Promise<Released[]> =>
      engine.write(() => lapsed.all(before).map(row => takeBack(row, now))),
  }
}
