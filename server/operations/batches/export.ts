import type { Job, JobState } from '../../store/jobs/rows.ts'
import type { Store } from '../../store/open-store.ts'
import { everyRow } from '../../store/page-of.ts'
import type { RowFormat, Rows } from '../databases/rows.ts'

type Row = Record<string, unknown>
type Parts = Pick<Store, 'batches' | 'jobFiles'>

/** Items that show the columns of the inputs. */
const LOOKED_AT = 100

/** What stands in a table beside inputs and results. */
const OWN_COLUMNS = ['index', 'custom_id', 'state', 'error']

const isTable = (format: RowFormat) => format === 'csv' || format === 'xlsx'

/** A batch's items with their results, read while they are sent. */
export async function exportBatch(
  store: Parts,
  batch: { accountId: string; id: string },
  { format, formulas, state }: Pick<Rows, 'format' | 'formulas'> & { state?: JobState | undefined },
): Promise<Rows> {
  const columns = isTable(format) ? await columnsOf(store, batch) : []
  const show = isTable(format) ? asTableRow : asObject
  return { format, formulas, columns, name: batch.id, rows: rowsOf(store, batch, state, show) }
}

async function* rowsOf(
  { batches, jobFiles }: Parts,
  { accountId, id }: { accountId: string; id: string },
  state: JobState | undefined,
  show: (job: Job, result: unknown) => Row,
): AsyncGenerator<Row> {
  for await (const job of everyRow(query => batches.items(accountId, id, { ...query, state })))
    yield show(job, await resultOf(jobFiles, accountId, job.id))
}

const resultOf = async (jobFiles: Parts['jobFiles'], accountId: string, id: string): Promise<unknown> =>
  (await jobFiles.result(accountId, id))?.value ?? null

const asObject = ({ index, custom_id, state, input, error, notice }: Job, result: unknown): Row => ({
  index,
  custom_id,
  state,
  input,
  error,
  notice,
  result,
})

/** A column of the results that is named like what they lack keeps its values. */
const asTableRow = ({ index, custom_id, state, input, error, notice }: Job, result: unknown): Row => ({
  index,
  custom_id,
  state,
  error: error && `${error.code}: ${error.message}`,
  notice,
  ...Object.fromEntries(Object.entries(input).map(([name, value]) => [inputColumn(name), value])),
  ...Object.fromEntries(Object.entries(fieldsOf(result)).map(([name, value]) => [resultColumn(name), value])),
})

const fieldsOf = (result: unknown): Row =>
  typeof result === 'object' && result !== null ? (result as Row) : {}

const inputColumn = (name: string) => `input.${name}`

const resultColumn = (name: string) => (OWN_COLUMNS.includes(name) ? `result.${name}` : name)

/** Results of one target have the same fields, so the first of them shows the columns. Last, where an item has it: `notice`. */
async function columnsOf({ batches, jobFiles }: Parts, { accountId, id }: { accountId: string; id: string }) {
  const [first] = (await batches.items(accountId, id, { limit: 1, state: 'completed' })).data
  const items = await batches.items(accountId, id, { limit: LOOKED_AT })
  const inputs = new Set(items.data.flatMap(({ input }) => Object.keys(input).map(inputColumn)))
  const result = first ? await resultOf(jobFiles, accountId, first.id) : null
  const fields = Object.keys(fieldsOf(result)).map(resultColumn)
  const lacks = (await batches.hasNotices(id)) ? ['notice'] : []
  return [...new Set([...OWN_COLUMNS, ...inputs, ...fields, ...lacks])]
}
