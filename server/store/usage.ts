import { DAY, HOUR, iso } from '../times.ts'
import type { Engine } from './engine.ts'

/** What one operation did in one span of time. */
export interface Usage {
  /** Begin of the hour or day, UTC. */
  at: string
  operation: string
  calls: number
  failed: number
  credits: number
}

/** What one key did. */
export interface KeyUsage {
  key_id: string
  calls: number
  failed: number
  credits: number
}

export const SPANS = { hour: HOUR, day: DAY } as const

/** Sums over the kept calls. */
export function createUsageStore(engine: Engine) {
  const ends = engine.prepare<{ first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM calls',
  )
  const startOf = engine.prepare<{ seq: number; created_at: number }>(
    'SELECT seq, created_at FROM calls WHERE seq >= ? ORDER BY seq LIMIT 1',
  )
  const sums = engine.prepare<Omit<Usage, 'at'> & { at: number }>(`
    SELECT created_at - created_at % @span AS at, operation, count(*) AS calls, sum(status >= 400) AS failed, sum(credits) AS credits
    FROM calls WHERE seq >= @from AND account_id = @account AND created_at >= @since GROUP BY 1, 2 ORDER BY 1, 2
  `)

  /** The first row of that time: rows are written as calls end, so their numbers rise with their times. A bisection needs no index, which would cost every call. */
  const firstSince = (time: number): number => {
    const { first, last } = ends.get()!
    let [low, high] = [first ?? 0, (last ?? 0) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const row = startOf.get(middle)
      if (row && row.created_at < time) low = row.seq + 1
      else high = middle
    }
    return low
  }

  const sumsOfKeys = engine.prepare<KeyUsage>(`
    SELECT key_id, count(*) AS calls, sum(status >= 400) AS failed, sum(credits) AS credits
    FROM calls WHERE seq >= @from AND account_id = @account AND created_at >= @since GROUP BY 1 ORDER BY 1
  `)

  return {
    /** What each key of an account did since a time (milliseconds). */
    ofKeys: async (accountId: string, since: number): Promise<KeyUsage[]> =>
      sumsOfKeys.all({ account: accountId, from: firstSince(since - HOUR), since }),
    /** An account's usage since a time (milliseconds), by operation and hour or day; the oldest first. */
    list: async (accountId: string, since: number, span: keyof typeof SPANS): Promise<Usage[]> => {
      const from = firstSince(since - HOUR)
      const rows = sums.all({ account: accountId, from, since, span: SPANS[span] })
      return rows.map(row => ({ ...row, at: iso(row.at) }))
    },
  }
}
