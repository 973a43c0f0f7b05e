import type { Engine } from '../engine.ts'
import { type Page, pageOf, positionOfCursor } from '../page-of.ts'
import { createAgedRemoval } from '../remove-rows.ts'
import { attemptsOf, type JobAttempt } from './attempts.ts'
import { createJobSearch, filterParams, type JobQuery, SHARED_FILTERS } from './job-search.ts'
import { createNewJobs } from './new-jobs.ts'
import { isOpen, type Job, type JobRow, type JobState, type NewJob, newRow, toJob } from './rows.ts'

/** Credits reserved for open jobs; those of a batch count as one hold. */
interface JobHold {
  kind: 'job' | 'batch'
  id: string
  /** The operation that they run. */
  operation: string
  credits: number
  /** The name of the key that created the jobs. */
  key: string
  /** Milliseconds. */
  since: number
}

/** A job with its attempts. */
type JobWithAttempts = Job & { attempts: JobAttempt[]; has_page: boolean }

/** Stores the records of jobs. Every function takes the account: jobs of other accounts count as absent. */
export function createJobStore(engine: Engine) {
  const byId = engine.prepare<JobRow>('SELECT * FROM jobs WHERE id = ? AND account_id = ?')
  const hasPage = engine.prepare('SELECT 1 FROM job_pages WHERE job = ?')
  const newest = (from: string, seq: string, state: string) =>
    engine.prepare<JobRow>(`
      SELECT jobs.* FROM ${from} WHERE jobs.account_id = @accountId AND ${seq} < @at AND ${state}
        AND ${SHARED_FILTERS}
      ORDER BY ${seq} DESC LIMIT @limit
    `)
  const newestOfAll = newest('jobs', 'seq', '(@state IS NULL OR state = @state)')
  const newestOpen = newest(
    'open_jobs AS open CROSS JOIN jobs USING (seq)',
    'open.seq',
    'open.account_id = @accountId AND open.state = @state',
  )
  const newestUnsuccessful = newest(
    'job_ends AS ended CROSS JOIN jobs ON jobs.seq = ended.job',
    'ended.job',
    "ended.state = @state AND ended.state <> 'completed'",
  )

  /** For a state that few jobs are in, reads the index of these jobs first. */
  const newestIn = (state: JobState | null) => {
    if (state === null || state === 'completed') return newestOfAll
    return isOpen(state) ? newestOpen : newestUnsuccessful
  }

  const count = engine.prepare<{ jobs: number }>(
    'SELECT count(*) AS jobs FROM open_jobs WHERE account_id = ?',
  )
  const open = engine.prepare<{ jobs: number; credits: number }>(
    'SELECT count(*) AS jobs, coalesce(sum(reserved), 0) AS credits FROM open_jobs WHERE account_id = ?',
  )
  const byState = engine.prepare<{ state: JobState; jobs: number }>(
    'SELECT state, count(*) AS jobs FROM open_jobs WHERE account_id = ? GROUP BY state',
  )
  const holds = engine.prepare<JobHold>(`
    SELECT iif(spec.batch_id IS NULL, 'job', 'batch') AS kind, coalesce(spec.batch_id, id) AS id,
      coalesce(api_id, type) AS operation, sum(reserved) AS credits,
      coalesce((SELECT name FROM keys WHERE keys.id = key_id), '') AS key, min(created_at) AS since
    FROM open_jobs AS open JOIN job_specs AS spec USING (seq) WHERE open.account_id = ? AND reserved > 0
    GROUP BY coalesce(spec.batch_id, id) ORDER BY since LIMIT ?
  `)
  const heldByKey = engine.prepare<{ credits: number }>(`
    SELECT coalesce(sum(reserved), 0) AS credits FROM open_jobs AS open JOIN job_specs USING (seq)
    WHERE open.account_id = ? AND key_id = ?
  `)
  const [openOfParser, openOfDatabase] = (['parser_id', 'database_id'] as const).map(column =>
    engine.prepare<{ id: string }>(`
      SELECT DISTINCT coalesce(spec.batch_id, id) AS id FROM open_jobs AS open JOIN job_specs AS spec USING (seq)
      WHERE open.account_id = ? AND ${column} = ? LIMIT ?
    `),
  )
  const repeated = engine.prepare(`
    WITH RECURSIVE repeated AS (
      SELECT batch_id, retry_of FROM job_specs WHERE id = ?
      UNION ALL
      SELECT earlier.batch_id, earlier.retry_of FROM repeated JOIN job_specs AS earlier ON earlier.id = repeated.retry_of
    )
    SELECT 1 FROM repeated
    WHERE batch_id IS NOT NULL
      OR (retry_of IS NOT NULL AND NOT EXISTS (SELECT 1 FROM job_specs WHERE id = repeated.retry_of))
  `)
  const remove = engine.prepare(`
    DELETE FROM job_specs WHERE id = ? AND account_id = ? AND seq IN (SELECT job FROM job_ends)
  `)
  const removePages = engine.prepare('DELETE FROM list_pages WHERE subject = ?')
  const expire = createAgedRemoval(engine, 'job_specs', {
    where: 'batch_id IS NULL AND seq IN (SELECT job FROM job_ends)',
    slice: 200,
  })
  const newJobs = createNewJobs(engine)
  const search = createJobSearch(engine)

  return {
    /** Returns a new job as responses show it, and `write`, which writes it inside a transaction and returns its number. */
    create(accountId: string, job: NewJob, now: number): { job: Job; write(): number } {
      const prepared = newJobs.prepare(accountId, [job], now)
      const write = () => {
        const span = prepared.write()
        prepared.open(span)
        return span.last
      }
      return { job: toJob(newRow(accountId, job, now)), write }
    },
    /** Prepares many jobs at once; see `PreparedJobs`. */
    prepareAll: newJobs.prepare,
    find: async (accountId: string, id: string): Promise<Job | null> => {
      const row = byId.get(id, accountId)
      return row ? toJob(row) : null
    },
    /** Returns the job with all attempts at it. */
    findWithAttempts: async (accountId: string, id: string): Promise<JobWithAttempts | null> => {
      const row = byId.get(id, accountId)
      if (!row) return null
      return { ...toJob(row), attempts: attemptsOf(row), has_page: hasPage.get(row.seq) !== undefined }
    },
    /** Newest first. */
    list: async (accountId: string, query: JobQuery): Promise<Page<Job>> => {
      if (query.q !== undefined) return search.find(accountId, query)
      const { limit, cursor, state = null } = query
      const at = positionOfCursor(cursor).at
      const rows = newestIn(state).iterate({ accountId, ...filterParams(query), at, limit: limit + 1 })
      return pageOf(rows, limit, ({ seq }) => ({ at: seq, id: '' }), toJob)
    },
    /** Returns how many jobs a list with these filters has in all. */
    count: search.count,
    /** Inside a transaction: returns how many jobs are open. */
    countOpen: (accountId: string): number => count.get(accountId)!.jobs,
    /** Returns how many jobs are open, and the credits reserved for them. */
    open: async (accountId: string) => open.get(accountId)!,
    /** Returns the number of open jobs by state; states without jobs are absent. */
    openByState: async (accountId: string): Promise<Map<JobState, number>> =>
      new Map(byState.all(accountId).map(({ state, jobs }) => [state, jobs])),
    /** Returns the holds on reserved credits, the earliest first. */
    holds: async (accountId: string, limit: number): Promise<JobHold[]> => holds.all(accountId, limit),
    /** Returns the credits reserved for open jobs of a key. */
    heldByKey: async (accountId: string, keyId: string): Promise<number> =>
      heldByKey.get(accountId, keyId)!.credits,
    /** Returns ids of open jobs, or of their batches, that need a parser; at most `limit`. Also for use inside a transaction. */
    openOfParser: (accountId: string, parserId: string, limit: number): string[] =>
      openOfParser!.all(accountId, parserId, limit).map(({ id }) => id),
    /** Returns ids of open jobs, or of their batches, that write into a database; at most `limit`. Also for use inside a transaction. */
    openOfDatabase: (accountId: string, databaseId: string, limit: number): string[] =>
      openOfDatabase!.all(accountId, databaseId, limit).map(({ id }) => id),
    /** Whether a job repeats an item of a batch. Also true if it cannot be known because the earlier job was deleted. */
    repeatsItem: (id: string): boolean => repeated.get(id) !== undefined,
    /** Returns false if the job is still open, or absent. */
    remove: (accountId: string, id: string): Promise<boolean> =>
      engine.write(() => {
        const isRemoved = remove.run(id, accountId).changes === 1
        if (isRemoved) removePages.run(id)
        return isRemoved
      }),
    /** Removes final jobs created before `before` (milliseconds); items of batches are removed with their batch. */
    expire: (before: number): Promise<void> => expire(before),
  }
}
