import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../layouts.ts'
import { headSentence, listingData } from './home-head.ts'
import { dataCall, pageCache, preloadedCache } from './home-layouts.ts'
import type { HomePart } from './home-part.ts'
import { meaningIn } from './meaning.ts'

/** Where two layouts tell the same field, the earlier one here wins. */
const READERS = [pageCache, preloadedCache, dataCall, listingData, headSentence]

/**
 * The home of a page: the asked one where several lie there, else the first (a home that is listed anew gets another
 * number than its old address has). Parts that name no number count where there is but one. Null where there is no home.
 */
export function readHome(payloads: Payload[], askedZpid: string | null): HomePart | null {
  const parts = readLayouts(READERS, payloads).flat()
  const numbers = new Set(parts.map(({ zpid }) => zpid).filter(Boolean))
  const wanted = askedZpid !== null && numbers.has(askedZpid) ? askedZpid : numbers.values().next().value
  const home = mergeParts(parts.filter(({ zpid }) => zpid === wanted || (!zpid && numbers.size < 2)))
  return home.street || home.price || home.bedrooms || home.living_area ? home : null
}

/** The error for payloads without a home: what they mean, or which layouts were tried. */
export const noHome = (payloads: Payload[]): AppError =>
  meaningIn(payloads) ?? unreadable(READERS, payloads, 'the address, the price and the size of the home')
