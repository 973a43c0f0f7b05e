import { z } from 'zod'
import type { Caller } from '../../accounts/caller.ts'
import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/is-object.ts'
import type { CronDocument, CronTarget } from '../../store/crons/rows.ts'
import type { Job, JobType } from '../../store/jobs/rows.ts'
import { everyRow } from '../../store/page-of.ts'
import { batchFields } from '../batches/create-batch.ts'
import { type RawItem, sortItems } from '../batches/items.ts'
import { MAX_ITEMS, MAX_ITEMS_TEXT } from '../batches/shapes.ts'
import { type ItemsFrom, isOfLinks, itemFields, needOneSource, resolveItemsFrom } from '../batches/source.ts'
import { anyObject } from '../fields.ts'
import { checkedInput, fieldBelow, knownDatabase, noList, targetAt, targetFields } from '../jobs/targets.ts'
import type { NamedRecord } from '../named-records.ts'
import { found } from '../resource.ts'
import { scrapedUrl } from '../scraping/scrape.ts'
import type { Services } from '../services.ts'
import { assertSessionExists } from '../sessions/records.ts'
import { validate } from '../validate.ts'

type AccountCaller = Pick<Caller, 'account'>

/** The parser or API that jobs and batches run, and the database for results. */
interface TargetInput {
  parser_id?: string | undefined
  api_id?: string | undefined
  max_pages?: number | undefined
  database_id?: string | undefined
}

/** A single job. */
interface JobWork {
  kind: 'job'
  named: TargetInput
  type?: JobType
  input: Record<string, unknown>
}

/**
 * A batch of given items, or of the rows or links that exist at the tick. `place` returns the path of an item in the cron's
 * target.
 */
interface BatchWork {
  kind: 'batch'
  named: TargetInput
  items: RawItem[]
  itemsFrom?: ItemsFrom | undefined
  options: Record<string, unknown>
  place(index: number): string
}

/** A run of a workflow. */
interface WorkflowWork {
  kind: 'workflow'
  id: string
  input: Record<string, unknown>
}

/** The work that a cron starts. */
export type CronWork = JobWork | BatchWork | WorkflowWork

const { database_id: _, ...optionFields } = batchFields
const batchOptions = z.strictObject(optionFields)
const batchDefinition = z
  .strictObject({ target: z.strictObject(targetFields), ...itemFields, ...optionFields })
  .superRefine(needOneSource)
const manyPages = z.strictObject({ urls: z.array(scrapedUrl).min(1).max(MAX_ITEMS) })

/** Maximum characters of a page that a cron parses at each tick. The page is stored in the cron. */
const MAX_PAGE_CHARS = 1_000_000
const onePage = z.strictObject({
  html: z.string().min(1).max(MAX_PAGE_CHARS),
  url: z.url().max(8_192).optional(),
})

const read = <T extends z.ZodObject>(schema: T, input: unknown) =>
  within('target.input', () => validate({ input: schema }, input) as z.output<T>)

/** Returns the work that a cron's target currently stands for. Throws 400 with the field, and 404 if a batch is absent. */
export async function workOf(
  services: Services,
  { account }: AccountCaller,
  target: CronTarget,
): Promise<CronWork> {
  const named = { max_pages: target.max_pages, database_id: target.database_id ?? undefined }
  if (target.type === 'batch') return batchWork(services, account.id, target)
  if (target.id === null) throw idMissing(target)
  if (target.type === 'workflow') return { kind: 'workflow', id: target.id, input: asObject(target.input) }
  return target.type === 'parser'
    ? parserWork({ parser_id: target.id, ...named }, target.input)
    : apiWork({ api_id: target.id, ...named }, target.input)
}

function parserWork(named: TargetInput, input: unknown): CronWork {
  if (has(input, 'html')) return { kind: 'job', named, type: 'parse', input: read(onePage, input) }
  if (!has(input, 'urls')) return { kind: 'job', named, type: 'scrape', input: asObject(input) }
  const items = read(manyPages, input).urls.map(url => ({ input: { url } }))
  return { kind: 'batch', named, items, options: {}, place: i => `target.input.urls[${i}]` }
}

