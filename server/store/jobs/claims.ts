import type { Engine } from '../engine.ts'
import { OPEN_JOB, type OpenJob } from './rows.ts'
import { spansOf } from './spans.ts'

/** How many open batches of an account one claim considers. */
const MAX_BATCHES = 64

/**
 * Finds and claims due jobs: the most urgent first, batches of equal urgency in turn and within their concurrency. Items of
 * `stopped` batches are never claimed.
 */
export function createJobClaims(engine: Engine, stopped: ReadonlySet<string>) {
  // Without the casts, here and below, SQLite compiles these statements again on each call, which takes ten times as long
  // as the search itself.
  const ready = engine.prepare<OpenJob>(`
    SELECT ${OPEN_JOB} FROM open_jobs AS open CROSS JOIN job_specs AS spec ON spec.seq = open.seq
    WHERE open.account_id = CAST(? AS TEXT) AND state = 'pending' AND reserved = open.price AND (error IS NULL OR run_at <= ?)
      AND (open.batch_id IS NULL OR open.batch_id NOT IN (SELECT value FROM json_each(?)))
    ORDER BY open.priority DESC, open.seq LIMIT CAST(? AS INTEGER)
  `)
  /** The batch of the most urgent due job. */
  const mostUrgent = engine.prepare<{ batch_id: string | null }>(`
    SELECT batch_id FROM open_jobs
    WHERE account_id = CAST(? AS TEXT) AND state = 'pending' AND reserved = price AND (error IS NULL OR run_at <= ?)
    ORDER BY priority DESC, seq LIMIT 1
  `)
  const openAfter = engine.prepare<{ id: string }>(`
    SELECT id FROM batches WHERE account_id = CAST(? AS TEXT) AND ended_at IS NULL AND id > ?
    ORDER BY id LIMIT ${MAX_BATCHES}
  `)
  // Most items of a batch have the same price, and items of one price are found in order.
  const readyOfBatch = engine.prepare<OpenJob>(`
    SELECT ${OPEN_JOB} FROM open_jobs AS open CROSS JOIN job_specs AS spec ON spec.seq = open.seq
    WHERE open.batch_id = @batchId AND state = 'pending'
      AND reserved = (SELECT max(reserved) FROM open_jobs WHERE batch_id = @batchId AND state = 'pending')
      AND open.account_id = @accountId AND open.priority = @priority
      AND reserved = open.price AND (error IS NULL OR run_at <= @now)
    ORDER BY open.seq LIMIT CAST(@limit AS INTEGER)
  `)
  /** The batch of each account that was served last, by account. */
  const servedLast = new Map<string, string>()
  const slotsOf = engine.prepare<{ slots: number; running: number }>(`
    SELECT concurrency AS slots,
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

  /** Returns how many more items a batch may start now; infinity if it sets no limit. */
  const freeSlotsOf = (batchId: string): number => {
    const known = slotsOf.get(batchId)
    return known ? known.slots - known.running : Number.POSITIVE_INFINITY
  }

  /** Chooses due jobs. Batches that already run as many items as they may are passed over. */
  const choose = (accountId: string, limit: number, now: number): OpenJob[] => {
    const chosen = new Map<number, OpenJob>()
    const freeSlots = new Map<string, number>()
    const full = new Set(stopped)
    const fits = ({ batch_id }: OpenJob) => {
      if (batch_id === null) return true
      const free = freeSlots.get(batch_id) ?? freeSlotsOf(batch_id)
      freeSlots.set(batch_id, free - 1)
      if (free > 0) return true
      full.add(batch_id)
      return false
    }
    const take = (rows: readonly OpenJob[]) => {
      for (const row of rows)
        if (chosen.size < limit && !chosen.has(row.seq) && fits(row)) chosen.set(row.seq, row)
    }
    for (let before = -1; chosen.size < limit && before !== full.size; ) {
      before = full.size
      const rows = ready.all(accountId, now, JSON.stringify([...full]), limit)
      const first = rows.findIndex(({ batch_id }) => batch_id !== null)
      if (first >= 0) {
        take(rows.slice(0, first))
        take(roundRobin(rows[first]!, { limit: limit - chosen.size, now, full }))
      }
      take(rows)
    }
    return [...chosen.values()]
  }

  /** Returns items as urgent as the first, one of each batch in turn; none if they all belong to one batch. */
  function roundRobin(
    first: OpenJob,
    { limit, now, full }: { limit: number; now: number; full: Set<string> },
  ) {
    const { account_id: accountId, priority } = first
    const last = servedLast.get(accountId) ?? ''
    const open = openAfter.all(accountId, last).map(({ id }) => id)
    const others = last ? openAfter.all(accountId, '').map(({ id }) => id) : []
    const batches = [...new Set([...open, ...others])].filter(id => !full.has(id))
    if (batches.length < 2) return []
    const perBatch = Math.ceil(limit / batches.length)
    const lists = batches
      .slice(0, limit)
      .map(batchId => readyOfBatch.all({ batchId, accountId, priority, now, limit: perBatch }))
    const items = Array.from({ length: perBatch }, (_, i) => lists.flatMap(list => list[i] ?? [])).flat()
    const latest = items.slice(0, limit).at(-1)
    if (latest) servedLast.set(accountId, latest.batch_id!)
    return items
  }

  const write = (accountId: string, rows: OpenJob[], now: number, leaseUntil: number) => {
    for (const { first, last } of spansOf(rows, isAsUrgent))
      start.run(leaseUntil, now, now, accountId, first.priority, first.seq, last.seq)
  }

  return {
    /**
     * Claims up to `limit` due jobs, the most urgent first, for this process until `leaseUntil`. `limit` is called inside
     * the transaction, when it is known which other jobs end there.
     */
    claim: (accountId: string, limit: () => number, now: number, leaseUntil: number): Promise<OpenJob[]> =>
      engine.write(() => {
        const rows = choose(accountId, limit(), now)
        write(accountId, rows, now, leaseUntil)
        return rows.map(row => startedAt(row, now))
      }),
    /** Claims the most urgent due job if it belongs to no batch. */
    claimSingle: async (accountId: string, now: number, leaseUntil: number): Promise<OpenJob[]> => {
      // This runs whenever items end, and mostly finds no such job: a transaction starts only if there is one.
      if (mostUrgent.get(accountId, now)?.batch_id !== null) return []
      return engine.write(() => {
        const rows = ready.all(accountId, now, '[]', 1).filter(({ batch_id }) => batch_id === null)
        write(accountId, rows, now, leaseUntil)
        return rows.map(row => startedAt(row, now))
      })
    },
    /** Returns accounts with pending jobs. */
    waiting: async (): Promise<string[]> => waiting.all().map(({ account_id }) => account_id),
    /** Returns when the next pending job becomes due (milliseconds); null if none waits for its time. */
    nextDue: async (accountId: string, now: number): Promise<number | null> =>
      nextOf.get(accountId, now)!.run_at,
  }
}

const isAsUrgent = (one: OpenJob, other: OpenJob) => one.priority === other.priority

const startedAt = (row: OpenJob, now: number): OpenJob => ({
  ...row,
  attempt: row.attempt + 1,
  run_at: now,
  started_at: row.started_at ?? now,
})
