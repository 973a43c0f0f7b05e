import type { Engine } from './engine.ts'
import { attemptsOf, type JobAttempt } from './job-attempts.ts'
import { type Job, type JobRow, type JobState, type NewJob, type NewRow, newRow, toJob } from './job-rows.ts'
import { type Page, type PageQuery, pageOf, placeOfCursor } from './page-of.ts'

/** Which jobs a list shows. */
export interface JobQuery extends PageQuery {
  state?: JobState | undefined
  type?: Job['type'] | undefined
  parser_id?: string | undefined
  api_id?: string | undefined
  batch_id?: string | undefined
  cron_id?: string | undefined
}

/** Credits that are set aside for open jobs, those of a batch together. */
export interface JobHold {
  kind: 'job' | 'batch'
  id: string
  /** Which operation they run. */
  operation: string
  credits: number
  /** The name of the key that made them. */
  key: string
  /** Milliseconds. */
  since: number
}

/** A job with its history. */
export type JobCourse = Job & { attempts: JobAttempt[] }

/** The columns of a new job that jobs which are made together may share. */
const COLUMNS = [
  'account_id',
  'key_id',
  'source',
  'type',
  'parser_id',
  'parser_version',
  'api_id',
  'input',
  'state',
  'priority',
  'max_attempts',
  'run_at',
  'price',
  'reserved',
  'error',
  'batch_id',
  'idx',
  'custom_id',
  'database_id',
  'retry_of',
  'cron_id',
  'created_at',
  'finished_at',
] as const

/** The numbers of jobs that were made together, in their order. */
export interface JobSpan {
  first: number
  last: number
}

