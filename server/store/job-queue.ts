import type { Engine } from './engine.ts'
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

/** How an attempt ended. Waiting again counts no attempt where that was not the job's own fault. */
export type AttemptEnd = { page?: StoredPage | undefined; timings: JobTimings } & (
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

const ownerOf = ({ id, account_id, key_id }: JobRow) => ({ id, account_id, key_id })

/**
 * The queue: claim in groups, end an attempt, cancel, and take back what a dead process was at. A final state never
 * changes; each change of state is one conditional UPDATE, and releases what it no longer holds in the same transaction.
 */
export function createJobQueueStore(engine: Engine, files: JobFileStore, endings: JobEndings) {
  const budgets = createBudgets(engine)
  const complete = engine.prepare(`
    UPDATE jobs SET state = 'completed', used = @used, reserved = 0, error = NULL, lease_until = NULL,
      timings = @timings, finished_at = @now, expires_at = @expires_at
    WHERE seq = @seq AND state = 'running' AND attempt = @attempt
  `)
  const fail = engine.prepare(`
    UPDATE jobs SET state = 'failed', reserved = 0, error = @error, lease_until = NULL,
      timings = @timings, finished_at = @now, expires_at = @expires_at
    WHERE seq = @seq AND state = 'running' AND attempt = @attempt
  `)
  const wait = engine.prepare(`
    UPDATE jobs SET state = 'pending', error = @error, run_at = @run_at, lease_until = NULL, timings = @timings,
      attempt = attempt - @uncounted
    WHERE seq = @seq AND state = 'running' AND attempt = @attempt
  `)
  const setRows = engine.prepare('UPDATE jobs SET rows = ? WHERE seq = ?')
  const lapsed = engine.prepare<JobRow>(
    "SELECT * FROM jobs WHERE state IN ('pending', 'running') AND state = 'running' AND lease_until < ?",
  )
  const byId = engine.prepare<JobRow>('SELECT * FROM jobs WHERE id = ? AND account_id = ?')
  const openOfBatch = engine.prepare<JobRow>(
    "SELECT * FROM jobs WHERE batch_id = ? AND state IN ('pending', 'running')",
  )
  const cancel = engine.prepare(`
    UPDATE jobs SET state = 'cancelled', reserved = 0, error = ?, lease_until = NULL, finished_at = ?
    WHERE seq = ? AND state IN ('pending', 'running')
  `)
  const markCancelled = engine.prepare('UPDATE batches SET cancelled_at = ? WHERE id = ?')
  const release = (row: Pick<JobRow, 'reserved' | 'batch_id' | 'price'>, used: number, now: number): number =>
    row.reserved - budgets.passOn(row, row.reserved - used, now)

  const change = (seq: number, attempt: number, end: AttemptEnd, now: number): boolean => {
    const at = { seq, attempt, now, timings: JSON.stringify(end.timings) }
    if (end.state === 'completed')
      return complete.run({ ...at, used: end.used, expires_at: end.expires_at }).changes === 1
    const failure = { ...at, error: JSON.stringify(end.error) }
    if (end.state === 'failed') return fail.run({ ...failure, expires_at: end.expires_at }).changes === 1
    return wait.run({ ...failure, run_at: end.run_at, uncounted: Number(!end.counted) }).changes === 1
  }

  const stop = (row: JobRow, now: number): Released => {
    cancel.run(JSON.stringify(CANCELLED), now, row.seq)
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
    if (!change(row.seq, row.attempt, end, now)) return IGNORED
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

  const takeBack = (row: JobRow, now: number): Released => {
    const timings: JobTimings = { queued: 0, fetch: 0, parse: 0 }
    const left = row.attempt < row.max_attempts
    const end: AttemptEnd = left
      ? { state: 'pending', error: INTERRUPTED, run_at: now, counted: true, timings }
      : { state: 'failed', error: INTERRUPTED, expires_at: now, timings }
    return { ...ownerOf(row), released: endOne(row, end, now).released }
  }

  return {
    ...createJobClaims(engine),
    /** Ends an attempt, inside the transaction that captures its credits and records its call. */
    end: endOne,
    /** The same in a transaction of its own, for an attempt that left no record. */
    endAlone: (row: JobRow, end: AttemptEnd, now: number): Promise<Settled> =>
      engine.write(() => endOne(row, end, now)),
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
