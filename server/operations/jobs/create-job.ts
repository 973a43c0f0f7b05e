import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { limitReached } from '../../accounts/limits.ts'
import { counted, groupDigits } from '../../base/counted.ts'
import { newId } from '../../base/ids.ts'
import type { StoredPage } from '../../store/jobs/files.ts'
import type { Job, NewJob } from '../../store/jobs/rows.ts'
import { assertStillThere, type NamedRecord } from '../named-records.ts'
import { accountOf, type Context } from '../operation.ts'
import { packPage } from '../page-codec.ts'
import type { Services } from '../services.ts'
import { checkedInput, type Target } from './targets.ts'

/** Input fields for how jobs are run. */
export const runFields = (priority: number) => ({
  priority: z
    .int()
    .min(-100)
    .max(100)
    .default(priority)
    .describe('The higher, the sooner; within a priority the older job, and batches in turn.')
    .meta({ title: 'Priority', 'x-advanced': true }),
  max_attempts: z
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe('Maximum attempts, where one fails for a temporary reason.')
    .meta({ title: 'Maximum attempts', 'x-advanced': true }),
})

/** How a job is to be run. */
interface JobOptions {
  priority: number
  max_attempts: number
}

/** The maximum cost of a success for the caller, in credits. */
export const priceFor = ({ account }: Pick<Caller, 'account'>, price: number) =>
  account.unlimited ? 0 : price

/** Returns a job that is ready to be stored. */
export const newJob = (
  { now }: Services,
  caller: Caller,
  target: Pick<Target, 'type' | 'parser' | 'api_id' | 'max_pages' | 'price' | 'database_id'>,
  input: Record<string, unknown>,
  { priority, max_attempts }: JobOptions,
): NewJob => {
  const price = priceFor(caller, target.price)
  return {
    id: newId('job', now()),
    key_id: caller.key.id,
    source: caller.source,
    type: target.type,
    parser_id: target.parser?.id ?? null,
    parser_version: target.parser?.version ?? null,
    api_id: target.api_id,
    input,
    max_pages: target.max_pages,
    priority,
    max_attempts,
    price,
    reserved: price,
    batch_id: null,
    index: null,
    custom_id: null,
    database_id: target.database_id,
    retry_of: null,
    cron_id: caller.cron_id ?? null,
  }
}

/** Throws 429 if `more` jobs would exceed the account's limit of open jobs. The transaction that creates them checks again. */
export function assertUnderLimit(
  { store }: Pick<Services, 'store'>,
  { account }: Caller,
  more: number,
): void {
  const pending = store.jobs.countOpen(account.id)
  const limit = account.limits.max_pending
  if (pending + more <= limit) return
  const reachedLimit = { limit: 'max_pending', pending } as const
  if (more > limit)
    throw limitReached(account, {
      ...reachedLimit,
      message: `${counted(more, 'item')} exceed the limit of ${counted(limit, 'job')} that this account may have waiting or running.`,
      hint: 'Send fewer items, set `allow_partial` to take as many as fit',
    })
  throw limitReached(account, {
    ...reachedLimit,
    message: `This account has ${counted(pending, 'job')} waiting or running already; its limit is ${groupDigits(limit)}.`,
    hint: 'Wait for some to end, cancel some',
    retryAfter: 5,
  })
}

/** Returns the records that new jobs name. */
export const namedByJobs = ({
  parser_id,
  database_id,
}: Pick<NewJob, 'parser_id' | 'database_id'>): NamedRecord[] => [
  { noun: 'parser', id: parser_id },
  { noun: 'database', id: database_id },
]

/** Creates a job for its target. The page of a parse is stored with it. Throws 400 with fields below `input`, 429, 402. */
export async function startJob(
  services: Services,
  context: Context<Target>,
  input: Record<string, unknown>,
  options: JobOptions,
): Promise<Job> {
  const target = context.owned
  const checked = checkedInput(services, target, input, 'input')
  if (target.type !== 'parse')
    return createJob(services, context, newJob(services, context.caller!, target, input, options))
  const { html, ...rest } = checked
  const page = await packPage({
    url: (rest.url as string | undefined) ?? null,
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html as string),
  })
  return createJob(services, context, newJob(services, context.caller!, target, rest, options), page)
}

/**
 * Holds the credits of a job and passes its insertion to `context.write`. Returns the job as it will be stored. Throws 429,
 * 402.
 */
export async function createJob(
  services: Services,
  context: Context<unknown>,
  job: NewJob,
  page?: StoredPage,
): Promise<Job> {
  const { store, jobs, now } = services
  const accountId = accountOf(context)
  const at = now()
  assertUnderLimit(services, context.caller!, 1)
  await context.reserve(job.reserved)
  const created = store.jobs.create(accountId, job, at)
  context.write(() => {
    assertUnderLimit(services, context.caller!, 1)
    assertStillThere(store, accountId, namedByJobs(job))
    const seq = created.write()
    if (page) store.jobFiles.writePage(seq, page, at)
    jobs.wake(accountId)
  })
  return created.job
}
