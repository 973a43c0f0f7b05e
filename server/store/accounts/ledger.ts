import { decodeTime } from 'ulid'
import { HOUR, iso, MINUTE } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor } from '../page-of.ts'
import { createDownwardScan, type ScanPage } from '../scan-down.ts'
import { createTimeSearch } from '../time-search.ts'

/** What changes a balance: credits granted, captured by a call, or adjusted. */
export const LEDGER_KINDS = ['grant', 'capture', 'adjust'] as const

/** An entry of the ledger. `subject` names what it is for: the id of a call, the reason of a grant. */
export interface LedgerEntry {
  /** Increases with every entry. */
  seq: number
  kind: (typeof LEDGER_KINDS)[number]
  delta: number
  subject: string
  /** What a capture paid for; null for other entries, and for those that an earlier version wrote. */
  operation: string | null
  key_id: string | null
  created_at: string
}

/** Which entries to return. */
export interface LedgerQuery extends PageQuery {
  kind?: LedgerEntry['kind'] | undefined
  /** Text that the subject contains. */
  q?: string | undefined
}

type Row = Omit<LedgerEntry, 'created_at'> & { created_at: number }

const toEntry = (row: Row): LedgerEntry => ({ ...row, created_at: iso(row.created_at) })

/**
 * Stores the ledger, which is append-only: a balance is always the sum of the entries. The call store writes the captures.
 */
export function createLedgerStore(engine: Engine) {
  const NEWER = "seq > (SELECT seq FROM summed WHERE source = 'ledger')"
  const balance = engine.prepare<{ credits: number }>(`
    SELECT coalesce((SELECT credits FROM balances WHERE account_id = @accountId), 0)
      + coalesce((SELECT sum(delta) FROM ledger WHERE ${NEWER} AND account_id = @accountId), 0) AS credits
  `)
  const spent = engine.prepare<{ credits: number }>(`
    SELECT coalesce((
        SELECT sum(credits) FROM key_spending WHERE account_id = @accountId AND key_id = @keyId AND at >= @from
      ), 0) + coalesce((
        SELECT -sum(delta) FROM ledger
        WHERE ${NEWER} AND account_id = @accountId AND key_id = @keyId AND kind = 'capture' AND created_at >= @from
      ), 0) AS credits
  `)
  const insert = engine.prepare(`
    INSERT INTO ledger (account_id, kind, delta, subject, created_at)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
  `)
  const list = createLedgerList(engine)

  return {
    balance: async (accountId: string) => balance.get({ accountId })!.credits,
    /** Returns the credits that a key has captured since the start of a UTC day (milliseconds). */
    spentByKey: async (accountId: string, keyId: string, from: number) =>
      spent.get({ accountId, keyId, from })!.credits,
    /**
     * Adds a grant, or an adjustment if `credits` is negative. Returns false if an entry of the same kind and subject
     * exists.
     */
    add: (accountId: string, credits: number, subject: string, now: number): Promise<boolean> =>
      engine.write(() => {
        const kind = credits < 0 ? 'adjust' : 'grant'
        return insert.run(accountId, kind, credits, subject, now).changes === 1
      }),
    /** Newest first. */
    list: async (
      accountId: string,
      { limit, cursor, ...filter }: LedgerQuery,
    ): Promise<Page<LedgerEntry>> => {
      const rows = await list(accountId, filter, { at: positionOfCursor(cursor).at, limit: limit + 1 })
      return pageOf(rows, limit, row => ({ at: row.seq, id: '' }), toEntry)
    },
  }
}

type LedgerFilter = Pick<LedgerQuery, 'kind' | 'q'>

/**
 * Matches text that can be part of the id of a call or a job, which all captures name; other text is only searched for in
 * the few other entries.
 */
const IN_IDS = /^(?:[a-z]{0,3}_)?[0-9A-Z]*$|^[a-z]{1,3}$/
const CALL_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/
const JOB_ID = /^job_[0-9A-HJKMNP-TV-Z]{26}$/

/** Finds entries: those that name a call or a job by an index, or by the time in the id; others by a scan of all. */
function createLedgerList(engine: Engine) {
  const SELECT =
    'SELECT seq, kind, delta, subject, operation, key_id, created_at FROM ledger WHERE account_id = @accountId'
  const all = createDownwardScan<Row>(engine, 'ledger', SELECT)
  const captures = createDownwardScan<Row>(
    engine,
    'ledger',
    `${SELECT} AND kind = 'capture' AND (@q IS NULL OR instr(subject, @q))`,
  )
  const nonCaptures = engine.prepare<Row>(`
    ${SELECT} AND kind <> 'capture' AND (@kind IS NULL OR kind = @kind) AND (@q IS NULL OR instr(subject, @q)) AND seq < @at
    ORDER BY seq DESC LIMIT CAST(@limit AS INTEGER)
  `)
  // Includes the job itself, and `job_…/2` for a page of the list that it followed: "0" sorts after "/".
  const ofJob = engine.prepare<Row>(`
    ${SELECT} AND kind = 'capture' AND substr(subject, 1, 4) <> 'req_' 
      AND subject >= @q AND subject < @q || '0' AND seq < @at
    ORDER BY seq DESC LIMIT CAST(@limit AS INTEGER)
  `)
  const firstSince = createTimeSearch(engine, 'ledger')

  const capturesOf = async (accountId: string, q: string | null, page: ScanPage): Promise<Row[]> => {
    if (q === null) return captures({ accountId, q }, page)
    if (!IN_IDS.test(q)) return []
    if (JOB_ID.test(q)) return ofJob.all({ accountId, q, at: page.at, limit: page.limit })
    if (!CALL_ID.test(q)) return captures({ accountId, q }, page)
    const time = decodeTime(q.slice('req_'.length))
    for (const span of [MINUTE, HOUR]) {
      const [from, until] = [firstSince(time - span), firstSince(time + span)]
      const matches = await captures({ accountId, q }, { ...page, from, at: Math.min(page.at, until) })
      if (matches.length) return matches
    }
    // After the clock was set back, the times in ids continue from the latest that they had reached.
    return captures({ accountId, q }, page)
  }

  return async (accountId: string, { kind, q: text }: LedgerFilter, page: ScanPage): Promise<Row[]> => {
    const q = text ?? null
    if (kind === undefined && q === null) return all({ accountId }, page)
    if (kind === 'capture') return capturesOf(accountId, q, page)
    const others = nonCaptures.all({ accountId, kind: kind ?? null, q, at: page.at, limit: page.limit })
    if (kind !== undefined) return others
    const found = [...others, ...(await capturesOf(accountId, q, page))]
    return found.sort((a, b) => b.seq - a.seq).slice(0, page.limit)
  }
}
