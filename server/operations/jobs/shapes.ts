import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { namedObject } from '../../base/fields/schema-names.ts'
import {
  isOpen,
  JOB_LIST_ENDS,
  JOB_STAGES,
  JOB_STATES,
  JOB_TYPES,
  type Job,
  type JobType,
} from '../../store/jobs/rows.ts'
import { callShape } from '../account/account.ts'
import { time } from '../fields.ts'
import { exampleParser } from '../parsers/examples.ts'
import type { Services } from '../services.ts'
import { stateShape } from '../states.ts'
import { jobRowsShape } from './database.ts'

/** The error of a job or of an attempt. */
export const jobError = namedObject('JobError', {
  code: z.string().describe('The code of the error.'),
  message: z.string(),
  hint: z.string().optional(),
  field: z.string().optional(),
  upstream_status: z.int().optional().describe('The status that the site answered with.'),
  retryable: z.boolean().describe('Another attempt may succeed.'),
})

export const creditsShape = namedObject('JobCredits', {
  reserved: z.int().describe('Set aside until it ends.'),
  used: z.int().describe('Captured, for success alone.'),
})

/** The type of a job. */
export const jobType = z
  .enum(JOB_TYPES)
  .meta(labelled<JobType>({ scrape: 'Scrape a page', parse: 'Parse a saved page', api: 'Call an API' }))

/** The fields of a job that a tool lists by default: what it ran, and what became of it. */
export const LISTED_FIELDS = [
  'id',
  'type',
  'parser_id',
  'api_id',
  'input',
  'state',
  'error',
  'notice',
  'rows',
  'batch_id',
  'index',
  'custom_id',
  'created_at',
  'finished_at',
]

/** The shape of a job in answers. */
export const jobShape = namedObject('Job', {
  id: z.string(),
  type: jobType,
  parser_id: z.string().nullable(),
  parser_version: z.int().nullable().describe('The version that it runs, pinned when it was created.'),
  api_id: z.string().nullable(),
  input: z.record(z.string(), z.unknown()),
  state: stateShape(JOB_STATES).describe('Only items of batches are ever `skipped`.'),
  priority: z.int(),
  progress: z
    .object({ stage: z.enum(JOB_STAGES) })
    .nullable()
    .describe('The stage of the running attempt.'),
  attempt: z.int().describe('Attempts begun.'),
  max_attempts: z.int(),
  error: jobError.nullable().describe('Why it has no result; while it is open, what the last attempt met.'),
  credits: creditsShape,
  pages: z
    .object({
      max: z.int().describe('The limit, `max_pages`.'),
      read: z.int().describe('Pages read so far, each of which is paid for.'),
      items: z.int().describe('Items on them; repeated ones are not counted.'),
      end: z
        .enum(JOB_LIST_ENDS)
        .nullable()
        .describe('Why no further page was read; null while there is more to read, or it was cancelled.'),
      error: jobError.nullable().describe('Why the list was cut short: the next page could not be read.'),
    })
    .nullable()
    .describe('Of a job that follows a list: how far it is.'),
  notice: z
    .string()
    .nullable()
    .describe('One word on what its result lacks, such as `comments_disabled`: `X-Notice` of the call.'),
  batch_id: z.string().nullable(),
  index: z.int().nullable().describe('Its place in its batch.'),
  custom_id: z.string().nullable(),
  database_id: z.string().nullable().describe('The database that its result is written into.'),
  rows: jobRowsShape.nullable().describe('What happened to its rows there.'),
  retry_of: z.string().nullable().describe('The job that it repeats.'),
  cron_id: z.string().nullable().describe('The cron that created it.'),
  source: callShape.shape.source,
  timings: z
    .object({ queued: z.int(), fetch: z.int(), parse: z.int() })
    .nullable()
    .describe('Milliseconds before the first attempt, and those of the last one.'),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  expires_at: time.nullable().describe('When the result and the stored page go.'),
})

const attemptShape = namedObject('JobAttempt', {
  number: z
    .int()
    .describe('From 1 on; an attempt that Winnow itself interrupted is repeated under the same number.'),
  state: stateShape(['running', 'completed', 'failed', 'cancelled']),
  error: jobError.nullable(),
  sources: z.array(z.string()).describe('Where the data came from, as `X-Source` says it.'),
  timings: z
    .object({ fetch: z.int(), parse: z.int() })
    .nullable()
    .describe('Milliseconds; null where they are not known.'),
  started_at: time,
  ended_at: time.nullable(),
})

/** The shape of a job with its attempts. */
export const jobDetails = namedObject('JobDetails', {
  ...jobShape.shape,
  attempts: z.array(attemptShape).describe('Each attempt, in order; the last 20.'),
  has_page: z.boolean().describe('Whether the page that it read is stored, and can be read again.'),
})

/** Adds to a job the stage of its running attempt, which is not stored, and the pages of its list that are read so far. */
export const shownJob = <J extends Job>({ jobs, store }: Pick<Services, 'jobs' | 'store'>, job: J) => {
  // A cancelled attempt may still be stopping.
  const stage = isOpen(job.state) ? jobs.stageOf(job.id) : null
  const shown = { ...job, progress: stage && { stage } }
  if (!job.pages || !isOpen(job.state)) return shown
  const { used, notice, ...read } = store.listPages.count(job.id)
  return { ...shown, notice, pages: { ...job.pages, ...read }, credits: { ...job.credits, used } }
}

export const exampleJob = {
  id: 'job_01KF0J2M4P6R8T0V2X4Z6B8D0F',
  type: 'scrape',
  parser_id: exampleParser.id,
  parser_version: 1,
  api_id: null,
  input: { url: 'https://shop.example/kettle' },
  state: 'completed',
  priority: 10,
  progress: null,
  attempt: 1,
  max_attempts: 3,
  error: null,
  credits: { reserved: 0, used: 1 },
  pages: null,
  notice: null,
  batch_id: null,
  index: null,
  custom_id: null,
  database_id: null,
  rows: null,
  retry_of: null,
  cron_id: null,
  source: 'api',
  timings: { queued: 3, fetch: 212, parse: 9 },
  created_at: '2026-01-15T09:30:00.000Z',
  started_at: '2026-01-15T09:30:00.003Z',
  finished_at: '2026-01-15T09:30:00.231Z',
  expires_at: '2026-01-22T09:30:00.231Z',
} satisfies z.input<typeof jobShape>

export const exampleJobDetails = {
  ...exampleJob,
  has_page: true,
  attempts: [
    {
      number: 1,
      state: 'completed',
      error: null,
      sources: ['http'],
      timings: { fetch: exampleJob.timings.fetch, parse: exampleJob.timings.parse },
      started_at: exampleJob.started_at,
      ended_at: exampleJob.finished_at,
    },
  ],
} satisfies z.input<typeof jobDetails>
