import { AppError } from '../../base/errors.ts'
import { iso, isoOrNull } from '../../base/times.ts'
import type { Engine } from '../engine.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor, writeCursor } from '../page-of.ts'
import { createRecordList, type ListFilter, type ListQuery } from '../record-list.ts'
import { createRemoval } from '../remove-rows.ts'
import type { JobSpan } from './new-jobs.ts'
import { type Job, type JobRow, type JobState, toJob } from './rows.ts'

/** The properties of a new batch, apart from its items. */
interface NewBatch {
  id: string
  name: string | null
  parser_id: string | null
  api_id: string | null
  max_credits: number | null
  concurrency: number | null
  database_id: string | null
  /** The webhook that is notified when the batch ends. */
  webhook: string | null
  retry_of: string | null
  /** The cron that created it. */
  cron_id: string | null
}

type BatchState = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

/** A batch as responses show it. */
export interface Batch {
  id: string
  name: string | null
  target: { parser_id?: string; api_id?: string }
  state: BatchState
  counts: { total: number } & Record<JobState, number>
  credits: { reserved: number; used: number }
  max_credits: number | null
  concurrency: number | null
  database_id: string | null
  webhook: string | null
  retry_of: string | null
  cron_id: string | null
  created_at: string
  cancelled_at: string | null
}

/** A batch that has ended. */
interface EndedBatch {
  accountId: string
  batch: Batch
  /** The number of the last write into the database before the batch, if all of its items became rows; otherwise null. */
  completeSince: number | null
}

interface Row extends NewBatch {
  account_id: string
  /**
   * The number of the last write into the database before the batch; null if the batch is not the database's whole content.
   */
  database_mark: number | null
  first_job: number
  last_job: number
  created_at: number
  cancelled_at: number | null
}

/** What a search of batches reads. */
interface SearchedBatch extends Pick<NewBatch, 'name' | 'parser_id' | 'api_id'> {
  parser_name: string | null
}

interface BatchFilter {
  /** Only batches that have not ended. */
  open?: boolean
}

interface StateSum {
  state: JobState
  jobs: number
  reserved: number
  used: number
}

/** Batches that one transaction examines to hide the expired ones. */
const HIDDEN_AT_ONCE = 500

const NO_JOBS = { pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0, skipped: 0 }

/** The state of a batch follows from the states of its items. */
function stateOf({ total, pending, running, completed }: Batch['counts'], isCancelled: boolean): BatchState {
  if (pending || running) return pending === total ? 'pending' : 'running'
  if (isCancelled) return 'cancelled'
  return completed ? 'completed' : 'failed'
}

function toBatch({ parser_id, api_id, ...row }: Row, sums: StateSum[]): Batch {
  const states: Record<JobState, number> = { ...NO_JOBS }
  for (const { state, jobs } of sums) states[state] = jobs
  const total = (field: 'jobs' | 'reserved' | 'used') => sums.reduce((sum, one) => sum + one[field], 0)
  const counts = { total: total('jobs'), ...states }
  return {
    id: row.id,
    name: row.name,
    target: { ...(parser_id !== null && { parser_id }), ...(api_id !== null && { api_id }) },
    state: stateOf(counts, row.cancelled_at !== null),
    counts,
    credits: { reserved: total('reserved'), used: total('used') },
    max_credits: row.max_credits,
    concurrency: row.concurrency,
    database_id: row.database_id,
    webhook: row.webhook,
    retry_of: row.retry_of,
    cron_id: row.cron_id,
    created_at: iso(row.created_at),
    cancelled_at: isoOrNull(row.cancelled_at),
  }
}