function apiWork(named: TargetInput, input: unknown): CronWork {
  if (!Array.isArray(input)) return { kind: 'job', named, type: 'api', input: asObject(input) }
  if (!input.length || input.length > MAX_ITEMS)
    throw new AppError('invalid_input', `A list holds 1 to ${MAX_ITEMS_TEXT} inputs.`, {
      field: 'target.input',
      hint: 'Give the parameters of at least one call, and make several crons for more.',
    })
  const items = input.map(one => ({ input: one }))
  return { kind: 'batch', named, items, options: {}, place: i => `target.input[${i}]` }
}

async function batchWork({ store }: Services, accountId: string, target: CronTarget): Promise<CronWork> {
  const place = (i: number) => `target.input.items[${i}]`
  if (target.id === null) {
    const { target: named, items = [], items_from, ...options } = read(batchDefinition, target.input)
    const database_id = target.database_id ?? undefined
    return {
      kind: 'batch',
      named: { max_pages: target.max_pages, ...named, database_id },
      items,
      itemsFrom: items_from,
      options,
      place,
    }
  }
  const batch = found(await store.batches.find(accountId, target.id), 'target.id')
  const jobs: Job[] = []
  for await (const job of everyRow(query => store.batches.items(accountId, batch.id, query))) jobs.push(job)
  if (jobs[0]?.type === 'parse') throw ofSavedPages()
  const items = jobs.map(({ custom_id, input }) => ({ ...(custom_id !== null && { custom_id }), input }))
  const { max_credits, concurrency, webhook } = batch
  const asBefore = Object.entries({ max_credits, concurrency, webhook }).filter(([, value]) => value !== null)
  const options = {
    ...Object.fromEntries(asBefore),
    ...given(read(batchOptions, target.input), target.input),
  }
  const database_id = target.database_id ?? batch.database_id ?? undefined
  const named = { ...batch.target, max_pages: target.max_pages ?? jobs[0]?.pages?.max, database_id }
  return { kind: 'batch', named, items, options, place }
}

/** Throws 400 with the field if a target could not run, and 404 if a record that it names is absent. */
export async function checkWork(
  services: Services,
  who: AccountCaller,
  { target }: Pick<CronDocument, 'target'>,
) {
  const work = await workOf(services, who, target)
  if (work.kind === 'workflow') {
    assertNoRunOptions(target)
    return void (await workflowAt(services, who, work))
  }
  const targetPath = target.type === 'batch' && target.id === null ? 'target.input.target' : 'target'
  const type = work.kind === 'job' ? work.type : undefined
  await knownDatabase(services, who, work.named.database_id, 'target.database_id')
  if (work.kind === 'batch') await checkWebhook(services, who, work.options.webhook as string | undefined)
  const runs = await targetAt(targetPath, services, who, work.named, type).catch(error => {
    throw targetPath === 'target' ? ofTargetId(error) : error
  })
  if (work.kind === 'job') return void checkedInput(services, runs, work.input, 'target.input')
  if (work.itemsFrom) return checkItemsFrom(services, who, work.itemsFrom)
  const { rejected, firstError } = await sortItems(services, runs, work.items, false)
  if (!firstError) return
  const { code, message, facts } = firstError
  throw new AppError(code, message, { ...facts, field: work.place(rejected[0]!.index) })
}

/** The records that the input of a batch may name. */
interface NamedInInput {
  target?: { parser_id?: string }
  items_from?: { database_id?: string }
}

/** Returns the records that a cron names. */
export function namedByCron({
  target: { type, id, database_id, input },
}: Pick<CronDocument, 'target'>): NamedRecord[] {
  const { target, items_from }: NamedInInput = type === 'batch' && isObject<NamedInInput>(input) ? input : {}
  return [
    ...(type === 'api' ? [] : [{ noun: type, id }]),
    { noun: 'parser', id: target?.parser_id },
    { noun: 'database', id: database_id },
    { noun: 'database', id: items_from?.database_id },
  ]
}

