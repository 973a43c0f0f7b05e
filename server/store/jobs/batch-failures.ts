import type { Engine } from '../engine.ts'
import type { Job, JobError, JobRow } from './rows.ts'

/** Items of a batch that failed for the same reason, with one of them as an example. */
interface Failure extends Pick<JobError, 'code' | 'message' | 'retryable'> {
  hint: string | null
  /**
   * The field at fault, and the status that the site answered with: failures that differ in either have different causes.
   */
  field: string | null
  upstream_status: number | null
  items: number
  example: Pick<Job, 'id' | 'index' | 'custom_id' | 'input'>
}

type Row = Pick<JobRow, 'id' | 'idx' | 'custom_id' | 'input' | 'error'> & { items: number }

function toFailure({ id, idx, custom_id, input, error, items }: Row): Failure {
  const { code, message, retryable, ...more } = JSON.parse(error!) as JobError
  const { hint = null, field = null, upstream_status = null } = more
  const example = { id, index: idx, custom_id, input: JSON.parse(input) }
  return { code, message, hint, field, upstream_status, retryable, items, example }
}

/** How many causes are listed at most; there are more only if each item fails in its own way. */
const MAX_CAUSES = 100

/** Why items of batches failed. */
export function createFailureStore(engine: Engine) {
  const causes = engine.prepare<Row>(`
    WITH causes AS (
      SELECT min(job) AS first, count(*) AS items FROM job_ends WHERE batch_id = ? AND state = 'failed'
      GROUP BY error ->> 'code', error ->> 'field', error ->> 'upstream_status'
    )
    SELECT id, idx, custom_id, input, error, items FROM causes JOIN jobs ON seq = first
    ORDER BY items DESC, first LIMIT ${MAX_CAUSES}
  `)

  return {
    /** Returns the failures by cause, the most frequent first. The caller has checked that the account owns the batch. */
    ofBatch: async (batchId: string): Promise<Failure[]> => causes.all(batchId).map(toFailure),
  }
}
