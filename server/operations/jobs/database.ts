import { z } from 'zod'
import { namedObject } from '../../base/fields/schema-names.ts'
import type { ResultFault } from '../../databases/row-reader.ts'
import type { Result } from '../../databases/sort-results.ts'
import type { JobRow, JobRows } from '../../store/jobs/rows.ts'
import type { Services } from '../services.ts'

/** Names the database that results are written into. */
export const databaseField = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('The database that results are written into, as rows.')
  .meta({ title: 'Database for results', 'x-id-of': 'database' })

/** What became of a job's rows, as answers show it. */
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

/** Of a result whose further pages could not all be read. */
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
 * For use inside the transaction that completes a job: writes its result into its database. A job of its own is the whole
 * content of a database in mode `replace`; an item is a part of its batch, also where it is repeated on its own.
 */
export function writeJobRows(
  { store, rowWriter, now }: Pick<Services, 'store' | 'rowWriter' | 'now'>,
  { id, account_id, batch_id }: Pick<JobRow, 'id' | 'account_id' | 'batch_id'>,
  databaseId: string,
  { isPartial = false, ...result }: Result & { isPartial?: boolean },
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
