import { iso } from '../times.ts'
import type { Engine } from './engine.ts'
import { type Page, type PageQuery, pageOf, placeOfCursor } from './page-of.ts'

/** What changes a balance: credits given, spent by a call, taken. */
export const LEDGER_KINDS = ['grant', 'capture', 'adjust'] as const

/** One line of the ledger. `subject` names what it is for: a call's id, a grant's reason. */
export interface LedgerEntry {
  /** Rises with every entry. */
  seq: number
  kind: (typeof LEDGER_KINDS)[number]
  delta: number
  subject: string
  key_id: string | null
  created_at: string
}

/** Which lines are wanted. */
export interface LedgerQuery extends PageQuery {
  kind?: LedgerEntry['kind'] | undefined
  /** A part of the subject. */
  q?: string | undefined
}

type Row = Omit<LedgerEntry, 'created_at'> & { created_at: number }

const toEntry = (row: Row): LedgerEntry => ({ ...row, created_at: iso(row.created_at) })

/** Append-only credits: a balance is always the sum of the entries. Captures are written by the calls store. */
export function createLedgerStore(engine: Engine) {
  const balance = engine.prepare<{ credits: number }>(
    'SELECT coalesce(sum(delta), 0) AS credits FROM ledger WHERE account_id = ?',
  )
  const spent = engine.prepare<{ credits: number }>(`
    SELECT coalesce(-sum(delta), 0) AS credits FROM ledger
    WHERE account_id = ? AND key_id = ? AND kind = 'capture' AND created_at >= ?
  `)
  const insert = engine.prepare(`
    INSERT INTO ledger (account_id, kind, delta, subject, created_at)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
  `)
  const newest = engine.prepare<Row>(`
    SELECT seq, kind, delta, subject, key_id, created_at FROM ledger
    WHERE account_id = @accountId AND seq < @at AND (@kind IS NULL OR kind = @kind) AND (@q IS NULL OR instr(subject, @q))
    ORDER BY seq DESC LIMIT @limit
  `)

  return {
    balance: async (accountId: string) => balance.get(accountId)!.credits,
    /** What a key has captured since `from` (milliseconds). */
    spentByKey: async (accountId: string, keyId: string, from: number) =>
      spent.get(accountId, keyId, from)!.credits,
    /** Adds a grant, or an adjustment where `credits` is negative. False where the same grant's subject was added before. */
    add: (accountId: string, credits: number, subject: string, now: number): Promise<boolean> =>
      engine.write(() => {
        const kind = credits < 0 ? 'adjust' : 'grant'
        return insert.run(accountId, kind, credits, subject, now).changes === 1
      }),
    /** Newest first. */
    list: async (
      accountId: string,
      { limit, cursor, ...wanted }: LedgerQuery,
    ): Promise<Page<LedgerEntry>> => {
      const { at } = placeOfCursor(cursor)
      return pageOf(
        newest.all({ accountId, at, kind: wanted.kind ?? null, q: wanted.q ?? null, limit: limit + 1 }),
        limit,
        row => ({ at: row.seq, id: '' }),
        toEntry,
      )
    },
  }
}
