import { iso, isoOrNull } from '../../base/times.ts'
import { LIST_ENDS } from '../../prebuilt/collect-list.ts'
import type { Source } from '../accounts/calls.ts'

export const JOB_TYPES = ['scrape', 'parse', 'api'] as const
export type JobType = (typeof JOB_TYPES)[number]

/** The first two states are open, the others final. Only items of batches are ever skipped. */
export const JOB_STATES = ['pending', 'running', 'completed', 'failed', 'cancelled', 'skipped'] as const
export type JobState = (typeof JOB_STATES)[number]

export const isOpen = (state: JobState) => state === 'pending' || state === 'running'

/** The stages of an attempt. */
export const JOB_STAGES = ['fetch', 'parse'] as const
export type JobStage = (typeof JOB_STAGES)[number]

/** Why a job has no result. `code` is a code of `detail`. */
export interface JobError {
  code: string
  message: string
  hint?: string
  field?: string
  upstream_status?: number
  /** Whether another attempt may succeed. */
  retryable: boolean
}

/** Milliseconds that the last attempt took; `queued` is the time from the creation of the job to its first attempt. */
export interface JobTimings {
  queued: number
  fetch: number
  parse: number
}

/** The outcome of writing a job's result into its database, as numbers of rows. */
export interface JobRows {
  added: number
  changed: number
  unchanged: number
  returned: number
  /** Rows that were not written. */
  rejected: number
  /** Why the first of them were rejected, or why there was no database to write into. */
  faults: { column?: string; error: string }[]
}

/** Why a list that a job followed ended: by itself, at its limit, or because a page could not be fetched. */
export const JOB_LIST_ENDS = [...LIST_ENDS, 'broken_off'] as const

/** What a job has read of a list. */
export interface ListProgress {
  read: number
  items: number
  /** null while there is more to read, and if the job ended otherwise. */
  end: (typeof JOB_LIST_ENDS)[number] | null
  /** Why the next page could not be fetched. */
  error: JobError | null
}

/** A job to create. Prices are in credits. */
export interface NewJob {
  id: string
  key_id: string
  source: Source
  type: JobType
  parser_id: string | null
  parser_version: number | null
  api_id: string | null
  input: Record<string, unknown>
  priority: number
  max_attempts: number
  /** The maximum number of pages of a list that it follows; null for a call of a single page. */
  max_pages: number | null
  /** The credits reserved for it, which are the most that it may cost. */
  price: number
  /** The same as `price`, or 0 for an item that waits until its batch can pay for it. */
  reserved: number
  /** Why the item does not run at all. */
  skipped?: JobError
  batch_id: string | null
  index: number | null
  custom_id: string | null
  database_id: string | null
  retry_of: string | null
  /** The cron that created it. */
  cron_id: string | null
}

/** A job as responses show it. */
export interface Job {
  id: string
  type: JobType
  parser_id: string | null
  parser_version: number | null
  api_id: string | null
  input: Record<string, unknown>
  state: JobState
  priority: number
  attempt: number
  max_attempts: number
  error: JobError | null
  credits: { reserved: number; used: number }
  /** Set for a job that follows a list. */
  pages: ({ max: number } & ListProgress) | null
  /** What its result lacks, as one word, such as `comments_disabled`. */
  notice: string | null
  batch_id: string | null
  index: number | null
  custom_id: string | null
  database_id: string | null
  rows: JobRows | null
  retry_of: string | null
  cron_id: string | null
  source: Source
  timings: JobTimings | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  /** When the result and the stored page are removed. */
  expires_at: string | null
}

/** A row of `jobs`; times in milliseconds. */
export interface JobRow {
  seq: number
  id: string
  account_id: string
  key_id: string
  source: Source
  type: JobType
  parser_id: string | null
  parser_version: number | null
  api_id: string | null
  input: string
  state: JobState
  priority: number
  attempt: number
  max_attempts: number
  /** When the job is due; while it runs, when its attempt started. */
  run_at: number
  max_pages: number | null
  price: number
  reserved: number
  used: number
  /** What an ended job read of its list, as JSON. */
  pages: string | null
  notice: string | null
  error: string | null
  batch_id: string | null
  idx: number | null
  custom_id: string | null
  database_id: string | null
  rows: string | null
  retry_of: string | null
  cron_id: string | null
  timings: string | null
  /** The failed attempts, as JSON. */
  attempts: string
  /** Where the data of a completed job came from, separated by spaces. */
  sources: string
  created_at: number
  started_at: number | null
  finished_at: number | null
  expires_at: number | null
}

/** An open job, with the fields that its attempts and the effects of its end need. */
export type OpenJob = Omit<
  JobRow,
  | 'state'
  | 'retry_of'
  | 'used'
  | 'pages'
  | 'notice'
  | 'error'
  | 'timings'
  | 'sources'
  | 'rows'
  | 'finished_at'
  | 'expires_at'
>

/** The columns of `OpenJob`, from `open_jobs AS open` joined with `job_specs AS spec`. */
export const OPEN_JOB = `
  spec.seq, id, spec.account_id, key_id, source, type, parser_id, parser_version, api_id, input, spec.priority, attempt,
  max_attempts, run_at, max_pages, spec.price, reserved, spec.batch_id, idx, custom_id, database_id, cron_id, attempts, created_at,
  started_at
`

/** Returns the row of a new job. */
export const newRow = (
  account_id: string,
  { skipped, index, ...job }: NewJob,
  now: number,
): Omit<JobRow, 'seq'> => ({
  ...job,
  account_id,
  input: JSON.stringify(job.input),
  state: skipped ? 'skipped' : 'pending',
  attempt: 0,
  run_at: now,
  used: 0,
  pages: null,
  notice: null,
  error: skipped ? JSON.stringify(skipped) : null,
  idx: index,
  rows: null,
  timings: null,
  attempts: '[]',
  sources: '',
  created_at: now,
  started_at: null,
  finished_at: skipped ? now : null,
  expires_at: null,
})

/** Parses JSON of a column; null stays null. */
export const parseOrNull = <T>(text: string | null): T | null => (text === null ? null : JSON.parse(text))

const NO_PAGE: ListProgress = { read: 0, items: 0, end: null, error: null }

const pagesOf = ({ max_pages, pages }: Pick<JobRow, 'max_pages' | 'pages'>): Job['pages'] =>
  max_pages === null ? null : { max: max_pages, ...(parseOrNull<ListProgress>(pages) ?? NO_PAGE) }

/** Returns a row as responses show it. */
export const toJob = (row: Omit<JobRow, 'seq'>): Job => ({
  id: row.id,
  type: row.type,
  parser_id: row.parser_id,
  parser_version: row.parser_version,
  api_id: row.api_id,
  input: JSON.parse(row.input),
  state: row.state,
  priority: row.priority,
  attempt: row.attempt,
  max_attempts: row.max_attempts,
  error: parseOrNull(row.error),
  credits: { reserved: row.reserved, used: row.used },
  pages: pagesOf(row),
  notice: row.notice,
  batch_id: row.batch_id,
  index: row.idx,
  custom_id: row.custom_id,
  database_id: row.database_id,
  rows: parseOrNull(row.rows),
  retry_of: row.retry_of,
  cron_id: row.cron_id,
  source: row.source,
  timings: parseOrNull(row.timings),
  created_at: iso(row.created_at),
  started_at: isoOrNull(row.started_at),
  finished_at: isoOrNull(row.finished_at),
  expires_at: isoOrNull(row.expires_at),
})
