import { call, exchange, follow, type OutputOf } from '../../lib/service/client.ts'
import type { RawAnswer } from '../../lib/service/transfer.ts'
import { progressText } from '../../ui/jobs/list-pages.ts'

/** Shows the phase of a call, with its latest event or the job that follows its list. */
export type ShowProgress = (phase: string, more?: { event?: string; job?: string }) => unknown

/** A list of an API to follow. */
interface ListRequest {
  /** The id of the API. */
  id: string
  input: Record<string, unknown>
  maxPages: number
}

/**
 * Follows a list with a job, which continues if this window is closed. Returns the result of the job as the answer of the
 * call. Aborting the signal cancels the job.
 */
export async function followList(
  { id: api_id, input, maxPages: max_pages }: ListRequest,
  show: ShowProgress,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const startedAt = performance.now()
  const created = await exchange('job-create', { api_id, input, max_pages }, { signal })
  if (created.status >= 400) return created
  const { id } = JSON.parse(await created.body.text()) as OutputOf<'job-create'>
  const cancel = () => void call('job-cancel', { id }).catch(() => undefined)
  signal.addEventListener('abort', cancel)
  try {
    let used = 0
    const onState = (job: OutputOf<'job-get'>) => {
      used = job.credits.used
      show(progressText(job), { job: id })
    }
    await follow('job-events', { id }, onState, signal)
    const result = await exchange('job-result', { id }, { signal })
    const headers = new Headers(result.headers)
    headers.set('x-credits-used', String(used))
    return { ...result, headers, ms: performance.now() - startedAt }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
