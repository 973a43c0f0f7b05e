import { iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { type Page, type PageQuery, pageOf, placeOfCursor } from '../page-of.ts'
import type { Fills } from '../parsers/choices.ts'
import type { ParserHealthStore } from '../parsers/health.ts'
import { createParserRuns, type ParserRun } from '../parsers/runs.ts'
import { createAgedRemoval } from '../remove-rows.ts'
import { createDownwardScan } from '../scan-down.ts'
import { KEPT_RESULT } from './results.ts'
import type { Sums } from './sums.ts'

/** Where a call came from. */
export type Source = 'api' | 'app' | 'mcp' | 'cli' | 'cron' | 'workflow'

/** One call, as it is kept for 90 days. Inputs and bodies are not stored. */
export interface Call {
  id: string
  operation: string
  key_id: string
  source: Source
  status: number
  error: string | null
  credits: number
  sources: string[]
  ms: number
  parser_id: string | null
  created_at: string
}

/** What the end of a call writes, all of it or nothing; its credits are captured. */
export interface CallEnd {
  accountId: string
  /** Writes what the call created, a new record, in the same transaction. */
  write?: (() => void) | undefined
  /**
   * The job that the call worked for: `end` writes what becomes of it, and is false where it is no longer the call's
   * own; then nothing is captured. A capture is for the job, so that no other attempt can be charged too.
   */
  job?: { id: string; end(): boolean } | undefined
  call: Omit<Call, 'created_at'> & { created_at: number }
  /**
   * Completes the running row of an `Idempotency-Key`: its key and the answer to replay, or null to forget it. The value of
   * a large answer is packed beside it.
   */
  idempotency?: { key: string; answer: string | null; packed: Uint8Array | null } | undefined
  /** An answer for a later reading; it takes the place of an earlier one under the same id. */
  kept?: { id: string; answer: string } | undefined
  /** How many values each field of the parser held. */
  fills?: Fills | undefined
  /** The required field of the parser that the page lacked. */
  lack?: string | undefined
  /** The page that the parser read. */
  page?: string | undefined
  /** What explains the result, kept under the call's id until it expires. */
  trace?: { body: string; expires_at: number } | undefined
}

/** The UTC day of a time in milliseconds. */
const dayOf = (time: number) => iso(time).slice(0, 10)

type Row = Omit<Call, 'created_at' | 'sources'> & { seq: number; created_at: number; sources: string | null }

const toCall = ({ seq: _, ...row }: Row): Call => ({
  ...row,
  sources: row.sources ? row.sources.split(' ') : [],
  created_at: iso(row.created_at),
})

/** Calls, and the one transaction that ends a call: its record, its capture, its stored answer, its fill counts. */
export function createCallStore(engine: Engine, health: Pick<ParserHealthStore, 'note'>, sums: Sums) {
  const insert = engine.prepare(`
    INSERT INTO calls (account_id, id, operation, key_id, source, status, error, credits, sources, ms, parser_id, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const capture = engine.prepare(`
    INSERT INTO ledger (account_id, kind, delta, subject, key_id, created_at)
    VALUES (?, 'capture', ?, ?, ?, ?) ON CONFLICT DO NOTHING
  `)
  const answer = engine.prepare(
    'UPDATE idempotency SET answer = ?, packed = ? WHERE account_id = ? AND operation = ? AND key = ?',
  )
  const keep = engine.prepare(`
    INSERT INTO idempotency (account_id, operation, key, fingerprint, answer, created_at)
    VALUES (?, '${KEPT_RESULT}', ?, '', ?, ?)
    ON CONFLICT DO UPDATE SET answer = excluded.answer, created_at = excluded.created_at
  `)
  const forget = engine.prepare('DELETE FROM idempotency WHERE account_id = ? AND operation = ? AND key = ?')
  const countRun = engine.gather<ParserRun>(createParserRuns(engine, health))
  const keepTrace = engine.prepare(
    'INSERT INTO traces (id, account_id, body, expires_at) VALUES (?, ?, ?, ?)',
  )
  const COLUMNS =
    'seq, id, operation, key_id, source, status, error, credits, sources, ms, parser_id, created_at'
  const newest = createDownwardScan<Row>(
    engine,
    'calls',
    `SELECT ${COLUMNS} FROM calls WHERE account_id = @accountId`,
  )
  const newestFailed = engine.prepare<Row>(`
    SELECT ${COLUMNS} FROM calls WHERE account_id = @accountId AND status >= 400 AND seq < @at
    ORDER BY seq DESC LIMIT CAST(@limit AS INTEGER)
  `)
  const expire = createAgedRemoval(engine, 'calls', { before: sums.takeOut, after: sums.followRemoval })
  const expireDays = ['parser_runs', 'parser_fills', 'parser_choices'].map(table =>
    engine.prepare(`DELETE FROM ${table} WHERE day < ?`),
  )

  const runOf = (parserId: string, { accountId, call, job, fills = {}, lack, page }: CallEnd): ParserRun => {
    const evidence = { call_id: call.id, job_id: job?.id ?? null, url: page ?? null }
    return { accountId, parserId, ok: call.status < 300, fills, lack, at: call.created_at, ...evidence }
  }

  const endKey = (
    accountId: string,
    operation: string,
    { key, ...end }: NonNullable<CallEnd['idempotency']>,
  ) =>
    end.answer
      ? answer.run(end.answer, end.packed, accountId, operation, key)
      : forget.run(accountId, operation, key)

  const finish = ({ accountId, call, ...end }: CallEnd) => {
    const { id, operation, key_id, created_at } = call
    const sources = call.sources.length ? call.sources.join(' ') : null
    end.write?.()
    const credits = end.job && !end.job.end() ? 0 : call.credits
    insert.run(
      accountId, id, operation, key_id, call.source, call.status, call.error, credits, sources, call.ms, call.parser_id, created_at,
    ) // biome-ignore format: one row
    if (credits) capture.run(accountId, -credits, end.job?.id ?? id, key_id, created_at)
    if (end.idempotency) endKey(accountId, operation, end.idempotency)
    if (call.parser_id) countRun(runOf(call.parser_id, { accountId, call, ...end }))
    if (end.kept) keep.run(accountId, end.kept.id, end.kept.answer, created_at + call.ms)
    sums.callEnded()
    if (end.trace) keepTrace.run(id, accountId, end.trace.body, end.trace.expires_at)
  }

  return {
    finish: (end: CallEnd): Promise<void> => engine.write(() => finish(end)),
    /** Newest first; with `failed`, only answers of 400 and above. */
    list: async (
      accountId: string,
      query: PageQuery & { failed?: boolean | undefined },
    ): Promise<Page<Call>> => {
      const { at } = placeOfCursor(query.cursor)
      const limit = query.limit + 1
      const rows = query.failed
        ? newestFailed.all({ accountId, at, limit })
        : await newest({ accountId }, { at, limit })
      return pageOf(rows, query.limit, row => ({ at: row.seq, id: '' }), toCall)
    },
    /** Removes calls older than `before` (milliseconds), and the days of parsers before it. */
    async expire(before: number): Promise<void> {
      await expire(before)
      await engine.write(() => {
        for (const drop of expireDays) drop.run(dayOf(before))
      })
    },
  }
}
