import { iso } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor } from '../page-of.ts'
import type { Fills } from '../parsers/choices.ts'
import type { ParserHealthStore } from '../parsers/health.ts'
import { createParserRuns, type ParserRun } from '../parsers/runs.ts'
import { createAgedRemoval } from '../remove-rows.ts'
import { createRowWriter, type Value } from '../row-writer.ts'
import { createDownwardScan } from '../scan-down.ts'
import { OF_KEY } from './idempotency.ts'
import type { ResultStore } from './results.ts'
import type { Sums } from './sums.ts'

/** Where a call came from. */
export type Source = 'api' | 'app' | 'mcp' | 'cli' | 'cron' | 'workflow'

/** A call, which is kept for 90 days. Inputs and bodies are not stored. */
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
  /** The job whose attempt it was. */
  job_id: string | null
  /** The workflow run that it was made for. */
  run_id: string | null
  created_at: string
}

/** Everything that the end of a call writes in one transaction, including the capture of its credits. */
export interface CallEnd {
  accountId: string
  /** Writes the record that the call created, in the same transaction. */
  write?: (() => void) | undefined
  /**
   * The job that the call worked for. `end` writes the outcome for the job, and returns false if the job is no longer the
   * call's own; then nothing is captured. The capture names the job, so that no other attempt can be charged too; `paidAs`
   * is its subject in the ledger if it pays for a part of the job.
   */
  job?: { id: string; paidAs?: string | undefined; end(): boolean } | undefined
  call: Omit<Call, 'created_at' | 'job_id' | 'run_id'> & { created_at: number }
  /**
   * Completes the running row of an `Idempotency-Key`: the key and the answer to replay, or null to remove the row.
   * `packed` is the compressed value of a large answer.
   */
  idempotency?: { key: string; answer: string | null; packed: Uint8Array | null } | undefined
  /** An answer to keep for later reading; it replaces an earlier one under the same id. */
  kept?: { id: string; answer: string } | undefined
  /** How many values each field of the parser held. */
  fills?: Fills | undefined
  /** The required field of the parser that was missing from the page. */
  lack?: string | undefined
  /** The address of the page that the parser read. */
  page?: string | undefined
  /** The explanation of the result, kept under the call's id until it expires. */
  trace?: { body: string; expires_at: number } | undefined
}

/** Returns the UTC day of a time in milliseconds. */
const dayOf = (time: number) => iso(time).slice(0, 10)

/** A row of `calls` with the columns of `CALL_COLUMNS`; times in milliseconds. */
export type CallRow = Omit<Call, 'created_at' | 'sources' | 'job_id' | 'run_id'> & {
  seq: number
  /** What the call worked for: the id of a job, or `run_…/node/item`. */
  subject: string | null
  created_at: number
  sources: string | null
}

export const CALL_COLUMNS =
  'seq, id, operation, key_id, source, status, error, credits, sources, ms, parser_id, subject, created_at'

const NEW_CALL_COLUMNS = [
  'account_id', 'id', 'operation', 'key_id', 'source', 'status', 'error', 'credits', 'sources', 'ms', 'parser_id',
  'subject', 'created_at',
] // biome-ignore format: one row

const CAPTURE_COLUMNS = ['account_id', 'kind', 'delta', 'subject', 'operation', 'key_id', 'created_at']

/** Returns a row as responses show it. */
export const toCall = (row: CallRow): Call => ({
  id: row.id,
  operation: row.operation,
  key_id: row.key_id,
  source: row.source,
  status: row.status,
  error: row.error,
  credits: row.credits,
  sources: row.sources ? row.sources.split(' ') : [],
  ms: row.ms,
  parser_id: row.parser_id,
  job_id: row.subject?.startsWith('job_') ? row.subject : null,
  run_id: row.subject?.startsWith('run_') ? row.subject.split('/')[0]! : null,
  created_at: iso(row.created_at),
})

/** Ids of operations that the app calls by itself; its calls of them are left out. */
export type OmittedOperations = readonly string[]

export const NOT_OMITTED = "NOT (source = 'app' AND operation IN (SELECT value FROM json_each(@leftOut)))"

/** Calls that failed for the same reason, and the last of them. */
export interface FailureCause {
  calls: number
  last: Call
}

/** How many of the newest failed calls are searched. */
const MAX_FAILED = 2_000

/** Which failed calls to list; an absent field does not filter. */
interface FailedQuery {
  limit: number
  leftOut: OmittedOperations
  operation?: string | undefined
  parser_id?: string | undefined
  status?: number | undefined
  error?: string | undefined
}

/** The stores that the end of a call writes to, apart from its own tables. */
interface CallStoreDependencies {
  health: Pick<ParserHealthStore, 'note'>
  results: Pick<ResultStore, 'keep'>
  sums: Sums
}