/** Throws 400 if the target sets options that belong to the nodes of the workflow. */
function assertNoRunOptions({ max_pages, database_id }: CronTarget): void {
  if (max_pages !== undefined)
    throw fieldBelow('target', noList('Set it in the `config` of the workflow’s node.'))
  if (database_id === null) return
  throw new AppError('invalid_input', 'A workflow writes its rows itself.', {
    field: 'target.database_id',
    hint: 'Leave it out, and name the database in a `write_rows` node of the workflow.',
  })
}

async function checkWebhook({ store }: Services, { account }: AccountCaller, id: string | undefined) {
  if (id !== undefined) found(await store.webhooks.find(account.id, id), 'target.input.webhook')
}

/** Checks the source of items, but not that it has any: rows and links are read at each tick. */
async function checkItemsFrom({ store, fetcher }: Services, { account }: AccountCaller, from: ItemsFrom) {
  if (isOfLinks(from))
    return within('target.input.items_from.links', () => {
      fetcher.checkAddress(from.links.url)
      assertSessionExists(store, account.id, from.links.fetch?.session)
    })
  const database = found(
    await store.databases.find(account.id, from.database_id!),
    'target.input.items_from.database_id',
  )
  within('target.input', () => resolveItemsFrom(database, from))
}

/** Calls `check` and prefixes the field of its error with `path`. */
function within<T>(path: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw fieldBelow(path, error)
  }
}

/**
 * Returns the workflow of a run. Throws 404 for `target.id`, and 400 below `target.input` if the workflow rejects the input.
 */
export async function workflowAt(
  { store, expressions }: Services,
  { account }: AccountCaller,
  { id, input }: WorkflowWork,
) {
  const workflow = found(await store.workflows.find(account.id, id), 'target.id')
  try {
    await expressions.readInput(workflow.input_schema, input)
    return workflow
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, error.message, { ...error.facts, field: `target.${error.facts.field}` })
  }
}

/** Returns the field of a cron for `field` of the call that starts its work. */
export function fieldOfCron({ id }: CronTarget, work: CronWork, field: string): string {
  if (id !== null && /^(target\.)?(parser|api)_id$/.test(field)) return 'target.id'
  if (field === 'database_id' || /^input\b/.test(field)) return `target.${field}`
  if (/^(items_from|webhook)\b/.test(field)) return `target.input.${field}`
  const item = /^items\[(\d+)\]/.exec(field)
  return item && work.kind === 'batch' ? work.place(Number(item[1])) : field
}

const has = (input: unknown, name: string) => typeof input === 'object' && input !== null && name in input

/** Returns only the options that the input contains, without the defaults of the others. */
const given = (options: Record<string, unknown>, input: unknown) =>
  Object.fromEntries(Object.entries(options).filter(([name]) => has(input, name)))

function asObject(input: unknown): Record<string, unknown> {
  const checked = anyObject.safeParse(input)
  if (checked.success) return checked.data
  throw new AppError('invalid_input', '`target.input` is not an object.', {
    field: 'target.input',
    hint: '`{"url": …}` for a parser, the parameters for an API.',
  })
}

/** Renames the field of an error to `target.id`, which names the parser or API of a cron. */
const ofTargetId = (error: unknown) =>
  error instanceof AppError && /^target\.(parser|api)_id$/.test(error.facts.field ?? '')
    ? new AppError(error.code, error.message, { ...error.facts, field: 'target.id' })
    : error

const ofSavedPages = () =>
  new AppError('invalid_input', 'A batch of saved pages cannot run again by a cron.', {
    field: 'target.id',
    hint: 'Its pages are kept for a while only. Name a batch of addresses, or upload the pages again.',
  })

const idMissing = ({ type }: CronTarget) =>
  new AppError('invalid_input', `\`target.id\` is missing: the ${type} to run.`, { field: 'target.id' })
