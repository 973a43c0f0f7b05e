import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { parseOwnJson } from '../../base/text/parse-in-pieces.ts'
import { isOver } from '../../base/times.ts'
import { decompress } from '../../base/zstd.ts'
import type { StoredPage } from '../../store/jobs/files.ts'
import { isOpen, type Job } from '../../store/jobs/rows.ts'
import { idField } from '../fields.ts'
import { accountOf, type Context, defineOperation } from '../operation.ts'
import { unpackPage } from '../page-codec.ts'
import { answerWithText } from '../pages/shown-text.ts'
import { exampleData, examplePage } from '../parsers/examples.ts'
import type { Services } from '../services.ts'
import { endedAs } from '../states.ts'
import { READS, STARTS } from '../tool-hints.ts'
import { createJob, newJob } from './create-job.ts'
import { openList } from './follow-list.ts'
import { inState, ownJob } from './jobs.ts'
import { exampleJob, jobShape, shownJob } from './shapes.ts'
import { targetOf } from './targets.ts'

/** Operations for the result and the page of a job, and for running it again. */
export function jobResultOperations(services: Services) {
  const { store } = services
  const id = { id: idField('job') }
  const own = ownJob(services)
  const again = { ...exampleJob, id: 'job_01KF0J2M4P6R8T0V2X4Z6B8D0G', retry_of: exampleJob.id }

  const result = defineOperation({
    id: 'job-result',
    group: 'jobs',
    summary: 'Read the result of a job.',
    description:
      'A job that has none yet, or never will, answers 409 with its `state`; 410 once it is no longer kept. `X-Notice` is that of the call. For a list that was cut short, or a job that was cancelled while reading it, the result is what was read, and `X-Notice` is `pages_missing`.',
    method: 'GET',
    path: '/v1/jobs/{id}/result',
    access: 'read',
    input: z.strictObject(id),
    output: z.record(z.string(), z.unknown()).describe('What the call itself would have answered.'),
    example: { input: { id: exampleJob.id }, output: exampleData },
    answer: 'value',
    faces: {
      tool: {
        name: 'job_result',
        group: 'jobs',
        hints: READS,
        description: 'A job that has none yet, or never will, is an error with its `state`.',
      },
    },
    own,
    async run(_input, context) {
      const job = context.owned
      const notice = noticeOf(job)
      if (notice !== null) context.notice(notice)
      if (job.state !== 'completed') return partOf(services, job)
      const kept = await store.jobFiles.packedResult(accountOf(context), job.id)
      if (kept === null) throw gone('result')
      if (typeof kept === 'string') return JSON.parse(kept)
      const json = await decompress(kept)
      return (context.sendsJson ? json : await parseOwnJson(json)) as Record<string, unknown>
    },
  })

  const page = defineOperation({
    id: 'job-page',
    group: 'jobs',
    summary: 'Read the page that a job has read, as it was fetched.',
    method: 'GET',
    path: '/v1/jobs/{id}/page',
    access: 'read',
    input: z.strictObject(id),
    output: z.object({
      url: z.string().nullable().describe('Its address, after redirects.'),
      content_type: z.string().nullable(),
      html: z.string().describe('The page as text.'),
    }),
    example: {
      input: { id: exampleJob.id },
      output: { url: exampleJob.input.url, content_type: 'text/html', html: examplePage },
    },
    answer: 'value',
    own,
    async run(_input, context) {
      const stored = await pageOf(services, context)
      const { url, contentType } = stored
      const page = { contentType, bytes: await unpackPage(stored) }
      return answerWithText(services, { facts: { url }, shows: ['content_type', 'html'], ...page }, context)
    },
  })

  const retry = defineOperation({
    id: 'job-retry',
    group: 'jobs',
    summary: 'Retry a failed, cancelled or skipped job as a new job.',
    description: 'It runs the parser’s current version.',
    method: 'POST',
    path: '/v1/jobs/{id}/retry',
    madeAt: '/v1/jobs',
    access: 'run',
    input: z.strictObject(id),
    output: jobShape,
    example: { input: { id: exampleJob.id }, output: again },
    answer: 'accepted',
    faces: { tool: { name: 'job_retry', group: 'jobs', hints: STARTS } },
    own,
    async run(_input, context) {
      const job = context.owned
      if (isOpen(job.state)) throw inState(job.state, 'This job has not ended.', 'Wait, or cancel it first.')
      if (job.state === 'completed')
        throw inState(
          job.state,
          'This job has its result.',
          `Create a new job. Its page can be read again with \`POST /v1/jobs/${job.id}/reparse\`.`,
        )
      const stored = job.type === 'parse' ? await pageOf(services, context) : undefined
      return repeat(services, context, job.type, stored)
    },
  })

  const reparse = defineOperation({
    id: 'job-reparse',
    group: 'jobs',
    summary:
      'Read the stored page of a job again, with the current version of its parser; free, nothing is fetched.',
    method: 'POST',
    path: '/v1/jobs/{id}/reparse',
    madeAt: '/v1/jobs',
    access: 'run',
    input: z.strictObject(id),
    output: jobShape,
    example: {
      input: { id: exampleJob.id },
      output: { ...again, type: 'parse', credits: { reserved: 0, used: 0 } },
    },
    answer: 'accepted',
    own,
    run: async (_input, context) => repeat(services, context, 'parse', await pageOf(services, context), 0),
  })
  return [result, page, retry, reparse] as const
}

