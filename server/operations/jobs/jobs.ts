import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { isOpen, JOB_STATES, type Job } from '../../store/jobs/rows.ts'
import { defineEvents } from '../account/events.ts'
import { countedPageShape, countField, withTotal } from '../counted-list.ts'
import { anyObject, idField, nothing, pageFields, searchField } from '../fields.ts'
import { accountOf, defineOperation, LARGE_BODY } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { endedAs, stateFilter } from '../states.ts'
import { ENDS, READS, STARTS, shownOfList } from '../tool-hints.ts'
import { stateAfter, waitField } from '../wait.ts'
import { runFields, startJob } from './create-job.ts'
import { databaseField } from './database.ts'
import {
  exampleJob,
  exampleJobDetails,
  jobDetails,
  jobShape,
  jobType,
  LISTED_FIELDS,
  shownJob,
} from './shapes.ts'
import { targetFields, targetOf } from './targets.ts'

/** The default priority of single jobs. They run before the items of batches, which are less often waited for. */
const PRIORITY = 10

/** Returns the 409 error for an action that the state of a job does not allow. */
export const inState = (state: string, message: string, hint: string) =>
  new AppError('conflict', message, { extra: { state }, hint })

/** Returns a function that finds the job named by an input. */
export const ownJob =
  ({ store }: Services) =>
  async (input: { id: string }, { account }: { account: { id: string } }): Promise<Job> =>
    found(await store.jobs.find(account.id, input.id))

