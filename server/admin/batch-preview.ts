import { z } from 'zod'
import { countCauses } from '../base/causes.ts'
import { proposeMapping } from '../databases/propose-mapping.ts'
import { type RawItem, sortItems } from '../operations/batches/items.ts'
import { itemsOfFiles, pageFiles, savedTarget } from '../operations/batches/saved-pages.ts'
import { batchCreated } from '../operations/batches/shapes.ts'
import { isOfLinks, itemsFrom, itemsOfColumn, itemsOfLinks } from '../operations/batches/source.ts'
import {
  columnsOfItems,
  itemColumns,
  itemsFile,
  itemsOf,
  MAX_ITEMS_BYTES,
} from '../operations/batches/upload.ts'
import { exampleDatabase } from '../operations/databases/examples.ts'
import { priceFor } from '../operations/jobs/create-job.ts'
import { exampleJob } from '../operations/jobs/shapes.ts'
import { type Target, targetFields, targetOf } from '../operations/jobs/targets.ts'
import { mappingField, mappingOf } from '../operations/mapping.ts'
import { defineOperation, ownerOf } from '../operations/operation.ts'
import { found } from '../operations/resource.ts'
import type { Account } from '../store/accounts/accounts.ts'
import { accountField } from './accounts/accounts.ts'
import { causeShape, fileColumnShape, mappedColumns } from './file-shapes.ts'
import { type AdminServices, accountNamed } from './services.ts'

/** Most accepted and most rejected items that a preview shows. */
const MAX_SHOWN = 100

const dedupeField = z.boolean().default(false).describe('Skip items with the same input as an earlier one.')

const foreseenShape = z.object({
  ...batchCreated.omit({ id: true, credits_reserved: true }).shape,
  rejected_total: z.int().describe('All that are left out; `rejected` shows the first of them.'),
  credits: z.int().describe('What the batch costs where every item succeeds.'),
  items: z
    .array(
      z.object({
        index: z.int(),
        custom_id: z.string().nullable(),
        input: z.record(z.string(), z.unknown()),
      }),
    )
    .describe('The first items that would run.'),
  causes: z.array(causeShape).describe('Why items are left out, the most frequent first.'),
})

const previewShape = foreseenShape.extend({
  columns: z.array(fileColumnShape).describe('The columns of the file.'),
  fields: z.array(z.string()).describe('What a column can become.'),
})

const exampleForeseen = {
  accepted: 1,
  skipped: 0,
  rejected: [{ index: 1, field: 'input.url', error: '`url` is missing.' }],
  rejected_total: 1,
  credits: 1,
  items: [{ index: 0, custom_id: null, input: exampleJob.input }],
  causes: [{ error: '`url` is missing.', field: 'input.url', count: 1, first: [1] }],
} satisfies z.input<typeof foreseenShape>

