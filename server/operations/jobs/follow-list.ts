import type { AppError } from '../../base/errors.ts'
import { collectList, type ListCollection } from '../../prebuilt/collect-list.ts'
import type { OpenJob } from '../../store/jobs/rows.ts'
import type { CallEnding, JobCall } from '../call.ts'
import type { Services } from '../services.ts'

/** What a job has read of its list, from its first attempt on. */
export async function openList(
  { store, prebuilts }: Pick<Services, 'store' | 'prebuilts'>,
  { id, api_id, input, max_pages }: FollowingJob,
): Promise<ListCollection> {
  const { paging } = prebuilts.find(prebuilt => prebuilt.id === api_id)!
  const list = collectList(paging!, input, max_pages)
  for (const answer of await store.listPages.answers(id)) list.add(answer)
  return list
}

interface FollowingJob {
  id: string
  api_id: string | null
  input: Record<string, unknown>
  max_pages: number
}

/** An attempt at a job that follows a list. */
export interface ListAttempt {
  row: OpenJob
  list: ListCollection
  /** The call that ends the attempt. */
  last: JobCall
  /** Runs one call of the API. */
  call(job: JobCall, readInput: () => unknown): Promise<CallEnding>
}

/**
 * Reads page after page, each by a call of its own: what it cost is captured as the page is kept, so that a crash neither loses
 * nor repeats any. The last one, or one that cannot be had, ends the attempt. False where that could not be written.
 */
export async function followList(services: Services, attempt: ListAttempt): Promise<boolean> {
  const { row, list, call } = attempt
  for (;;) {
    const page = startPage(services, attempt)
    const { unwritten } = await call(page.job, list.input)
    if (unwritten || !page.isKept()) return !unwritten
    // The queue settles what the job still holds by this row.
    row.reserved -= page.used()
    settlePage(services, row, page.used())
  }
}

/** One page of a list, as a call for the job. */
function startPage({ store, settings, now }: Services, { row, list, last }: ListAttempt) {
  const number = list.pages() + 1
  let isKept = false
  let paid = 0

  const keep = (answer: unknown, used: number) => {
    const before = list.items()
    const page = { number, used, answer: list.add(answer), items: list.items() - before }
    if (list.end() !== null) return null
    return () => {
      const leaseUntil = now() + settings.values.job_timeout_ms
      isKept = store.jobQueue.keepPage(row, page, leaseUntil, now())
      paid = used
      return isKept
    }
  }

  const job: JobCall = {
    ...last,
    reserved: row.price / row.max_pages!,
    paidAs: `${row.id}/${number}`,
    end(ending: CallEnding, used: number, error: AppError | undefined) {
      const kept = error ? null : keep(ending.value, used)
      return kept ?? last.end(ending, used, error)
    },
  }
  return { job, isKept: () => isKept, used: () => paid }
}

function settlePage({ credits, jobs }: Services, { id, account_id, key_id }: OpenJob, used: number): void {
  credits.jobsEnded({ account_id, key_id, released: used, used })
  jobs.extendLease(id)
}
