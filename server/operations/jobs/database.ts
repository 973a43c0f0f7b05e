import { z } from 'zod'
import { namedObject } from '../../base/fields/schema-names.ts'
import type { ResultFault } from '../../databases/row-reader.ts'
import type { SourcedResult } from '../../databases/sort-results.ts'
import type { JobRow, JobRows } from '../../store/jobs/rows.ts'
import type { Services } from '../services.ts'

/** The input field for the database that results are written into. */
export const databaseField = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('The database that results are written into, as rows.')
  .meta({ title: 'Database for results', 'x-id-of': 'database' })

/** The counts of a job's rows in answers. */
export const jobRowsShape = namedObject('JobRows', {
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  returned: z.int(),
  rejected: z.int().describe('Rows that were left out, and lists or pages that the result lacks.'),
  faults: z
    .array(z.object({ column: z.string().optional(), error: z.string() }))
    .describe('Why, for the first of them.'),
})

const MAX_FAULTS = 20

/** For a result some of whose pages could not be read. */
const PAGES_MISSING: ResultFault = {
  error: 'Not all pages could be read; nothing is removed for what they may hold.',
}

const GONE: JobRows = {
  added: 0,
  changed: 0,
  unchanged: 0,
  returned: 0,
  rejected: 0,
  faults: [{ error: 'The database was deleted before the job had its result.' }],
}

/**
 * Writes the result of a job into its database. Call it inside the transaction that completes the job. In mode `replace`, a
 * single job replaces the whole content of the database; an item is a part of its batch, even if it is repeated on its own.
 */
export function writeJobRows(
  { store, rowWriter, now }: Pick<Services, 'store' | 'rowWriter' | 'now'>,
  { id, account_id, batch_id }: Pick<JobRow, 'id' | 'account_id' | 'batch_id'>,
  databaseId: string,
  { isPartial = false, ...result }: SourcedResult & { isPartial?: boolean },
): JobRows {
  const mark = batch_id === null ? rowWriter.startRun(databaseId) : store.batches.mark(batch_id)
  const written = rowWriter.writeResults(account_id, databaseId, [result], batch_id ?? id, mark)
  if (!written) return GONE
  const { rejected, added, changed, unchanged, returned } = written
  const faults: ResultFault[] = rejected.map(({ index: _, ...fault }) => fault)
  if (isPartial) faults.unshift(PAGES_MISSING)
  const mayBeWhole = batch_id === null && mark !== null && !faults.length
  const isReplaced = () => store.databases.read(account_id, databaseId)?.write_mode === 'replace'
  if (mayBeWhole && isReplaced() && !store.jobs.repeatsItem(id))
    store.databaseRuns.add(account_id, databaseId, mark, id)
  if (batch_id === null) store.rowDigests.end(id, now())
  const first = faults.slice(0, MAX_FAULTS)
  return { added, changed, unchanged, returned, rejected: faults.length, faults: first }
}
