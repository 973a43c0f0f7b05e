import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import type { DatabaseRecord } from '../../store/databases/databases.ts'
import type { Batch } from '../../store/jobs/batches.ts'
import type { Job } from '../../store/jobs/rows.ts'
import { everyRow } from '../../store/page-of.ts'
import { idField } from '../fields.ts'
import { inState } from '../jobs/jobs.ts'
import { type Target, targetAt, targetFields, targetOf } from '../jobs/targets.ts'
import { mappingField, mappingOf } from '../mapping.ts'
import { accountOf, type Context, defineOperation, LARGE_BODY } from '../operation.ts'
import { readerOf } from '../pages/page-to-read.ts'
import { exampleParser } from '../parsers/examples.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { STARTS } from '../tool-hints.ts'
import { batchFields, createBatch } from './create-batch.ts'
import { type RawItem, SavedItem } from './items.ts'
import { itemsOfFiles, pageFiles, savedTarget } from './saved-pages.ts'
import { batchCreated, exampleBatch, exampleCreated, MAX_ITEMS, MAX_ITEMS_TEXT } from './shapes.ts'
import {
  checkLinks,
  type ItemsFrom,
  isOfLinks,
  itemFields,
  itemsOfColumn,
  itemsOfLinks,
  needOneSource,
} from './source.ts'
import { itemsFile, itemsOf, MAX_ITEMS_BYTES } from './upload.ts'

const HOW_IT_WORKS =
  'Every item becomes a job. Items that cannot be run are left out and named in `rejected`; the others are not affected. Credits for all that are accepted are set aside now and captured on success alone.'

/** A batch whose failed items are repeated, and its target. */
interface FailedBatch {
  batch: Batch
  target: Target
}

/** The target of a batch, and the database that its items come from. */
interface BatchSource {
  target: Target
  source: DatabaseRecord | null
}

/** Operations that create a batch: from JSON, from a database, from a file, or from the failed items of another batch. */
export function batchCreation(services: Services) {
  const { store } = services

  const create = defineOperation({
    id: 'batch-create',
    group: 'batches',
    summary: `Create a batch of up to ${MAX_ITEMS_TEXT} items.`,
    description: HOW_IT_WORKS,
    method: 'POST',
    path: '/v1/batches',
    body: { ...LARGE_BODY, list: { field: 'items', max: MAX_ITEMS } },
    access: 'run',
    input: z
      .strictObject({
        target: z
          .strictObject(targetFields)
          .describe('What every item runs.')
          .meta({ title: 'Parser or API' }),
        ...itemFields,
        ...batchFields,
      })
      .superRefine(needOneSource),
    output: batchCreated,
    example: {
      input: {
        name: exampleBatch.name,
        target: exampleBatch.target,
        items: [
          { custom_id: 'kettle-1', input: { url: 'https://shop.example/kettle' } },
          { custom_id: 'pot-1', input: { url: 'https://shop.example/pot' } },
        ],
      },
      output: exampleCreated,
    },
    answer: 'accepted',
    faces: { tool: { name: 'batch_create', group: 'batches', hints: STARTS } },
    async own({ target, database_id, items_from }, caller): Promise<BatchSource> {
      const id = items_from?.database_id
      const source =
        id === undefined
          ? null
          : found(await store.databases.find(caller.account.id, id), 'items_from.database_id')
      return { target: await targetAt('target', services, caller, { ...target, database_id }), source }
    },
    async run({ items = [], items_from, ...options }, context) {
      const { target } = context.owned
      const found = items_from ? await itemsFound(services, items_from, context) : { items, isCut: false }
      return createBatch(services, { ...context, owned: target }, found.items, options, found)
    },
  })

  const upload = defineOperation({
    id: 'batch-upload',
    group: 'batches',
    summary: 'Create a batch from a file of items.',
    description: `${HOW_IT_WORKS} The file is CSV with a header (a column is a field of the input, or \`custom_id\`; \`mapping\` renames columns and leaves others out), a JSON object a line, or a list of JSON; its content shows which.`,
    method: 'POST',
    path: '/v1/batches/upload',
    madeAt: '/v1/batches',
    access: 'run',
    input: z.strictObject({
      items: itemsFile.describe('The file: one part named `items`, 32 MB at most.').meta({ title: 'File' }),
      mapping: mappingField,
      ...targetFields,
      ...batchFields,
    }),
    output: batchCreated,
    example: {
      input: {
        items: { bytes: new Uint8Array([60]), name: 'items.csv', contentType: 'text/csv' },
        parser_id: exampleBatch.target.parser_id,
      },
      output: exampleCreated,
    },
    files: { items: { max: 1, maxBytes: MAX_ITEMS_BYTES, description: 'The items.' } },
    answer: 'accepted',
    own: (input, caller) => targetOf(services, caller, input),
    async run({ items, mapping, ...options }, context) {
      const raw = await itemsOf(items, context.owned.input, mappingOf(mapping))
      return createBatch(services, context, raw, options)
    },
  })

  const pages = defineOperation({
    id: 'batch-pages',
    group: 'batches',
    summary: 'Create a batch from saved pages.',
    description: `Nothing is fetched: every page in the files becomes an item that the parser reads. A file is HTML, or what a browser or an archiver saved: MHTML, HAR, WARC, or a zip of any of these. ${HOW_IT_WORKS}`,
    method: 'POST',
    path: '/v1/batches/pages',
    madeAt: '/v1/batches',
    access: 'run',
    input: z.strictObject({
      ...pageFiles.fields,
      ...batchFields,
    }),
    output: batchCreated,
    example: {
      input: {
        page: [{ bytes: new Uint8Array([60]), name: 'kettle-1.html', contentType: 'text/html' }],
        parser_id: exampleParser.id,
      },
      output: exampleCreated,
    },
    files: pageFiles.files,
    answer: 'accepted',
    own: (input, caller) => savedTarget(services, caller, input),
    async run({ page, charset, ...options }, context) {
      const raw = await itemsOfFiles(services, context.owned, { page, charset }, readerOf(context))
      return createBatch(services, context, raw, options)
    },
  })

  const retry = defineOperation({
    id: 'batch-retry',
    group: 'batches',
    summary: 'Run the failed items of a batch again, as a new batch.',
    description: 'It runs the parser’s current version; items keep their `custom_id`.',
    method: 'POST',
    path: '/v1/batches/{id}/retry',
    madeAt: '/v1/batches',
    access: 'run',
    input: z.strictObject({ id: idField('batch'), ...batchFields }),
    output: batchCreated,
    example: { input: { id: exampleBatch.id }, output: exampleCreated },
    answer: 'accepted',
    faces: { tool: { name: 'batch_retry', group: 'batches', hints: STARTS } },
    async own({ id, database_id }, caller): Promise<FailedBatch> {
      const batch = found(await store.batches.find(caller.account.id, id))
      const [first] = (await store.batches.items(caller.account.id, id, { limit: 1 })).data
      const named = {
        ...batch.target,
        max_pages: first?.pages?.max,
        database_id: database_id ?? batch.database_id ?? undefined,
      }
      const find = first?.type === 'parse' ? savedTarget : targetOf
      return { batch, target: await find(services, caller, named) }
    },
    async run({ id, ...options }, context) {
      const { batch, target } = context.owned
      const name = options.name ?? batch.name ?? undefined
      const webhook = options.webhook ?? batch.webhook ?? undefined
      if (!batch.counts.failed) throw noneFailed(batch)
      const items = await failedItems(services, accountOf(context), id)
      return createBatch(
        services,
        { ...context, owned: target },
        items,
        { ...options, name, webhook },
        { retryOf: id },
      )
    },
  })
  return [create, upload, pages, retry] as const
}