/** Stores batches. Every function takes the account: batches of other accounts count as absent. */
export function createBatchStore(engine: Engine) {
  // Steps from one batch to the next in the index, so that the items, which may be many, are not counted.
  const countOpen = engine.prepare<{ batches: number }>(`
    WITH RECURSIVE open (id) AS (
      SELECT min(batch_id) FROM open_jobs WHERE batch_id IS NOT NULL
      UNION ALL
      SELECT (SELECT min(batch_id) FROM open_jobs WHERE batch_id > open.id) FROM open WHERE id IS NOT NULL
    )
    SELECT count(id) AS batches FROM open
  `)
  const insert = engine.prepare(`
    INSERT INTO batches (id, account_id, name, parser_id, api_id, max_credits, concurrency, database_id, database_mark,
      webhook, retry_of, cron_id, created_at)
    VALUES (@id, '', @name, @parser_id, @api_id, @max_credits, @concurrency, @database_id, NULL,
      @webhook, @retry_of, @cron_id, @now)
  `)
  const appear = engine.prepare(`
    UPDATE batches SET account_id = @accountId, first_job = @first, last_job = @last, database_mark = @mark WHERE id = @id
  `)
  /** Batches that have not appeared yet. They are hidden while their items are written, but not to be purged. */
  const unfinished = new Set<string>()
  const markOf = engine.prepare<Pick<Row, 'database_mark'>>('SELECT database_mark FROM batches WHERE id = ?')
  const byId = engine.prepare<Row>('SELECT * FROM batches WHERE id = ? AND account_id = ?')
  const sums = engine.prepare<StateSum>(`
    SELECT state, count(*) AS jobs, sum(reserved) AS reserved, 0 AS used FROM open_jobs
    WHERE batch_id = CAST(@id AS TEXT) GROUP BY state
    UNION ALL
    SELECT state, count(*), 0, sum(used) FROM job_ends WHERE batch_id = CAST(@id AS TEXT) GROUP BY state
  `)
  const endOf = engine.prepare<{ ended: number }>(
    'SELECT ended_at IS NOT NULL AS ended FROM batches WHERE id = ?',
  )
  const items = engine.prepare<JobRow>(`
    SELECT jobs.* FROM batches JOIN jobs ON seq BETWEEN max(first_job, @after + 1) AND last_job AND batch_id = batches.id
    WHERE batches.id = @batchId AND batches.account_id = @accountId ORDER BY seq LIMIT @limit
  `)
  const seqOf = engine.prepare<{ seq: number }>('SELECT seq FROM job_specs WHERE id = ?')
  const itemsIn = engine.prepare<JobRow>(`
    SELECT * FROM jobs WHERE account_id = @accountId AND seq IN (
      SELECT seq FROM open_jobs WHERE batch_id = @batchId AND state = @state AND seq > @after
      UNION ALL
      SELECT job FROM job_ends WHERE batch_id = @batchId AND state = @state AND job > @after
      ORDER BY seq LIMIT @limit
    ) ORDER BY seq
  `)
  const hide = engine.prepare(`
    UPDATE batches SET account_id = '' WHERE id = @id AND account_id = @accountId
      AND NOT EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = @id)
  `)
  const stretch = engine.prepare<{ last: number | null }>(`
    SELECT max(rowid) AS last FROM (SELECT rowid FROM batches WHERE rowid > ? ORDER BY rowid LIMIT ${HIDDEN_AT_ONCE})
  `)
  const hideExpired = engine.prepare(`
    UPDATE batches SET account_id = '' WHERE rowid > ? AND rowid <= ? AND created_at < ? AND account_id <> ''
      AND id NOT IN (SELECT target FROM crons WHERE target IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = batches.id)
  `)
  const hidden = engine.prepare<{ id: string }>("SELECT id FROM batches WHERE account_id = ''")
  const removeItems = createRemoval(engine, 'job_specs', 'batch_id = ?', { slice: 100 })
  const removeHidden = createRemoval(engine, 'batches', "id = ? AND account_id = ''")

  /** Removes hidden batches. A batch loses its account at once; its items are removed some at a time. */
  const purge = async () => {
    for (const { id } of hidden.all().filter(({ id }) => !unfinished.has(id))) {
      await removeItems(id)
      await removeHidden(id)
    }
  }
  /**
   * Inside a transaction: hides the expired ones of the next batches after `from`. Returns the number of the last batch
   * that it examined; null if there are no more.
   */
  const hideSome = (from: number, before: number): number | null => {
    const { last } = stretch.get(from)!
    if (last !== null) hideExpired.run(from, last, before)
    return last
  }
  const end = engine.prepare<Row>(`
    UPDATE batches SET ended_at = @now
    WHERE id = @id AND ended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = @id)
    RETURNING *
  `)
  const lacking = engine.prepare<{ lacking: number }>(`
    SELECT EXISTS (
      SELECT 1 FROM job_ends WHERE batch_id = ? AND (state IN ('failed', 'cancelled')
        OR state = 'skipped' AND error ->> 'code' <> 'duplicate' OR json_array_length(rows, '$.faults') > 0)
    ) AS lacking
  `)
  const noticed = engine.prepare<{ noticed: number }>(`
    SELECT EXISTS (
      SELECT 1 FROM job_ends
      WHERE batch_id = ? AND (notice IS NOT NULL OR pages ->> 'end' = 'broken_off' OR state <> 'completed' AND pages ->> 'read' > 0)
    ) AS noticed
  `)
  const show = (row: Row) => toBatch(row, sums.all({ id: row.id }))
  const listOf = (where: string) =>
    createRecordList<Row, SearchedBatch, Batch>(engine, {
      table: 'batches',
      prefix: 'bat',
      select: 'SELECT * FROM batches',
      where,
      searched: 'name, parser_id, api_id, (SELECT name FROM parsers WHERE id = parser_id) AS parser_name',
      textsOf: ({ name, parser_id, api_id, parser_name }) => [name, parser_id, api_id, parser_name],
      show,
    })
  const ofAccount = listOf('account_id = @accountId')
  const openOfAccount = listOf('account_id = @accountId AND ended_at IS NULL')

  return {
    /**
     * Writes a new batch that no account sees yet. Its items follow, some per transaction; what a crash leaves behind is
     * purged.
     */
    async begin(batch: NewBatch, now: number): Promise<void> {
      unfinished.add(batch.id)
      await engine.write(() => void insert.run({ ...batch, now }))
    },
    /**
     * Inside the transaction that opens all its items: makes the batch visible to the account. Throws `cancelled` if it was
     * abandoned.
     */
    appear(accountId: string, id: string, { first, last }: JobSpan, mark: number | null): void {
      if (!unfinished.has(id))
        throw new AppError('cancelled', 'The batch was abandoned before it was stored.')
      appear.run({ id, accountId, first, last, mark })
      // Runs after the commit: if that fails, the next purge removes the batch. A transaction may call this twice.
      queueMicrotask(() => unfinished.delete(id))
    },
    /**
     * Returns the number of the last write into its database before the batch; null if the batch is not a complete run of
     * it.
     */
    mark: (id: string): number | null => markOf.get(id)?.database_mark ?? null,
    /** Abandons a batch that has not appeared: the next purge removes what was written of it. */
    giveUp: (id: string): void => void unfinished.delete(id),
    /** Inside a transaction: ends a batch that has no open items left. Returns null if it has some, or has already ended. */
    end(id: string, now: number): EndedBatch | null {
      const row = end.get({ id, now })
      if (!row) return null
      const isComplete = row.database_mark !== null && !lacking.get(id)!.lacking
      return {
        accountId: row.account_id,
        batch: show(row),
        completeSince: isComplete ? row.database_mark : null,
      }
    },
    /** Returns how many batches of all accounts have not ended. */
    countOpen: async (): Promise<number> => countOpen.get()!.batches,
    /** Returns false if the batch is absent; for use inside a transaction. */
    isThere: (accountId: string, id: string): boolean => byId.get(id, accountId) !== undefined,
    find: async (accountId: string, id: string): Promise<Batch | null> => {
      const row = byId.get(id, accountId)
      return row ? show(row) : null
    },
    /** Whether all items of a batch have ended; much cheaper than counting their states. */
    hasEnded: async (id: string): Promise<boolean> => endOf.get(id)?.ended === 1,
    /** Newest first. */
    list: (accountId: string, { open = false, ...query }: ListQuery & BatchFilter): Promise<Page<Batch>> =>
      (open ? openOfAccount : ofAccount).list(accountId, query),
    count: (accountId: string, { open = false, q }: ListFilter & BatchFilter = {}): Promise<number> =>
      (open ? openOfAccount : ofAccount).count(accountId, { q }),
    /** Returns the items in the order of their creation. */
    items: async (
      accountId: string,
      batchId: string,
      { limit, cursor, state = null }: PageQuery & { state?: JobState | undefined | null },
    ): Promise<Page<Job>> => {
      const after = cursor === undefined ? 0 : positionOfCursor(cursor).at
      const params = { accountId, batchId, after, limit: limit + 1 }
      const rows = state === null ? items.iterate(params) : itemsIn.iterate({ ...params, state })
      return pageOf(rows, limit, ({ seq }) => ({ at: seq, id: '' }), toJob)
    },
    /** Returns the cursor of the page of items that begins after this one; null if the item is gone. */
    cursorAfter: (jobId: string): string | null => {
      const row = seqOf.get(jobId)
      return row ? writeCursor({ at: row.seq, id: '' }) : null
    },
    /** Whether the result of any item lacks something, for example pages of its list. */
    hasNotices: async (id: string): Promise<boolean> => noticed.get(id)!.noticed === 1,
    /**
     * Removes a batch with its items. Calls `check` first, in the same transaction. Returns false if items are still open, or
     * the batch is absent.
     */
    async remove(accountId: string, id: string, check: () => void): Promise<boolean> {
      const isHidden = await engine.write(() => {
        check()
        return hide.run({ id, accountId }).changes === 1
      })
      if (isHidden) await purge()
      return isHidden
    },
    /**
     * Removes batches created before `before` (milliseconds) whose items are all final, and those whose removal a crash
     * interrupted.
     */
    async expire(before: number): Promise<void> {
      for (let last: number | null = 0; last !== null; ) {
        const from: number = last
        last = await engine.writeSlice(() => hideSome(from, before))
      }
      await purge()
    },
  }
}

export type BatchStore = ReturnType<typeof createBatchStore>