/** Operations for creating, reading, following, cancelling and deleting jobs. */
export function jobOperations(services: Services) {
  const { store, jobs, credits, now } = services
  const id = { id: idField('job') }
  const own = ownJob(services)
  const ownWithAttempts = async (input: { id: string }, { account }: { account: { id: string } }) =>
    found(await store.jobs.findWithAttempts(account.id, input.id))
  const watch = (job: Job, accountId: string, signal: AbortSignal) => {
    const read = async () => {
      const present = await store.jobs.findWithAttempts(accountId, job.id)
      return present && shownJob(services, present)
    }
    const settled = (until: AbortSignal) => store.databaseRuns.settled(job.id, until)
    return jobs.events.watch(job.id, { read, isLast: ({ state }) => !isOpen(state), settled }, signal)
  }

  const create = defineOperation({
    id: 'job-create',
    group: 'jobs',
    summary:
      'Create a job: a scrape, a parse or a call of an API that waits for its turn and survives a restart.',
    description:
      'Its credits are set aside now and captured on success alone. It runs the parser’s current version. Attempts that fail for a temporary reason (timeouts, broken connections, 429, 5xx) are repeated, no sooner than the site asks for.',
    method: 'POST',
    path: '/v1/jobs',
    body: LARGE_BODY,
    access: 'run',
    input: z.strictObject({
      type: jobType
        .optional()
        .describe(
          '`scrape` fetches a page for a parser, `parse` brings it along, `api` calls an API; `scrape` for a parser where this is left out.',
        )
        .meta({ title: 'Kind of job' }),
      ...targetFields,
      input: anyObject
        .describe(
          '`{"url": …}` for a scrape, `{"html": …, "url"?: …}` for a parse, the parameters for an API.',
        )
        .meta({ title: 'Input' }),
      database_id: databaseField,
      ...runFields(PRIORITY),
    }),
    output: jobShape,
    example: {
      input: { parser_id: exampleJob.parser_id, input: exampleJob.input },
      output: { ...exampleJob, ...STILL_PENDING },
    },
    answer: 'accepted',
    faces: { tool: { name: 'job_create', group: 'jobs', hints: STARTS } },
    own: (input, caller) => targetOf(services, caller, input, input.type),
    async run({ input, ...options }, context) {
      if (context.owned.type === 'scrape' && Object.hasOwn(input, 'html')) throw bringsPage()
      return shownJob(services, await startJob(services, context, input, options))
    },
  })

  const list = defineOperation({
    id: 'job-list',
    group: 'jobs',
    summary: 'List jobs, newest first, including those of batches.',
    method: 'GET',
    path: '/v1/jobs',
    access: 'read',
    input: z.strictObject({
      ...pageFields,
      state: stateFilter(JOB_STATES, 'jobs'),
      type: jobType.optional().describe('Only jobs of this type.').meta({ title: 'Kind of job' }),
      parser_id: z
        .string()
        .max(100)
        .optional()
        .describe('Only jobs of this parser.')
        .meta({ title: 'Parser', 'x-id-of': 'parser' }),
      api_id: z
        .string()
        .max(100)
        .optional()
        .describe('Only jobs of this API.')
        .meta({ title: 'API', 'x-id-of': 'api' }),
      batch_id: z
        .string()
        .max(100)
        .optional()
        .describe('Only items of this batch.')
        .meta({ title: 'Batch', 'x-id-of': 'batch' }),
      cron_id: z
        .string()
        .max(100)
        .optional()
        .describe('Only jobs of this cron.')
        .meta({ title: 'Cron', 'x-id-of': 'cron' }),
      ...searchField('jobs', 'id, `custom_id` or input'),
      ...countField,
    }),
    output: countedPageShape(jobShape),
    example: {
      input: { state: 'completed', count: true },
      output: { data: [exampleJob], has_more: false, next_cursor: null, total: 1 },
    },
    answer: 'value',
    faces: { tool: { name: 'job_list', group: 'jobs', hints: READS, shows: shownOfList(LISTED_FIELDS) } },
    async run({ count, ...query }, context) {
      const accountId = accountOf(context)
      const found = store.jobs.list(accountId, query)
      const page = await withTotal(found, count, () => store.jobs.count(accountId, query))
      return { ...page, data: page.data.map(job => shownJob(services, job)) }
    },
  })

  const get = defineOperation({
    id: 'job-get',
    group: 'jobs',
    summary: 'Read a job; with `wait`, once it has ended.',
    method: 'GET',
    path: '/v1/jobs/{id}',
    access: 'read',
    input: z.strictObject({ ...id, wait: waitField }),
    output: jobDetails,
    example: { input: { id: exampleJob.id, wait: 30 }, output: exampleJobDetails },
    answer: 'value',
    faces: { tool: { name: 'job_get', group: 'jobs', hints: READS } },
    own: ownWithAttempts,
    run({ wait }, context) {
      const { owned, signal } = context
      const follow = (until: AbortSignal) => watch(owned, accountOf(context), until)
      return stateAfter(wait, shownJob(services, owned), follow, signal)
    },
  })

  const events = defineEvents({
    id: 'job-events',
    group: 'jobs',
    summary: 'Follow a job: its current state, then every change until its end.',
    method: 'GET',
    path: '/v1/jobs/{id}/events',
    access: 'read',
    input: z.strictObject(id),
    output: jobDetails,
    example: { input: { id: exampleJob.id }, output: exampleJobDetails },
    own: ownWithAttempts,
    run: (_input, context) => watch(context.owned, accountOf(context), context.signal),
  })

  const cancel = defineOperation({
    id: 'job-cancel',
    group: 'jobs',
    summary: 'Cancel a job that is waiting or running; its fetch is stopped.',
    method: 'POST',
    path: '/v1/jobs/{id}/cancel',
    access: 'run',
    input: z.strictObject(id),
    output: jobShape,
    example: { input: { id: exampleJob.id }, output: { ...exampleJob, state: 'cancelled' } },
    answer: 'value',
    faces: { tool: { name: 'job_cancel', group: 'jobs', hints: ENDS } },
    own,
    async run(_input, context) {
      const { owned, caller } = context
      await credits.balance(caller!)
      const released = await store.jobQueue.cancel(accountOf(context), owned.id, now())
      if (!released) throw alreadyFinal(found(await store.jobs.find(accountOf(context), owned.id)))
      credits.jobsEnded({ ...released, used: 0 })
      jobs.stopAttempt(owned.id)
      jobs.events.changed(owned.id, owned.batch_id)
      return shownJob(services, found(await store.jobs.find(accountOf(context), owned.id)))
    },
  })

  const remove = defineOperation({
    id: 'job-delete',
    group: 'jobs',
    summary: 'Delete a job that has ended, with its result and its page.',
    method: 'DELETE',
    path: '/v1/jobs/{id}',
    access: 'run',
    input: z.strictObject(id),
    output: nothing,
    example: { input: { id: exampleJob.id }, output: null },
    answer: 'empty',
    own,
    async run(_input, context) {
      const { id: jobId, state, batch_id } = context.owned
      if (batch_id !== null)
        throw inState(state, 'This job is an item of a batch.', `Delete the batch: /v1/batches/${batch_id}`)
      if (!(await store.jobs.remove(accountOf(context), jobId)))
        throw inState(state, 'This job has not ended.', 'Cancel it first.')
      return null
    },
  })
  return [create, list, get, events, cancel, remove] as const
}

const STILL_PENDING = {
  state: 'pending',
  attempt: 0,
  credits: { reserved: 1, used: 0 },
  timings: null,
  started_at: null,
  finished_at: null,
  expires_at: null,
} as const

const bringsPage = () =>
  new AppError('invalid_input', 'A job that brings its page as `html` is of type `parse`.', {
    field: 'type',
    hint: 'Add "type": "parse", or give the address of the page as `input.url` alone.',
  })

const alreadyFinal = ({ state }: Job) =>
  inState(
    state,
    `This job has ended already: it ${endedAs(state)}.`,
    'Only a job that is waiting or running can be cancelled.',
  )
