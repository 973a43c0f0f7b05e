import type { AppError } from '../../base/errors.ts'
import { at, find, listAt } from '../json-walk.ts'
import { upstreamError } from '../upstream-errors.ts'
import { textAt } from './text.ts'

/** Returns the column of a watch page below the player: title, channel, comments. Empty if the body is not a watch page. */
export const columnOf = (body: unknown): unknown[] => [
  ...listAt(body, 'contents.twoColumnWatchNextResults.results.results.contents'),
  ...listAt(body, 'contents.singleColumnWatchNextResults.results.results.contents'),
]

/** Whether a body is the watch page of a video that exists. */
export const isWatchPage = (body: unknown): boolean =>
  columnOf(body).some(
    part =>
      at(part, 'videoPrimaryInfoRenderer') !== undefined ||
      at(part, 'slimVideoMetadataSectionRenderer') !== undefined,
  )

/**
 * Returns the meaning of a watch page that shows no video (private or not_found); null if it shows a video, or is not a
 * watch page.
 */
export function meaningOfWatchPage(body: unknown): AppError | null {
  const column = columnOf(body)
  if (column.length === 0 || isWatchPage(body)) return null
  const promo = find(column, 'backgroundPromoRenderer')
  if (promo === undefined) return null
  return upstreamError(/privat/i.test(textAt(promo, 'title') ?? '') ? 'private' : 'not_found')
}
