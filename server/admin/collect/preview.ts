import { z } from 'zod'
import { inferColumns, listsOf } from '../../databases/infer-columns.ts'
import { proposeKey } from '../../databases/propose-key.ts'
import { createResultReader } from '../../databases/row-reader.ts'
import { collectedTarget, collectingParser, exampleCollect } from '../../operations/collect/body.ts'
import { runnableTarget } from '../../operations/collect/new-parser.ts'
import { type CronWork, workOf } from '../../operations/crons/work.ts'
import { databaseRecord } from '../../operations/databases/body.ts'
import { exampleDatabase, exampleRow } from '../../operations/databases/examples.ts'
import { mainList } from '../../operations/databases/records.ts'
import { priceFor } from '../../operations/jobs/create-job.ts'
import { type Target, targetFields, targetOf } from '../../operations/jobs/targets.ts'
import { defineOperation, LARGE_BODY } from '../../operations/operation.ts'
import { type JsonSchema, outputSchema } from '../../parsers/output-schema.ts'
import type { Column } from '../../store/databases/databases.ts'
import type { RowData } from '../../store/databases/row-data.ts'
import { accountField } from '../accounts/accounts.ts'
import { type AdminServices, accountNamed } from '../services.ts'
import { type LiveResult, liveResult, problemOf } from './live-values.ts'

/** Most rows of a preview, and most characters of a text in them. */
const MAX_SHOWN = 5
const MAX_TEXT_LENGTH = 300

const { columns, primary_key } = databaseRecord.shape

const listShape = z.object({
  rows_path: z.string().describe('The field of the result; empty: the result itself is a row.'),
  columns,
  primary_key: primary_key.describe('The key that is proposed.'),
  rows: z.int().nullable().describe('Rows of the result that is shown; null where there is none.'),
  first: z.array(z.record(z.string(), z.unknown())).describe('The first rows; long values are cut.'),
})

const previewShape = z.object({
  lists: z.array(listShape).describe('What can be collected, the most likely first.'),
  from: z
    .enum(['sent', 'page', 'example'])
    .nullable()
    .describe('Where the values come from: the request, a page fetched for this, or an offline example.'),
  url: z.string().nullable().describe('The address of that page.'),
  problem: z
    .object({ error: z.string(), hint: z.string().nullable() })
    .nullable()
    .describe('Why there are no values.'),
  items: z.int().nullable().describe('Inputs of one run; null where they are known only when it runs.'),
  credits: z.int().nullable().describe('What one run costs at most; null where that is not known.'),
})

type PreviewList = z.input<typeof listShape>

/** Previews of the rows that a target yields, before anything is set up. */
export function collectPreviewOperations(known: AdminServices) {
  const preview = defineOperation({
    id: 'collect-preview',
    group: 'admin',
    summary:
      'Preview what a parser or an API yields as rows: lists, columns with values, a key, and the cost of a run.',
    description:
      'Free. A parser reads the first page, which is fetched for this unless a result is sent along.',
    method: 'POST',
    path: '/admin/collect/preview',
    body: LARGE_BODY,
    access: 'admin',
    input: z.strictObject({
      target: collectedTarget,
      parser: collectingParser,
      sample: z.record(z.string(), z.unknown()).optional().describe('An existing result to show values of.'),
      account: accountField,
    }),
    output: previewShape,
    example: {
      input: { target: exampleCollect.input.target },
      output: {
        lists: [
          {
            rows_path: 'kettles',
            columns: exampleDatabase.columns,
            primary_key: exampleDatabase.primary_key,
            rows: 24,
            first: [exampleRow.data],
          },
        ],
        from: 'page',
        url: 'https://shop.example/kettles',
        problem: null,
        items: 1,
        credits: 10,
      },
    },
    answer: 'value',
    async run({ target: wanted, parser, sample, account: name }, context) {
      const account = await accountNamed(known, name)
      const { services, target: given } = runnableTarget(known, account.id, { target: wanted, parser })
      const target = await targetOf(services, { account }, namedBy(given))
      const work = await workOf(services, { account }, { ...given, database_id: null }).catch(() => null)
      const sent: LiveResult | null = sample ? { value: sample, from: 'sent', url: null } : null
      const live = sent
        ? { result: sent, problem: null }
        : await liveResult(services, { account, target, work }, context).then(
            result => ({ result, problem: null }),
            error => ({ result: null, problem: problemOf(error) }),
          )
      return {
        lists: listsFor(services, target, live.result?.value),
        from: live.result?.from ?? null,
        url: live.result?.url ?? null,
        problem: live.problem,
        ...costOf(work, priceFor({ account }, target.price)),
      }
    },
  })
  return [preview] as const
}

/** In a batch, the target is part of the input. */
const ofBatch = z.object({ target: z.object(targetFields) })

function namedBy({ type, id, input, max_pages }: z.output<typeof collectedTarget>) {
  if (type === 'api') return { api_id: id ?? undefined, max_pages }
  if (type === 'parser') return { parser_id: id ?? undefined }
  const batch = ofBatch.safeParse(input)
  return batch.success ? batch.data.target : {}
}

/**
 * Returns the number of items per run and their cost. Null if the items come from links, because their number is only known
 * when they are read.
 */
function costOf(work: CronWork | null, price: number) {
  if (!work || work.kind === 'workflow' || (work.kind === 'batch' && work.itemsFrom))
    return { items: null, credits: null }
  const items = work.kind === 'job' ? 1 : work.items.length
  return { items, credits: items * price }
}

function listsFor(services: AdminServices, target: Target, value: unknown): PreviewList[] {
  const { schema, main, key } = yieldsOf(services, target)
  const names = [...new Set([main, ...listsOf(schema), ''])]
  return names.flatMap(rows_path => {
    const columns = inferColumns(schema, rows_path)
    return columns?.length ? [listOf(rows_path, columns, value, rows_path === main ? key : undefined)] : []
  })
}

/** Returns the schema of a target's results, the list in it that is most likely wanted, and the field that identifies an item, if known. */
function yieldsOf(
  { prebuilts }: AdminServices,
  { parser, api_id }: Target,
): { schema: JsonSchema; main: string; key?: string | undefined } {
  if (parser) return { schema: outputSchema(parser.schema), main: mainList(parser.schema) }
  const { output, paging } = prebuilts.find(({ id }) => id === api_id)!
  const schema = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  return { schema, main: paging?.list ?? '', key: paging?.key }
}

function listOf(rows_path: string, columns: Column[], value: unknown, key: string | undefined): PreviewList {
  const rows = value === undefined ? null : rowsIn(value, rows_path, columns)
  const known = columns.some(({ name }) => name === key) ? [key!] : null
  return {
    rows_path,
    columns,
    primary_key: known ?? proposeKey(columns, rows ?? []),
    rows: rows?.length ?? null,
    first: (rows ?? []).slice(0, MAX_SHOWN).map(shortened),
  }
}

/** Returns the rows that match the columns. Rows that do not match are reported when they are written. */
const rowsIn = (value: unknown, rows_path: string, columns: Column[]): RowData[] =>
  createResultReader({ columns, primary_key: [], rows_path })(value).flatMap(row =>
    'data' in row ? [row.data] : [],
  )

const shortened = (row: RowData): RowData =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, short(value)]))

function short(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= MAX_TEXT_LENGTH) return value
  return `${text.slice(0, MAX_TEXT_LENGTH)}…`
}
