import { hasSearchText, searchText } from '../../base/text/search-text.ts'
import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'
import { gatherRows } from '../gather-rows.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor } from '../page-of.ts'
import { type Job, type JobRow, type JobState, toJob } from './rows.ts'

/** The filters of a list of jobs. */
export interface JobQuery extends PageQuery {
  state?: JobState | undefined
  type?: Job['type'] | undefined
  parser_id?: string | undefined
  api_id?: string | undefined
  batch_id?: string | undefined
  cron_id?: string | undefined
  /** Only jobs that contain this text in their id, `custom_id` or input. */
  q?: string | undefined
}

/** The filters that all lists of jobs share, apart from the state. */
export const SHARED_FILTERS = `
  (@type IS NULL OR type = @type)
  AND (@parserId IS NULL OR parser_id = @parserId) AND (@apiId IS NULL OR api_id = @apiId)
  AND (@batchId IS NULL OR jobs.batch_id = @batchId) AND (@cronId IS NULL OR cron_id = @cronId)
`

/** The parameters of `SHARED_FILTERS`, and the state. */
export const filterParams = (query: Omit<JobQuery, keyof PageQuery>) => ({
  state: query.state ?? null,
  type: query.type ?? null,
  batchId: query.batch_id ?? null,
  parserId: query.parser_id ?? null,
  apiId: query.api_id ?? null,
  cronId: query.cron_id ?? null,
})

/** Jobs that one statement examines: no index finds text in the middle of another. */
const SPAN_SIZE = 2_000

/** A text of which SQLite ignores the case. */
const IS_ASCII = /^\p{ASCII}*$/u

/** Finds and counts jobs by text, some at a time, so that other calls can run in between. */
export function createJobSearch(engine: Engine) {
  const ends = engine.prepare<{ first: number | null; last: number | null }>(
    'SELECT min(seq) AS first, max(seq) AS last FROM job_specs',
  )
  const inSpan = `
    FROM jobs WHERE jobs.account_id = @accountId AND seq >= @from AND seq < @at
      AND (@state IS NULL OR state = @state) AND ${SHARED_FILTERS}
  `
  const matching = `${inSpan}
      AND (@q IS NULL OR instr(lower(id || ' ' || coalesce(custom_id, '') || ' ' || input), @q))
  `
  const found = engine.prepare<JobRow>(`SELECT jobs.* ${matching} ORDER BY seq DESC LIMIT @limit`)
  const counted = engine.prepare<{ jobs: number }>(`SELECT count(*) AS jobs ${matching}`)
  const searched = engine.prepare<Pick<JobRow, 'seq' | 'id' | 'custom_id' | 'input'>>(
    `SELECT seq, id, custom_id, input ${inSpan} ORDER BY seq DESC`,
  )
  const bySeq = engine.prepare<JobRow>('SELECT * FROM jobs WHERE seq = ?')

  /** Yields the spans of job numbers below `before`, newest first. */
  async function* spansBefore(before: number) {
    const { first, last } = ends.get()!
    if (first === null || last === null) return
    const turns = createTurns()
    for (let at = Math.min(before, last + 1); at > first; at -= SPAN_SIZE) {
      yield { from: at - SPAN_SIZE, at }
      if (turns.isOver()) await turns.next()
    }
  }
  const valuesOf = (accountId: string, query: Omit<JobQuery, keyof PageQuery>) => ({
    accountId,
    ...filterParams(query),
    q: query.q?.toLowerCase() ?? null,
  })

  /** Yields the numbers of the jobs of a span whose texts contain a text in any case, newest first. */
  function* numbersIn(params: ReturnType<typeof valuesOf> & { from: number; at: number }, q: string) {
    const wanted = searchText(q)
    for (const { seq, id, custom_id, input } of searched.iterate(params))
      if (hasSearchText([id, custom_id ?? '', input], wanted)) yield seq
  }
  function* rowsIn(params: Parameters<typeof numbersIn>[0] & { limit: number }, q = ''): Generator<JobRow> {
    if (IS_ASCII.test(q)) yield* found.iterate(params)
    else for (const seq of numbersIn(params, q)) yield bySeq.get(seq)!
  }
  const countIn = (params: Parameters<typeof numbersIn>[0], q = ''): number =>
    IS_ASCII.test(q) ? counted.get(params)!.jobs : [...numbersIn(params, q)].length

  return {
    /** Newest first. */
    async find(accountId: string, query: JobQuery): Promise<Page<Job>> {
      const { limit, cursor } = query
      const values = valuesOf(accountId, query)
      const { rows, take, isFull } = gatherRows<JobRow>(limit + 1)
      for await (const span of spansBefore(positionOfCursor(cursor).at)) {
        take(rowsIn({ ...values, ...span, limit: limit + 1 - rows.length }, query.q))
        if (isFull()) break
      }
      return pageOf(rows, limit, ({ seq }) => ({ at: seq, id: '' }), toJob)
    },
    /** Returns how many jobs match. */
    async count(accountId: string, query: Omit<JobQuery, keyof PageQuery>): Promise<number> {
      const values = valuesOf(accountId, query)
      let count = 0
      for await (const span of spansBefore(Number.MAX_SAFE_INTEGER))
        count += countIn({ ...values, ...span }, query.q)
      return count
    },
  }
}