/** Stores calls. One transaction ends a call: its record, its capture, its stored answer, its fill counts. */
export function createCallStore(engine: Engine, { health, results, sums }: CallStoreDependencies) {
  const insert = engine.gather<Value[]>(createRowWriter(engine, 'calls', NEW_CALL_COLUMNS))
  const capture = engine.gather<Value[]>(createRowWriter(engine, 'ledger', CAPTURE_COLUMNS, 'DO NOTHING'))
  const answer = engine.prepare(`UPDATE idempotency SET answer = ?, packed = ? WHERE ${OF_KEY}`)
  const forget = engine.prepare(`DELETE FROM idempotency WHERE ${OF_KEY} AND progress IS NULL`)
  const breakOff = engine.prepare(`UPDATE idempotency SET broken_off = 1 WHERE ${OF_KEY}`)
  const countRun = engine.gather<ParserRun>(createParserRuns(engine, health))
  const keepTrace = engine.prepare(
    'INSERT INTO traces (id, account_id, body, expires_at) VALUES (?, ?, ?, ?)',
  )
  const newest = createDownwardScan<CallRow>(
    engine,
    'calls',
    `SELECT ${CALL_COLUMNS} FROM calls WHERE account_id = @accountId`,
  )
  const newestFailed = engine.prepare<CallRow>(`
    SELECT ${CALL_COLUMNS} FROM calls WHERE account_id = @accountId AND status >= 400 AND seq < @at
    ORDER BY seq DESC LIMIT CAST(@limit AS INTEGER)
  `)
  const NEWEST_FAILED = `SELECT ${CALL_COLUMNS} FROM calls
    WHERE account_id = @account AND status >= 400 AND ${NOT_OMITTED} ORDER BY seq DESC LIMIT ${MAX_FAILED}`
  const failedCalls = engine.prepare<CallRow>(`
    SELECT * FROM (${NEWEST_FAILED})
    WHERE (@operation IS NULL OR operation = @operation) AND (@parser_id IS NULL OR parser_id = @parser_id)
      AND (@status IS NULL OR status = @status) AND (@error IS NULL OR error = @error)
    ORDER BY seq DESC LIMIT CAST(@limit AS INTEGER)
  `)
  // SQLite takes the other columns of a group from its row with the greatest `seq`.
  const causes = engine.prepare<CallRow & { calls: number }>(`
    SELECT max(seq) AS seq, ${CALL_COLUMNS.replace('seq, ', '')}, count(*) AS calls FROM (${NEWEST_FAILED})
    WHERE created_at >= @since GROUP BY operation, parser_id, status, error
    ORDER BY 1 DESC LIMIT CAST(@limit AS INTEGER)
  `)
  const expire = createAgedRemoval(engine, 'calls', { before: sums.takeOut, after: sums.followRemoval })
  const expireDays = ['parser_runs', 'parser_choices'].map(table =>
    engine.prepare(`DELETE FROM ${table} WHERE day < ?`),
  )

  const runOf = (parserId: string, { accountId, call, job, fills = {}, lack, page }: CallEnd): ParserRun => {
    const evidence = { call_id: call.id, job_id: job?.id ?? null, url: page ?? null }
    return { accountId, parserId, ok: call.status < 300, fills, lack, at: call.created_at, ...evidence }
  }

  /** A call without an answer releases its key to run again; if it kept its progress, it continues from there. */
  const endKey = (
    accountId: string,
    operation: string,
    { key, ...end }: NonNullable<CallEnd['idempotency']>,
  ) => {
    if (end.answer) return void answer.run(end.answer, end.packed, accountId, operation, key)
    if (forget.run(accountId, operation, key).changes === 0) breakOff.run(accountId, operation, key)
  }

  const finish = ({ accountId, call, ...end }: CallEnd) => {
    const { id, operation, key_id, created_at } = call
    const sources = call.sources.length ? call.sources.join(' ') : null
    end.write?.()
    const credits = end.job && !end.job.end() ? 0 : call.credits
    insert([
      accountId, id, operation, key_id, call.source, call.status, call.error, credits, sources, call.ms, call.parser_id,
      end.job?.id ?? null, created_at,
    ]) // biome-ignore format: one row
    const paidAs = end.job?.paidAs ?? end.job?.id ?? id
    if (credits) capture([accountId, 'capture', -credits, paidAs, operation, key_id, created_at])
    if (end.idempotency) endKey(accountId, operation, end.idempotency)
    if (call.parser_id) countRun(runOf(call.parser_id, { accountId, call, ...end }))
    if (end.kept) results.keep(accountId, end.kept, created_at + call.ms)
    sums.callEnded()
    if (end.trace) keepTrace.run(id, accountId, end.trace.body, end.trace.expires_at)
  }

  return {
    finish: (end: CallEnd): Promise<void> => engine.write(() => finish(end)),
    /** Newest first; with `failed`, only calls with a status of 400 and above. */
    list: async (
      accountId: string,
      query: PageQuery & { failed?: boolean | undefined },
    ): Promise<Page<Call>> => {
      const { at } = positionOfCursor(query.cursor)
      const limit = query.limit + 1
      const rows = query.failed
        ? newestFailed.all({ accountId, at, limit })
        : await newest({ accountId }, { at, limit })
      return pageOf(rows, query.limit, row => ({ at: row.seq, id: '' }), toCall)
    },
    /** Returns the last failed calls that match the query. */
    failed: async (account: string, { leftOut, ...query }: FailedQuery): Promise<Call[]> => {
      const { operation = null, parser_id = null, status = null, error = null, limit } = query
      const filters = { operation, parser_id, status, error }
      return failedCalls.all({ account, limit, leftOut: JSON.stringify(leftOut), ...filters }).map(toCall)
    },
    /** Returns why calls failed since `since` (milliseconds), from the last failed calls; the newest cause first. */
    failureCauses: async (
      account: string,
      { leftOut, ...query }: { since: number; limit: number; leftOut: OmittedOperations },
    ): Promise<FailureCause[]> =>
      causes
        .all({ account, ...query, leftOut: JSON.stringify(leftOut) })
        .map(({ calls, ...row }) => ({ calls, last: toCall(row) })),
    /** Removes calls older than `before` (milliseconds), and the daily counts of parsers from before that day. */
    async expire(before: number): Promise<void> {
      await expire(before)
      await engine.write(() => {
        for (const drop of expireDays) drop.run(dayOf(before))
      })
    },
  }
}
