import type { Engine } from './engine.ts'
import type { JobRow } from './job-rows.ts'

/** What is due, and taking it: the most urgent first, within what batches may run at a time. */
export function createJobClaims(engine: Engine) {
  const ready = engine.prepare<JobRow & { lanes: number | null }>(`
    SELECT jobs.*, concurrency AS lanes FROM jobs LEFT JOIN batches ON batches.id = batch_id
    WHERE jobs.account_id = @accountId AND state IN ('pending', 'running') AND state = 'pending'
      AND reserved = price AND run_at <= @now
      AND (batch_id IS NULL OR batch_id NOT IN (SELECT value FROM json_each(@full)))
    ORDER BY priority DESC, seq LIMIT @limit
  `)
  const runningOfBatch = engine.prepare<{ count: number }>(
    "SELECT count(*) AS count FROM jobs WHERE batch_id = ? AND state = 'running'",
  )
  const start = engine.prepare(`
    UPDATE jobs SET state = 'running', attempt = attempt + 1, lease_until = @leaseUntil, run_at = @now,
      started_at = coalesce(started_at, @now)
    WHERE seq = @seq
  `)
  const waiting = engine.prepare<{ account_id: string }>(`
    SELECT DISTINCT account_id FROM jobs
    WHERE state IN ('pending', 'running') AND state = 'pending' AND reserved = price
  `)
  const nextOf = engine.prepare<{ run_at: number | null }>(`
    SELECT min(run_at) AS run_at FROM jobs
    WHERE account_id = ? AND state IN ('pending', 'running') AND state = 'pending' AND reserved = price
      AND run_at > ?
  `)

  const candidates = (accountId: string, now: number, full: string[], limit: number) =>
    ready.all({ accountId, now, full: JSON.stringify(full), limit })

  /** Batches that run as many items as they may; what they have waiting is passed over. */
  const chooseFor = (accountId: string, limit: number, now: number): JobRow[] => {
    const chosen: JobRow[] = []
    const counts = new Map<string, number>()
    const full = new Set<string>()
    const fits = ({ batch_id, lanes }: { batch_id: string | null; lanes: number | null }) => {
      if (batch_id === null || lanes === null) return true
      const count = counts.get(batch_id) ?? runningOfBatch.get(batch_id)!.count
      counts.set(batch_id, count + 1)
      if (count < lanes) return true
      full.add(batch_id)
      return false
    }
    for (let before = -1; chosen.length < limit && before !== full.size; ) {
      before = full.size
      const known = new Set(chosen.map(({ seq }) => seq))
      const rows = candidates(accountId, now, [...full], limit).filter(({ seq }) => !known.has(seq))
      chosen.push(...rows.filter(fits).slice(0, limit - chosen.length))
    }
    return chosen
  }

  return {
    /** Takes up to `limit` jobs that are due, the most urgent first; they are this process's until `leaseUntil`. */
    claim: (accountId: string, limit: number, now: number, leaseUntil: number): Promise<JobRow[]> =>
      engine.write(() =>
        chooseFor(accountId, limit, now).map(row => {
          start.run({ leaseUntil, now, seq: row.seq })
          const { attempt, started_at } = row
          return {
            ...row,
            state: 'running',
            attempt: attempt + 1,
            run_at: now,
            started_at: started_at ?? now,
          }
        }),
      ),
    /** Accounts with jobs that wait for their turn. */
    waiting: async (): Promise<string[]> => waiting.all().map(({ account_id }) => account_id),
    /** When the next job that is not yet due will be, in milliseconds; null where none waits for its time. */
    nextDue: async (accountId: string, now: number): Promise<number | null> =>
      nextOf.get(accountId, now)!.run_at,
  }
}