/** Creates a new job like one that has ended. `price` overrides the price of the target. */
async function repeat(
  services: Services,
  context: Context<Job>,
  type: Job['type'],
  page?: StoredPage,
  price?: number,
) {
  const { parser_id, api_id, pages, database_id, input, priority, max_attempts, id } = context.owned
  const named = {
    parser_id: parser_id ?? undefined,
    api_id: api_id ?? undefined,
    max_pages: pages?.max,
    database_id: database_id ?? undefined,
  }
  const target = await targetOf(services, context.caller!, named, type)
  const priced = { ...target, price: price ?? target.price }
  const job = newJob(services, context.caller!, priced, input, { priority, max_attempts })
  return shownJob(services, await createJob(services, context, { ...job, retry_of: id }, page))
}

/** Returns the stored page of a job. Throws 409 if it never had one, 410 if the page is no longer kept. */
export async function pageOf({ store, now }: Services, context: Context<Job>): Promise<StoredPage> {
  const { id, state, expires_at, type } = context.owned
  const page = await store.jobFiles.page(accountOf(context), id)
  if (page) return page
  if (type === 'api')
    throw inState(
      state,
      'Jobs of an API keep no page.',
      `Its result: \`GET /v1/jobs/${id}/result\`. Retry the job for a new one.`,
    )
  if (state === 'completed' || isOver(expires_at, now())) throw gone('page')
  throw inState(
    state,
    'This job has read no page.',
    isOpen(state) ? 'Wait until it ends.' : 'Retry it to fetch the page again.',
  )
}

/**
 * Returns what is missing from a result as one word: the notice of the call, or `pages_missing` if the list was read only in
 * part.
 */
export function noticeOf({ state, pages, notice }: Job): string | null {
  const isCutShort =
    pages !== null && (pages.end === 'broken_off' || (state !== 'completed' && pages.read > 0))
  return isCutShort ? 'pages_missing' : notice
}

/**
 * Returns the pages that a failed or cancelled job has read of its list, as they are paid for. Throws 409 if there are none,
 * 410 if they are no longer kept.
 */
async function partOf(services: Services, job: Job): Promise<Record<string, unknown>> {
  if (!hasPart(job)) throw noResult(job)
  const part = await readPart(services, job)
  if (!part) throw gone('result')
  return part
}

/** Whether a job ended without completing but has read pages of its list. */
export const hasPart = ({ state, pages }: Job): boolean =>
  !isOpen(state) && state !== 'completed' && Boolean(pages?.read)

/** Returns the pages of such a list as one result; null if they are no longer kept. */
export async function readPart(
  services: Pick<Services, 'store' | 'prebuilts'>,
  { id, api_id, input, pages }: Job,
): Promise<Record<string, unknown> | null> {
  const { paging } = services.prebuilts.find(prebuilt => prebuilt.id === api_id)!
  const list = await openList(services, { subject: id, paging: paging!, input, maxPages: pages!.max })
  return list.pages() ? list.result() : null
}

const noResult = ({ id, state, error }: Job) =>
  isOpen(state)
    ? inState(
        state,
        'This job has no result yet.',
        `Wait for its end: \`GET /v1/jobs/${id}\` takes \`wait\`, in seconds. Its changes come as events from \`/v1/jobs/${id}/events\`.`,
      )
    : inState(
        state,
        `This job has no result: it ${endedAs(state)}.`,
        [error?.message, error?.hint ?? 'Retry it.'].filter(Boolean).join(' '),
      )

export const gone = (what: 'result' | 'page') =>
  new AppError('gone', `The ${what} of this job is no longer kept.`, {
    hint: 'How long results are kept is a setting: WINNOW_KEEP_RESULTS_DAYS, WINNOW_KEEP_RESULTS_MB.',
  })
