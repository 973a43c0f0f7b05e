import { z } from 'zod'
import { hintFor } from '../../base/error-hints.ts'
import { AppError } from '../../base/errors.ts'
import { nameField } from '../../base/fields/name-field.ts'
import { newId } from '../../base/ids.ts'
import { createTurns } from '../../base/turns.ts'
import type { StoredPage } from '../../store/jobs/files.ts'
import type { JobSpan, PreparedJobs } from '../../store/jobs/new-jobs.ts'
import type { JobError, NewJob } from '../../store/jobs/rows.ts'
import { assertUnderLimit, namedByJobs, newJob, priceFor, runFields } from '../jobs/create-job.ts'
import { databaseField } from '../jobs/database.ts'
import type { Target } from '../jobs/targets.ts'
import { assertStillThere } from '../named-records.ts'
import { accountOf, type Context } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { type Item, type RawItem, type RejectedItem, sortItems } from './items.ts'
import type { batchCreated } from './shapes.ts'

/** Input fields for how a batch is run. */
export const batchFields = {
  name: nameField('batch').optional(),
  max_credits: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Maximum credits of the batch; items beyond it run for what others did not cost, or are skipped.',
    )
    .meta({ title: 'Credit limit' }),
  concurrency: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Items that may run at a time, within the account’s own limit.')
    .meta({ title: 'Items at once', 'x-advanced': true }),
  allow_partial: z
    .boolean()
    .default(false)
    .describe('Take as many items as pending limit and credits allow, instead of none.')
    .meta({ title: 'Accept a part of the items', 'x-advanced': true }),
  dedupe: z
    .boolean()
    .default(false)
    .describe('Skip items whose input is the same as that of an earlier one.')
    .meta({ title: 'Skip duplicate inputs', 'x-advanced': true }),
  database_id: databaseField,
  webhook: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The id of a webhook that is notified of the end of the batch, whatever events it asks for.')
    .meta({ title: 'Webhook to notify', 'x-id-of': 'webhook', 'x-advanced': true }),
  ...runFields(0),
}

/** Options of a batch. */
type BatchOptions = z.output<z.ZodObject<typeof batchFields>>

type BatchCreated = z.input<typeof batchCreated>

/** A job to store, with its page if that was uploaded. */
type NewItem = NewJob & { page: StoredPage | undefined }

const MAX_REJECTED_SHOWN = 100
/** Maximum items of one transaction, and the number of characters at which it is full. */
const MAX_PART_ITEMS = 250
const MAX_PART_CHARS = 1_048_576

/**
 * Creates a batch: leaves out items that cannot run, holds credits for the rest, and makes the batch visible in one
 * transaction. A batch that repeats another (`retryOf`), whose source was cut off (`isCut`) or with rejected items does not
 * count as a complete run of its database. Throws 404 for an unknown webhook, 400 if no item is left, 402, 429.
 */
export async function createBatch(
  services: Services,
  context: Context<Target>,
  raw: readonly RawItem[],
  options: BatchOptions,
  { retryOf = null, isCut = false }: { retryOf?: string | null; isCut?: boolean } = {},
): Promise<BatchCreated> {
  if (options.webhook !== undefined)
    found(await services.store.webhooks.find(accountOf(context), options.webhook), 'webhook')
  const { items, rejected, firstError } = await sortItems(services, context.owned, raw, options.dedupe)
  if (!items.length) throw nothingLeft(rejected, firstError!)
  const { taken, paid } = await admit(services, context, items, rejected, options)
  const price = priceFor(context.caller!, context.owned.price)
  await context.reserve(paid * price)
  const jobs = await jobsOf(services, context, taken, paid, options)
  const isWhole = !rejected.length && !isCut && retryOf === null
  const id = await write(services, context, jobs, { ...options, isWhole, retryOf })
  const skipped = jobs.filter(job => job.skipped).length
  rejected.sort((a, b) => a.index - b.index)
  return { id, accepted: jobs.length - skipped, skipped, rejected, credits_reserved: paid * price }
}

/** Determines how many items the account can take, and for how many of them credits are held from the start. */
async function admit(
  services: Services,
  { caller, owned }: Context<Target>,
  items: Item[],
  rejected: RejectedItem[],
  { allow_partial, max_credits }: BatchOptions,
) {
  const price = priceFor(caller!, owned.price)
  if (max_credits !== undefined && max_credits < price) throw tooSmallBudget(price)
  const budget =
    price && max_credits !== undefined ? Math.floor(max_credits / price) : Number.POSITIVE_INFINITY
  if (!allow_partial) {
    assertUnderLimit(services, caller!, running(items))
    return { taken: items, paid: Math.min(running(items), budget) }
  }
  const freeJobs = caller!.account.limits.max_pending - services.store.jobs.countOpen(caller!.account.id)
  const { credits, isCapped } = await services.credits.spendable(caller!)
  const affordable = price ? Math.floor(credits / price) : Number.POSITIVE_INFINITY
  const isShortOfCredits = affordable < Math.min(running(items), budget)
  const maxItems = Math.min(freeJobs, isShortOfCredits ? affordable : Number.POSITIVE_INFINITY)
  if (freeJobs < 1) assertUnderLimit(services, caller!, 1)
  const taken = firstOf(items, Math.max(1, maxItems))
  const reason = freeJobs <= maxItems ? NO_ROOM : isCapped ? CAP_REACHED : NO_CREDITS
  for (const { index } of items.slice(taken.length)) rejected.push({ index, error: reason })
  return { taken, paid: Math.min(running(taken), budget) }
}

