import { counted } from '../counted.ts'
import { durationText } from './durations.ts'
import type { Job } from './records.ts'

/** Describes the progress of a job that follows a list: `Page 3 of up to 10, 40 items so far`. */
export function progressText({ state, pages }: Pick<Job, 'state' | 'pages'>): string {
  if (state === 'pending' && !pages?.read) return 'Waiting for its turn'
  if (!pages) return 'Fetching and reading'
  return `Page ${Math.min(pages.read + 1, pages.max)} of up to ${pages.max}, ${counted(pages.items, 'item')} so far`
}

type ListEnd = NonNullable<NonNullable<Job['pages']>['end']>

const END_TEXTS: Record<ListEnd, string> = {
  last_page: 'That was the last page of the list.',
  max_pages: 'The limit was reached: `pagination` of the result has the cursor of the next page.',
  nothing_new: 'The last page had no new items, so no more pages were requested.',
  cursor_repeated: 'The list led back to a page that had already been read, so no more pages were requested.',
  broken_off: 'The page after these could not be read. The result has what came before it.',
}

/** Says why no more pages were read; null while there are more to read. */
export const endText = ({ pages }: Pick<Job, 'pages'>): string | null =>
  pages?.end ? END_TEXTS[pages.end] : null

/** The cost of one page. */
interface PageCost {
  credits: number
  ms: number | null
}

/** Formats the estimate for a number of lists: `Up to 30 credits, about 25 s.` */
export function estimateText({ credits, ms }: PageCost, maxPages: number, lists: number): string {
  const pages = maxPages * lists
  const price = credits ? `Up to ${counted(credits * pages, 'credit')}` : 'Free'
  return ms === null ? `${price}.` : `${price}, about ${durationText(ms * pages)}.`
}
