import type { Engine } from './engine.ts'
import { type Job, type JobRow, type JobState, type NewJob, newRow, toJob } from './job-rows.ts'
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

/** Jobs as records. Every function carries the account: another account's job is absent. */
export function createJobStore(engine: Engine) {
  const insert = engine.prepare<{ seq: number }>(`
    INSERT INTO jobs (id, account_id, key_id, source, type, parser_id, parser_version, api_id, input, state, priority,
      max_attempts, run_at, price, reserved, error, batch_id, idx, custom_id, database_id, retry_of,
      cron_id, created_at, finished_at)
    VALUES (@id, @account_id, @key_id, @source, @type, @parser_id, @parser_version, @api_id, @input, @state, @priority,
      @max_attempts, @run_at, @price, @reserved, @error, @batch_id, @idx, @custom_id, @database_id, @retry_of,
      @cron_id, @created_at, @finished_at)
  `)
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
    WHERE account_id = ? AND state IN ('pending', 'running')
  `)
  const heldByKey = engine.prepare<{ credits: number }>(`
    SELECT coalesce(sum(reserved), 0) AS credits FROM jobs
    WHERE account_id = ? AND key_id = ? AND state IN ('pending', 'running')
  `)
  const openOfParser = engine.prepare<{ id: string }>(`
    SELECT id FROM jobs WHERE account_id = ? AND parser_id = ? AND state IN ('pending', 'running') LIMIT ?
  `)
  const remove = engine.prepare(`
    DELETE FROM jobs WHERE id = ? AND account_id = ? AND state NOT IN ('pending', 'running')
  `)
  const expire = engine.prepare(`
    DELETE FROM jobs WHERE seq < coalesce((SELECT min(seq) FROM jobs WHERE created_at >= ?), 9e15)
      AND state NOT IN ('pending', 'running') AND batch_id IS NULL
  `)

  return {
    /** A new job as answers show it, and what writes it inside a transaction, which gives its number. */
    create(accountId: string, job: NewJob, now: number): { job: Job; write(): number } {
      const row = newRow(accountId, job, now)
      return { job: toJob(row), write: () => Number(insert.run(row).lastInsertRowid) }
    },
    find: async (accountId: string, id: string): Promise<Job | null> => {
      const row = byId.get(id, accountId)
      return row ? toJob(row) : null
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
    /** Credits that the open jobs of a key hold. */
    heldByKey: async (accountId: string, keyId: string): Promise<number> =>
      heldByKey.get(accountId, keyId)!.credits,
    /** Ids of open jobs that a parser is needed for, some of them. */
    openOfParser: async (accountId: string, parserId: string, limit: number): Promise<string[]> =>
      openOfParser.all(accountId, parserId, limit).map(({ id }) => id),
    /** False where the job is still open, or absent. */
    remove: (accountId: string, id: string): Promise<boolean> =>
      engine.write(() => remove.run(id, accountId).changes === 1),
    /** Removes final jobs from before (milliseconds); items go with their batch. */
    expire: (before: number): Promise<void> => engine.write(() => void expire.run(before)),
  }
}