const NO_ROOM = 'No room is left for it among the pending jobs.'
const NO_CREDITS = 'No credits are left for it.'
const CAP_REACHED = 'The monthly cap of this key leaves no credits for it.'

const running = (items: Item[]) => items.filter(({ sameAs }) => sameAs === undefined).length

/** Returns the first items, up to `most` that run. Duplicates do not run. */
function firstOf(items: Item[], most: number): Item[] {
  let left = most
  const end = items.findIndex(({ sameAs }) => sameAs === undefined && left-- === 0)
  return end < 0 ? items : items.slice(0, end)
}

async function jobsOf(
  services: Services,
  { caller, owned }: Context<Target>,
  items: Item[],
  paid: number,
  options: BatchOptions,
): Promise<NewItem[]> {
  const turns = createTurns()
  const jobs: NewItem[] = []
  let left = paid
  for (const { index, custom_id, input, sameAs, page } of items) {
    if (turns.isOver()) await turns.next()
    const job = { ...newJob(services, caller!, owned, input, options), index, custom_id, page }
    if (sameAs !== undefined) jobs.push({ ...job, reserved: 0, price: 0, skipped: duplicateOf(sameAs) })
    else jobs.push(left-- > 0 ? job : { ...job, reserved: 0 })
  }
  return jobs
}

/**
 * Writes the items, which are invisible until the batch appears, and passes the function that makes it appear to the context.
 * Returns the id of the batch.
 */
async function write(
  { store, rowWriter, jobs, now }: Services,
  context: Context<Target>,
  items: NewItem[],
  options: BatchOptions & { isWhole: boolean; retryOf: string | null },
): Promise<string> {
  const accountId = accountOf(context)
  const at = now()
  const { database_id } = context.owned
  const batch = {
    id: newId('bat', at),
    name: options.name ?? null,
    parser_id: context.owned.parser?.id ?? null,
    api_id: context.owned.api_id,
    max_credits: options.max_credits ?? null,
    concurrency: options.concurrency ?? null,
    database_id,
    webhook: options.webhook ?? null,
    retry_of: options.retryOf,
    cron_id: context.caller!.cron_id ?? null,
  }
  const giveUp = () => store.batches.giveUp(batch.id)
  context.signal.addEventListener('abort', giveUp, { once: true })
  await store.batches.begin(batch, at)
  const parts = await writeItems(store, context, items, batch.id, at).catch(error => {
    giveUp()
    throw error
  })
  const assertMayAppear = () => {
    try {
      assertUnderLimit({ store }, context.caller!, items.filter(({ skipped }) => !skipped).length)
      assertStillThere(store, accountId, namedByJobs(batch))
    } catch (error) {
      giveUp()
      throw error
    }
  }
  context.write(() => {
    assertMayAppear()
    const mark = options.isWhole && database_id !== null ? rowWriter.startRun(database_id) : null
    for (const { open, span } of parts) open(span)
    store.batches.appear(
      accountId,
      batch.id,
      { first: parts[0]!.span.first, last: parts.at(-1)!.span.last },
      mark,
    )
    jobs.wake(accountId)
  })
  return batch.id
}

interface WrittenPart extends Pick<PreparedJobs, 'open'> {
  span: JobSpan
}

/** Writes the items in several transactions, so that other calls need not wait long. */
async function writeItems(
  { jobs, jobFiles, write }: Services['store'],
  context: Context<Target>,
  items: readonly NewItem[],
  batch_id: string,
  at: number,
): Promise<WrittenPart[]> {
  const parts: WrittenPart[] = []
  for (let from = 0; from < items.length; ) {
    const slice = sliceOf(items, from)
    context.signal.throwIfAborted()
    const prepared = jobs.prepareAll(
      accountOf(context),
      slice.map(item => ({ ...item, batch_id })),
      at,
    )
    const span = await write(() => {
      const jobSpan = prepared.write()
      for (const [offset, { page }] of slice.entries())
        if (page) jobFiles.writePage(jobSpan.first + offset, page, at)
      return jobSpan
    })
    parts.push({ open: prepared.open, span })
    from += slice.length
  }
  return parts
}

/** Returns the next items for one transaction: few if they are large. */
function sliceOf(items: readonly NewItem[], from: number): NewItem[] {
  let to = from
  for (let size = 0; to < items.length && to - from < MAX_PART_ITEMS && size < MAX_PART_CHARS; to++)
    size += sizeOf(items[to]!.input) + (items[to]!.page?.body.length ?? 0)
  return items.slice(from, to)
}

/** Estimates the characters of an input as JSON. */
const sizeOf = (input: Record<string, unknown>): number =>
  Object.values(input).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 16),
    0,
  )

const duplicateOf = (index: number): JobError => ({
  code: 'duplicate',
  message: `The item with the index ${index} has the same input.`,
  hint: hintFor('duplicate'),
  retryable: false,
})

const ITEM_HINT =
  'Each item is {"custom_id"?: …, "input": {…}}; the input is what the call itself would take.'

function nothingLeft(rejected: RejectedItem[], firstError: AppError): AppError {
  const [first] = rejected
  const field = `items[${first!.index}]${first!.field ? `.${first!.field}` : ''}`
  return new AppError('invalid_input', `No item can be run. The first: ${firstError.message}`, {
    field,
    extra: { rejected: rejected.slice(0, MAX_REJECTED_SHOWN) },
    hint: firstError.facts.hint ?? ITEM_HINT,
  })
}

const tooSmallBudget = (price: number) =>
  new AppError('invalid_input', `\`max_credits\` does not pay for one item, which costs ${price}.`, {
    field: 'max_credits',
    hint: 'Raise it, or leave it out.',
  })
