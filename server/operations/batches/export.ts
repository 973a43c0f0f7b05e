import { fieldsOfLarge, LargeJson } from '../../base/text/large-json.ts'
import { toJobError } from '../../jobs/job-errors.ts'
import type { Job, JobError, JobState } from '../../store/jobs/rows.ts'
import { everyRow } from '../../store/page-of.ts'
import type { RowFormat, Rows, WrittenRow } from '../databases/rows.ts'
import { gone, hasPart, noticeOf, readPart } from '../jobs/results.ts'
import type { Services } from '../services.ts'

type Row = Record<string, unknown>
type ExportServices = Pick<Services, 'store' | 'prebuilts'>

/** The result of an item, or why it has none: it failed, or the result is no longer kept. */
interface ItemOutcome {
  result: unknown
  error: JobError | null
}

/** Number of items whose inputs determine the input columns. */
const LOOKED_AT = 100

/** The columns of a table besides inputs and results. */
const OWN_COLUMNS = ['index', 'custom_id', 'state', 'error']

const isTable = (format: RowFormat) => format === 'csv' || format === 'xlsx'

/** Returns the items of a batch with their results. They are read while the answer is sent. */
export async function exportBatch(
  services: ExportServices,
  batch: { accountId: string; id: string },
  { format, formulas, state }: Pick<Rows, 'format' | 'formulas'> & { state?: JobState | undefined },
): Promise<Rows> {
  const columns = isTable(format) ? await columnsOf(services, batch) : []
  const show = isTable(format) ? asTableRow : asObject
  return { format, formulas, columns, name: batch.id, rows: rowsOf(services, batch, state, show) }
}

async function* rowsOf(
  services: ExportServices,
  { accountId, id }: { accountId: string; id: string },
  state: JobState | undefined,
  show: (job: Job, outcome: ItemOutcome) => WrittenRow | Promise<WrittenRow>,
): AsyncGenerator<WrittenRow> {
  for await (const job of everyRow(query => services.store.batches.items(accountId, id, { ...query, state })))
    yield show(job, await outcomeOf(services, accountId, job))
}

/** Returns the result of an item, or why there is none. */
export async function outcomeOf(services: ExportServices, accountId: string, job: Job): Promise<ItemOutcome> {
  const { state, error } = job
  if (state !== 'completed' && !hasPart(job)) return { result: null, error }
  const kept =
    state === 'completed'
      ? await services.store.jobFiles.result(accountId, job.id)
      : await keptPart(services, job)
  return { result: kept?.value ?? null, error: kept ? error : (error ?? toJobError(gone('result'))) }
}

async function keptPart(services: ExportServices, job: Job): Promise<{ value: unknown } | null> {
  const value = await readPart(services, job)
  return value && { value }
}

/** Returns what is shown of an item beside its result. */
export const aboutItem = (job: Job, error: JobError | null) => {
  const { index, custom_id, state, input } = job
  return { index, custom_id, state, input, error, notice: noticeOf(job) }
}

const asObject = (job: Job, { result, error }: ItemOutcome): WrittenRow => {
  const item = aboutItem(job, error)
  return result instanceof LargeJson ? withLargeResult(item, result) : { ...item, result }
}

const withLargeResult = (item: Row, { pieces }: LargeJson): LargeJson => {
  async function* written() {
    yield Buffer.from(`${JSON.stringify(item).slice(0, -1)},"result":`)
    yield* pieces
    yield Buffer.from('}')
  }
  return new LargeJson(written())
}

/** A result column with the name `notice` keeps its own values. */
const asTableRow = async (job: Job, { result, error }: ItemOutcome): Promise<Row> => {
  const { index, custom_id, state, input } = job
  return {
    index,
    custom_id,
    state,
    error: error && `${error.code}: ${error.message}`,
    notice: noticeOf(job),
    ...Object.fromEntries(Object.entries(input).map(([name, value]) => [inputColumn(name), value])),
    ...Object.fromEntries(
      Object.entries(await fieldsOf(result)).map(([name, value]) => [resultColumn(name), value]),
    ),
  }
}

async function fieldsOf(result: unknown): Promise<Row> {
  if (result instanceof LargeJson) return fieldsOfLarge(result)
  return typeof result === 'object' && result !== null ? (result as Row) : {}
}

const inputColumn = (name: string) => `input.${name}`

const resultColumn = (name: string) => (OWN_COLUMNS.includes(name) ? `result.${name}` : name)

/**
 * Returns the columns of a table. All results of a target have the same fields, so the first available result determines
 * them. The last column is `notice`, if any item has one.
 */
async function columnsOf(services: ExportServices, { accountId, id }: { accountId: string; id: string }) {
  const { batches } = services.store
  const items = await batches.items(accountId, id, { limit: LOOKED_AT })
  const inputs = new Set(items.data.flatMap(({ input }) => Object.keys(input).map(inputColumn)))
  let fields: string[] = []
  for await (const job of everyRow(query => batches.items(accountId, id, query))) {
    const { result } = await outcomeOf(services, accountId, job)
    fields = Object.keys(await fieldsOf(result)).map(resultColumn)
    if (fields.length) break
  }
  const lacks = (await batches.hasNotices(id)) ? ['notice'] : []
  return [...new Set([...OWN_COLUMNS, ...inputs, ...fields, ...lacks])]
}
