import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../layouts.ts'
import { notAskedFor } from '../one-subject.ts'
import { headSentence, listingData } from './home-head.ts'
import { dataCall, pageCache, preloadedCache } from './home-layouts.ts'
import type { HomePart } from './home-part.ts'
import { zpidIn } from './listing-path.ts'
import { meaningIn } from './meaning.ts'

/** Where two layouts hold the same field, the earlier one here wins. */
const READERS = [pageCache, preloadedCache, dataCall, listingData, headSentence]

/**
 * The home of a page: the asked one where several lie there, the first where none was asked for. Parts that name no
 * number count where there is but one. A home that is listed again gets another number: where the platform leads from one
 * to the other, both are the same. Null where there is no home. Throws `not_asked_for` where there are only others.
 */
export function readHome(payloads: Payload[], askedZpid: string | null): HomePart | null {
  const parts = readLayouts(READERS, payloads).flat()
  const numbers = [...new Set(parts.map(({ zpid }) => zpid).filter(Boolean))]
  const asked = askedZpid === null ? null : (ledToHome(payloads) ?? askedZpid)
  if (asked !== null && numbers[0] && !numbers.includes(asked))
    throw notAskedFor(homeLabel(numbers[0]), homeLabel(asked))
  const wanted = asked !== null && numbers.length > 0 ? asked : numbers[0]
  const home = mergeParts(parts.filter(({ zpid }) => zpid === wanted || (!zpid && numbers.length < 2)))
  return home.street || home.price || home.bedrooms || home.living_area ? home : null
}

const homeLabel = (zpid: string) => `the home ${zpid}`

const ledToHome = (payloads: Payload[]) => payloads.map(({ ledTo }) => zpidIn(ledTo ?? '')).find(Boolean)

/** The error for payloads without a home: what they mean, or which layouts were tried. */
export const noHome = (payloads: Payload[]): AppError =>
  meaningIn(payloads) ?? unreadable(READERS, payloads, 'the address, the price and the size of the home')