/** Jobs as records. Every function carries the account: another account's job is absent. */
export function createJobStore(engine: Engine) {
  const byId = engine.prepare<JobRow>('SELECT * FROM jobs WHERE id = ? AND account_id = ?')
  const newest = engine.prepare<JobRow>(`
    SELECT * FROM jobs WHERE account_id = @accountId AND seq < @at
      AND (@state IS NULL OR state = @state) AND (@type IS NULL OR type = @type)
      AND (@parserId IS NULL OR parser_id = @parserId) AND (@apiId IS NULL OR api_id = @apiId)
      AND (@batchId IS NULL OR batch_id = @batchId) AND (@cronId IS NULL OR cron_id = @cronId)
    ORDER BY seq DESC LIMIT @limit
  `)
  const open = engine.prepare<{ jobs: number; credits: number }>(`
    SELECT count(*) AS jobs, coalesce(sum(reserved), 0) AS credits FROM jobs
    WHERE account_id = ? AND finished_at IS NULL
  `)
  const holds = engine.prepare<JobHold>(`
    SELECT iif(batch_id IS NULL, 'job', 'batch') AS kind, coalesce(batch_id, id) AS id, coalesce(api_id, type) AS operation,
      sum(reserved) AS credits, coalesce((SELECT name FROM keys WHERE keys.id = key_id), '') AS key,
      min(created_at) AS since
    FROM jobs WHERE account_id = ? AND finished_at IS NULL AND reserved > 0
    GROUP BY coalesce(batch_id, id) ORDER BY since LIMIT ?
  `)
  const heldByKey = engine.prepare<{ credits: number }>(`
    SELECT coalesce(sum(reserved), 0) AS credits FROM jobs
    WHERE account_id = ? AND key_id = ? AND finished_at IS NULL
  `)
  const [openOfParser, openOfDatabase] = (['parser_id', 'database_id'] as const).map(column =>
    engine.prepare<{ id: string }>(`
      SELECT DISTINCT coalesce(batch_id, id) AS id FROM jobs
      WHERE account_id = ? AND ${column} = ? AND finished_at IS NULL LIMIT ?
    `),
  )
  const remove = engine.prepare(`
    DELETE FROM jobs WHERE id = ? AND account_id = ? AND finished_at IS NOT NULL
  `)
  const expire = engine.prepare(`
    DELETE FROM jobs WHERE seq < coalesce((SELECT min(seq) FROM jobs WHERE created_at >= ?), 9e15)
      AND finished_at IS NOT NULL AND batch_id IS NULL
  `)

  const inserts = new Map<string, ReturnType<Engine['prepare']>>()
  const insertFor = (shared: string[], own: string[]) => {
    const known = inserts.get(`${own}`)
    if (known) return known
    const values = [...shared.map(() => '?'), ...own.map((_, i) => `value ->> ${i}`)]
    const insert = engine.prepare(
      `INSERT INTO jobs (${[...shared, ...own]}) SELECT ${values} FROM json_each(?)`,
    )
    inserts.set(`${own}`, insert)
    return insert
  }

  /** What the rows share is bound once: to take it from each costs more than to write it. */
  const insertOf = (rows: NewRow[]): (() => JobSpan) => {
    const first = rows[0]!
    const shared = COLUMNS.filter(column => rows.every(row => row[column] === first[column]))
    const own = ['id' as const, ...COLUMNS.filter(column => !shared.includes(column))]
    const insert = insertFor(shared, own)
    const values = shared.map(column => first[column])
    const each = JSON.stringify(rows.map(row => own.map(column => row[column])))
    return () => {
      const last = Number(insert.run(...values, each).lastInsertRowid)
      return { first: last - rows.length + 1, last }
    }
  }

  return {
    /** A new job as answers show it, and what writes it inside a transaction, which gives its number. */
    create(accountId: string, job: NewJob, now: number): { job: Job; write(): number } {
      const row = newRow(accountId, job, now)
      return { job: toJob(row), write: () => insertOf([row])().last }
    },
    /**
     * The same for one or many, in one statement: each of its own would cost more than the writing itself. The fewer
     * things they differ in, the less it costs.
     */
    prepareAll(accountId: string, jobs: NewJob[], now: number): () => JobSpan {
      return insertOf(jobs.map(job => newRow(accountId, job, now)))
    },
    find: async (accountId: string, id: string): Promise<Job | null> => {
      const row = byId.get(id, accountId)
      return row ? toJob(row) : null
    },
    /** The same with all attempts at it. */
    findCourse: async (accountId: string, id: string): Promise<JobCourse | null> => {
      const row = byId.get(id, accountId)
      return row ? { ...toJob(row), attempts: attemptsOf(row) } : null
    },
    /** Newest first. */
    list: async (accountId: string, query: JobQuery): Promise<Page<Job>> => {
      const { limit, cursor, state = null, type = null, batch_id = null } = query
      const { parser_id = null, api_id = null, cron_id = null } = query
      const of = { state, type, batchId: batch_id, parserId: parser_id, apiId: api_id, cronId: cron_id }
      const rows = newest.all({ accountId, ...of, at: placeOfCursor(cursor).at, limit: limit + 1 })
      return pageOf(rows, limit, ({ seq }) => ({ at: seq, id: '' }), toJob)
    },
    /** How many jobs are open, inside a transaction. */
    countOpen: (accountId: string): number => open.get(accountId)!.jobs,
    /** How many jobs are open, and the credits that they hold. */
    open: async (accountId: string) => open.get(accountId)!,
    /** What holds these credits, the earliest first. */
    holds: async (accountId: string, limit: number): Promise<JobHold[]> => holds.all(accountId, limit),
    /** Credits that the open jobs of a key hold. */
    heldByKey: async (accountId: string, keyId: string): Promise<number> =>
      heldByKey.get(accountId, keyId)!.credits,
    /** Ids of open jobs, or of their batches, that a parser is needed for; some of them. */
    openOfParser: async (accountId: string, parserId: string, limit: number): Promise<string[]> =>
      openOfParser!.all(accountId, parserId, limit).map(({ id }) => id),
    /** The same of those that write into a database. */
    openOfDatabase: async (accountId: string, databaseId: string, limit: number): Promise<string[]> =>
      openOfDatabase!.all(accountId, databaseId, limit).map(({ id }) => id),
    /** False where the job is still open, or absent. */
    remove: (accountId: string, id: string): Promise<boolean> =>
      engine.write(() => remove.run(id, accountId).changes === 1),
    /** Removes final jobs from before (milliseconds); items go with their batch. */
    expire: (before: number): Promise<void> => engine.write(() => void expire.run(before)),
  }
}