/** Items, and whether there are more than could be read. */
interface FoundItems {
  items: readonly RawItem[]
  isCut: boolean
}

/** Returns the items for rows or links. Holds the price of reading links first. */
export async function itemsFound(
  services: Services,
  from: ItemsFrom,
  context: Context<BatchSource>,
): Promise<FoundItems> {
  const { target, source } = context.owned
  if (!isOfLinks(from)) return { items: await itemsOfColumn(services, source!, target, from), isCut: false }
  checkLinks(services, from)
  await context.hold(services.settings.values.price_scrape)
  const { items, cost, isCut } = await itemsOfLinks(services, target, from, readerOf(context))
  context.charge(cost)
  if (isCut && from.limit === undefined) context.notice('links_cut')
  return { items, isCut }
}

const noneFailed = ({ state, counts }: Batch) =>
  inState(
    state,
    'No item of this batch has failed.',
    counts.cancelled || counts.skipped
      ? 'Items that were cancelled or skipped are retried one by one, with `POST /v1/jobs/{id}/retry`.'
      : 'There is nothing to retry.',
  )

/** Returns a new item for one that failed, with its page if that was uploaded. */
async function againOf(store: Services['store'], accountId: string, job: Job): Promise<RawItem> {
  const item = { ...(job.custom_id !== null && { custom_id: job.custom_id }), input: job.input }
  if (job.type !== 'parse') return item
  const page = await store.jobFiles.page(accountId, job.id)
  return page ? new SavedItem(item, page) : new AppError('gone', 'The page of this item is no longer kept.')
}

async function failedItems({ store }: Services, accountId: string, id: string): Promise<RawItem[]> {
  const items: RawItem[] = []
  for await (const job of everyRow(query =>
    store.batches.items(accountId, id, { ...query, state: 'failed' }),
  ))
    items.push(await againOf(store, accountId, job))
  return items
}
