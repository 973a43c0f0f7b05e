import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../layouts.ts'
import { notAskedForError } from '../one-subject.ts'
import { headSentence, listingData } from './home-head.ts'
import { dataCall, pageCache, preloadedCache } from './home-layouts.ts'
import type { HomePart } from './home-part.ts'
import { zpidIn } from './listing-path.ts'
import { meaningIn } from './meaning.ts'

/** If two layouts have the same field, the earlier one wins. */
const READERS = [pageCache, preloadedCache, dataCall, listingData, headSentence]

/**
 * Reads a home from payloads: the one that was asked for, or the first if none was. Parts without a number count only if
 * there is a single home. A home that is listed again gets a new number: if the platform redirects from one to the other,
 * both are the same home. Returns null if there is no home. Throws `not_asked_for` if there are only other homes.
 */
export function readHome(payloads: Payload[], requestedZpid: string | null): HomePart | null {
  const parts = readLayouts(READERS, payloads).flat()
  const numbers = [...new Set(parts.map(({ zpid }) => zpid).filter(Boolean))]
  const currentZpid = requestedZpid === null ? null : (redirectedZpid(payloads) ?? requestedZpid)
  if (currentZpid !== null && numbers[0] && !numbers.includes(currentZpid))
    throw notAskedForError(homeLabel(numbers[0]), homeLabel(currentZpid))
  const zpidToRead = currentZpid !== null && numbers.length > 0 ? currentZpid : numbers[0]
  const home = mergeParts(parts.filter(({ zpid }) => zpid === zpidToRead || (!zpid && numbers.length < 2)))
  // A page that names no home is that of a building or a search, even if its head speaks of beds and prices.
  const isNamed = home.zpid || home.street
  return isNamed && (home.street || home.price || home.bedrooms || home.living_area) ? home : null
}

const homeLabel = (zpid: string) => `the home ${zpid}`

const redirectedZpid = (payloads: Payload[]) => payloads.map(({ ledTo }) => zpidIn(ledTo ?? '')).find(Boolean)

/** Returns the error for payloads without a home: their meaning, or the layouts that were tried. */
export const noHome = (payloads: Payload[]): AppError =>
  meaningIn(payloads) ?? unreadable(READERS, payloads, 'the address, the price and the size of the home')
