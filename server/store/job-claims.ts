import type { Engine } from './engine.ts'
import type { JobRow } from './job-rows.ts'

/** What is due, and taking it: the most urgent first, within what batches may run at a time. */
export function createJobClaims(engine: Engine) {
  // The casts, here and below, keep SQLite from looking at the values, for which it would compile the statement anew each
  // time: that takes ten times as long as the search itself.
  const ready = engine.prepare<JobRow>(`
    SELECT * FROM jobs
    WHERE account_id = CAST(? AS TEXT) AND finished_at IS NULL AND state = 'pending' AND reserved = price AND run_at <= ?
      AND (batch_id IS NULL OR batch_id NOT IN (SELECT value FROM json_each(?)))
    ORDER BY priority DESC, seq LIMIT CAST(? AS INTEGER)
  `)
  const lanesOf = engine.prepare<{ lanes: number; running: number }>(`
    SELECT concurrency AS lanes, (SELECT count(*) FROM jobs WHERE batch_id = batches.id AND state = 'running') AS running
    FROM batches WHERE id = ? AND concurrency IS NOT NULL
  `)
  const start = engine.prepare(`
    UPDATE jobs SET state = 'running', attempt = attempt + 1, lease_until = ?, run_at = ?,
      started_at = coalesce(started_at, ?)
    WHERE seq IN (SELECT value FROM json_each(?))
  `)
  const waiting = engine.prepare<{ account_id: string }>(`
    SELECT DISTINCT account_id FROM jobs WHERE finished_at IS NULL AND state = 'pending' AND reserved = price
  `)
  const nextOf = engine.prepare<{ run_at: number | null }>(`
    SELECT min(run_at) AS run_at FROM jobs
    WHERE account_id = CAST(? AS TEXT) AND finished_at IS NULL AND state = 'pending' AND reserved = price AND run_at > ?
  `)

  /** Items that a batch may still start now; any number where it sets no limit. */
  const roomOf = (batchId: string): number => {
    const known = lanesOf.get(batchId)
    return known ? known.lanes - known.running : Number.POSITIVE_INFINITY
  }

  /** Batches that run as many items as they may; what they have waiting is passed over. */
  const chooseFor = (accountId: string, limit: number, now: number): JobRow[] => {
    const chosen = new Map<number, JobRow>()
    const rooms = new Map<string, number>()
    const full = new Set<string>()
    const fits = ({ batch_id }: JobRow) => {
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

  return {
    /**
     * Takes up to `limit` jobs that are due, the most urgent first; they are this process's until `leaseUntil`. The limit
     * is asked for in the transaction, when it is known what else ends there.
     */
    claim: (accountId: string, limit: () => number, now: number, leaseUntil: number): Promise<JobRow[]> =>
      engine.write(() => {
        const rows = chooseFor(accountId, limit(), now)
        if (rows.length) start.run(leaseUntil, now, now, JSON.stringify(rows.map(({ seq }) => seq)))
        return rows.map(row => startedAt(row, now))
      }),
    /** Accounts with jobs that wait for their turn. */
    waiting: async (): Promise<string[]> => waiting.all().map(({ account_id }) => account_id),
    /** When the next job that is not yet due will be, in milliseconds; null where none waits for its time. */
    nextDue: async (accountId: string, now: number): Promise<number | null> =>
      nextOf.get(accountId, now)!.run_at,
  }
}

const startedAt = (row: JobRow, now: number): JobRow => ({
  ...row,
  state: 'running',
  attempt: row.attempt + 1,
  run_at: now,
  started_at: row.started_at ?? now,
})
