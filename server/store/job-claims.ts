import type { Engine } from './engine.ts'
import { OPEN_JOB, type OpenJob } from './job-rows.ts'

/** What is due, and taking it: the most urgent first, within what batches may run at a time; nothing of those that are `stopped`. */
export function createJobClaims(engine: Engine, stopped: ReadonlySet<string>) {
  // Cast, here and below: to compile these anew each time takes ten times as long as the search itself.
  const ready = engine.prepare<OpenJob>(`
    SELECT ${OPEN_JOB} FROM open_jobs AS open CROSS JOIN job_specs AS spec ON spec.seq = open.seq
    WHERE open.account_id = CAST(? AS TEXT) AND state = 'pending' AND reserved = open.price AND (error IS NULL OR run_at <= ?)
      AND (open.batch_id IS NULL OR open.batch_id NOT IN (SELECT value FROM json_each(?)))
    ORDER BY open.priority DESC, open.seq LIMIT CAST(? AS INTEGER)
  `)
  const lanesOf = engine.prepare<{ lanes: number; running: number }>(`
    SELECT concurrency AS lanes,
      (SELECT count(*) FROM open_jobs WHERE batch_id = batches.id AND state = 'running') AS running
    FROM batches WHERE id = ? AND concurrency IS NOT NULL
  `)
  const start = engine.prepare(`
    UPDATE open_jobs SET state = 'running', attempt = attempt + 1, lease_until = ?, run_at = ?,
      started_at = coalesce(started_at, ?)
    WHERE account_id = ? AND priority = ? AND seq BETWEEN ? AND ?
  `)
  const waiting = engine.prepare<{ account_id: string }>(`
    SELECT DISTINCT account_id FROM open_jobs WHERE state = 'pending' AND reserved = price
  `)
  const nextOf = engine.prepare<{ run_at: number | null }>(`
    SELECT min(run_at) AS run_at FROM open_jobs
    WHERE account_id = CAST(? AS TEXT) AND state = 'pending' AND error IS NOT NULL AND run_at > ?
  `)

  /** Items that a batch may still start now; any number where it sets no limit. */
  const roomOf = (batchId: string): number => {
    const known = lanesOf.get(batchId)
    return known ? known.lanes - known.running : Number.POSITIVE_INFINITY
  }

  /** Batches that run as many items as they may; what they have waiting is passed over. */
  const chooseFor = (accountId: string, limit: number, now: number): OpenJob[] => {
    const chosen = new Map<number, OpenJob>()
    const rooms = new Map<string, number>()
    const full = new Set(stopped)
    const fits = ({ batch_id }: OpenJob) => {
      if (batch_id === null) return true
      const room = rooms.get(batch_id) ?? roomOf(batch_id)
      rooms.set(batch_id, room - 1)
      if (room > 0) return true
      full.add(batch_id)
      return false
    }
    for (let before = -1; chosen.size < limit && before !== full.size; ) {
      before = full.size
      const rows = ready.all(accountId, now, JSON.stringify([...full]), limit)
      for (const row of rows)
        if (chosen.size < limit && !chosen.has(row.seq) && fits(row)) chosen.set(row.seq, row)
    }
    return [...chosen.values()]
  }

  const write = (accountId: string, rows: OpenJob[], now: number, leaseUntil: number) => {
    for (const { priority, first, last } of spansOf(rows))
      start.run(leaseUntil, now, now, accountId, priority, first, last)
  }

  return {
    /**
     * Takes up to `limit` jobs that are due, the most urgent first; they are this process's until `leaseUntil`. The limit
     * is asked for in the transaction, when it is known what else ends there.
     */
    claim: (accountId: string, limit: () => number, now: number, leaseUntil: number): Promise<OpenJob[]> =>
      engine.write(() => {
        const rows = chooseFor(accountId, limit(), now)
        write(accountId, rows, now, leaseUntil)
        return rows.map(row => startedAt(row, now))
      }),
    /** Accounts with jobs that wait for their turn. */
    waiting: async (): Promise<string[]> => waiting.all().map(({ account_id }) => account_id),
    /** When the next job that is not yet due will be, in milliseconds; null where none waits for its time. */
    nextDue: async (accountId: string, now: number): Promise<number | null> =>
      nextOf.get(accountId, now)!.run_at,
  }
}

/** Jobs of one priority whose numbers follow one another: a range is found and rewritten in one go. */
interface Span {
  priority: number
  first: number
  last: number
}

function spansOf(rows: OpenJob[]): Span[] {
  const spans: Span[] = []
  for (const { priority, seq } of rows) {
    const span = spans.at(-1)
    if (span?.priority === priority && span.last === seq - 1) span.last = seq
    else spans.push({ priority, first: seq, last: seq })
  }
  return spans
}

const startedAt = (row: OpenJob, now: number): OpenJob => ({
  ...row,
  attempt: row.attempt + 1,
  run_at: now,
  started_at: row.started_at ?? now,
})
