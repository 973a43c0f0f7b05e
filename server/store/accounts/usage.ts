import { DAY, HOUR, iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { NOT_OMITTED, type OmittedOperations, type Source } from './calls.ts'

/** The usage of one operation in one hour or day. */
interface Usage {
  /** The start of the hour or day, in UTC. */
  at: string
  operation: string
  calls: number
  failed: number
  credits: number
  /** The total duration of the calls in milliseconds. */
  ms: number
}

/** The usage of one key. */
interface KeyUsage {
  key_id: string
  calls: number
  failed: number
  credits: number
}

export const SPANS = { hour: HOUR, day: DAY } as const

const NEWER = "seq > (SELECT seq FROM summed WHERE source = 'calls')"
const COUNT_COLUMNS = 'sum(calls) AS calls, sum(failed) AS failed, sum(credits) AS credits'

/** Which calls to add up; `since` is the start of an hour or day (milliseconds). */
interface UsageQuery {
  since: number
  span: keyof typeof SPANS
  source?: Source | null | undefined
  leftOut: OmittedOperations
}

/** Sums over the kept calls: the stored sums, and the few calls that are newer. */
export function createUsageStore(engine: Engine) {
  const sumsOf = (table: string, span: number) =>
    engine.prepare<Omit<Usage, 'at'> & { at: number }>(`
      SELECT at, operation, ${COUNT_COLUMNS}, sum(ms) AS ms FROM (
        SELECT at, operation, source, calls, failed, credits, ms FROM ${table}
        WHERE account_id = @account AND at >= @since
        UNION ALL
        SELECT created_at - created_at % ${span}, operation, source, 1, status >= 400, credits, ms FROM calls
        WHERE ${NEWER} AND account_id = @account AND created_at >= @since
      ) WHERE ${NOT_OMITTED} AND (@source IS NULL OR source = @source) GROUP BY 1, 2 ORDER BY 1, 2
    `)
  const sums = { hour: sumsOf('usage_hours', HOUR), day: sumsOf('usage_days', DAY) }
  const sumsOfKeys = engine.prepare<KeyUsage>(`
    SELECT key_id, ${COUNT_COLUMNS} FROM (
      SELECT key_id, calls, failed, credits FROM key_days WHERE account_id = @account AND at >= @since
      UNION ALL
      SELECT key_id, 1, status >= 400, credits FROM calls
      WHERE ${NEWER} AND account_id = @account AND created_at >= @since
    ) GROUP BY 1 ORDER BY 1
  `)
  return {
    /** Returns the usage of each key of an account since the start of a UTC day (milliseconds). */
    ofKeys: async (accountId: string, since: number): Promise<KeyUsage[]> =>
      sumsOfKeys.all({ account: accountId, since }),
    /**
     * Returns the usage of an account since the start of an hour or day (milliseconds), by operation and hour or day; the
     * oldest first.
     */
    list: async (account: string, { span, source = null, leftOut, ...query }: UsageQuery): Promise<Usage[]> =>
      sums[span]
        .all({ account, ...query, source, leftOut: JSON.stringify(leftOut) })
        .map(row => ({ ...row, at: iso(row.at) })),
  }
}
