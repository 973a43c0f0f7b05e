import type { AppError } from '../../base/errors.ts'
import { collectList, type ListCollection } from '../../prebuilt/collect-list.ts'
import type { ListPaging } from '../../prebuilt/define-prebuilt.ts'
import type { ListPage } from '../../store/jobs/list-pages.ts'
import type { OpenJob } from '../../store/jobs/rows.ts'
import type { CallEnding, JobCall } from '../call.ts'
import type { Services } from '../services.ts'

/** A list that a job or an item of a workflow run follows. */
interface FollowedList {
  /** The id under which its pages are stored. */
  subject: string
  paging: ListPaging
  /** The input of its first page. */
  input: Record<string, unknown>
  maxPages: number
}

/** Returns the list with all pages read so far, in this and earlier attempts. */
export async function openList(
  { store }: Pick<Services, 'store'>,
  { subject, paging, input, maxPages }: FollowedList,
): Promise<ListCollection> {
  const list = collectList(paging, input, maxPages)
  for (const answer of await store.listPages.answers(subject)) list.add(answer)
  return list
}

/** Adds an answer to a list and returns it as the page to store. */
export function addPage(list: ListCollection, answer: unknown, used: number): ListPage {
  const before = list.items()
  const fresh = list.add(answer)
  return { number: list.pages(), items: list.items() - before, used, answer: fresh }
}

/** An attempt at a job that follows a list. */
interface ListAttempt {
  row: OpenJob
  list: ListCollection
  /** The call that ends the attempt. */
  last: JobCall
  /** Runs one call of the API. */
  call(job: JobCall, readInput: () => unknown): Promise<CallEnding>
}

/**
 * Reads page after page, each with its own call. The cost of a page is captured in the transaction that stores it, so a crash
 * neither loses pages nor charges for them twice. The last page, or one that cannot be fetched, ends the attempt. Returns
 * false if that end could not be written.
 */
export async function followList(services: Services, attempt: ListAttempt): Promise<boolean> {
  const { row, list, call } = attempt
  for (;;) {
    const page = startPage(services, attempt)
    const { isUnwritten } = await call(page.job, list.input)
    if (isUnwritten || !page.isKept()) return !isUnwritten
    // The queue settles the remaining hold of the job from this row.
    row.reserved -= page.used()
    settlePage(services, row, page.used())
  }
}

/** Prepares the call of the job that reads one page of the list. */
function startPage({ store, settings, now }: Services, { row, list, last }: ListAttempt) {
  let isKept = false
  let paid = 0

  const keep = ({ value, notice }: CallEnding, used: number) => {
    const page = { ...addPage(list, value, used), notice }
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
    paidAs: `${row.id}/${list.pages() + 1}`,
    end(ending: CallEnding, used: number, error: AppError | undefined) {
      const kept = error ? null : keep(ending, used)
      return kept ?? last.end(ending, used, error)
    },
  }
  return { job, isKept: () => isKept, used: () => paid }
}

function settlePage({ credits, jobs }: Services, { id, account_id, key_id }: OpenJob, used: number): void {
  credits.jobsEnded({ account_id, key_id, released: used, used })
  jobs.extendLease(id)
}