/** Previews of the batch that items of a file or a database would become, without creating it. */
export function batchPreviewOperations(services: AdminServices) {
  const preview = defineOperation({
    id: 'batch-preview',
    group: 'admin',
    summary: 'Preview the batch that a file of items would become, without creating it.',
    description:
      'Free. It is read and checked as `batch-upload` does; without a mapping, one is proposed by the names and first values of the columns.',
    method: 'POST',
    path: '/admin/batches/preview',
    access: 'admin',
    input: z.strictObject({
      items: itemsFile.describe('The file: one part named `items`, 32 MB at most.'),
      mapping: mappingField,
      ...targetFields,
      dedupe: dedupeField,
      account: accountField,
    }),
    output: previewShape,
    example: {
      input: {
        items: { bytes: new Uint8Array([60]), name: 'items.csv', contentType: 'text/csv' },
        parser_id: exampleJob.parser_id,
      },
      output: {
        ...exampleForeseen,
        columns: [{ name: 'Address', field: 'url', examples: [exampleJob.input.url] }],
        fields: ['url', 'custom_id'],
      },
    },
    files: { items: { max: 1, maxBytes: MAX_ITEMS_BYTES, description: 'The items.' } },
    answer: 'value',
    async run({ items: file, mapping: given, dedupe, account: name, ...named }) {
      const account = await accountNamed(services, name)
      const target = await targetOf(services, { account }, named)
      const fields = itemColumns(target.input)
      const columns = await columnsOfItems(file, target.input)
      const mapping = given ? mappingOf(given) : proposeMapping(columns, fields)
      const raw = await itemsOf(file, target.input, mapping)
      return {
        ...(await foreseen(services, account, target, raw, dedupe)),
        columns: mappedColumns(columns, mapping),
        fields,
      }
    },
  })

  const previewColumn = defineOperation({
    id: 'batch-column-preview',
    group: 'admin',
    summary:
      'Preview the batch that rows of a database or links of a page would become, without creating it.',
    description:
      'Free. They are read and checked as `batch-create` does; `credits` has what reading the links costs then.',
    method: 'POST',
    path: '/admin/batches/preview/column',
    access: 'admin',
    input: z.strictObject({
      target: z.strictObject(targetFields),
      items_from: itemsFrom,
      dedupe: dedupeField,
      account: accountField,
    }),
    output: foreseenShape,
    example: {
      input: {
        target: { parser_id: exampleJob.parser_id },
        items_from: { database_id: exampleDatabase.id, column: 'url' },
      },
      output: exampleForeseen,
    },
    answer: 'value',
    async run({ target: named, items_from, dedupe, account: name }, context) {
      const account = await accountNamed(services, name)
      const target = await targetOf(services, { account }, named)
      if (isOfLinks(items_from)) {
        const reader = { accountId: account.id, owner: ownerOf(context), signal: context.signal }
        const { items, cost } = await itemsOfLinks(services, target, items_from, reader)
        const preview = await foreseen(services, account, target, items, dedupe)
        return { ...preview, credits: preview.credits + priceFor({ account }, cost) }
      }
      const database = found(await services.store.databases.find(account.id, items_from.database_id!))
      const items = await itemsOfColumn(services, database, target, items_from)
      return foreseen(services, account, target, items, dedupe)
    },
  })

  const previewPages = defineOperation({
    id: 'batch-pages-preview',
    group: 'admin',
    summary: 'Preview the batch that saved pages would become, without creating it.',
    description: 'Free. They are read and checked as `batch-pages` does.',
    method: 'POST',
    path: '/admin/batches/preview/pages',
    access: 'admin',
    input: z.strictObject({
      ...pageFiles.fields,
      dedupe: dedupeField,
      account: accountField,
    }),
    output: foreseenShape,
    example: {
      input: {
        page: [{ bytes: new Uint8Array([60]), name: 'kettle.html', contentType: 'text/html' }],
        parser_id: exampleJob.parser_id!,
      },
      output: exampleForeseen,
    },
    files: pageFiles.files,
    answer: 'value',
    async run({ dedupe, account: name, parser_id, ...files }, context) {
      const account = await accountNamed(services, name)
      const target = await savedTarget(services, { account }, { parser_id })
      const reader = { owner: ownerOf(context), signal: context.signal }
      const items = await itemsOfFiles(services, target, files, reader)
      return foreseen(services, account, target, items, dedupe)
    },
  })
  return [preview, previewColumn, previewPages] as const
}

async function foreseen(
  services: AdminServices,
  account: Account,
  target: Target,
  raw: readonly RawItem[],
  dedupe: boolean,
): Promise<z.input<typeof foreseenShape>> {
  const { items, rejected } = await sortItems(services, target, raw, dedupe)
  const causes = countCauses()
  for (const { index, field, error } of rejected) causes.add(index, error, field)
  const running = items.filter(({ sameAs }) => sameAs === undefined)
  return {
    accepted: running.length,
    skipped: items.length - running.length,
    rejected: rejected.slice(0, MAX_SHOWN),
    rejected_total: rejected.length,
    credits: running.length * priceFor({ account }, target.price),
    items: running.slice(0, MAX_SHOWN).map(({ index, custom_id, input }) => ({ index, custom_id, input })),
    causes: causes.list(),
  }
}
