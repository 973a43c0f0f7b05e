import { NAVIGATION } from '../browser-headers.ts'
import type { Payload } from '../define-prebuilt.ts'
import type { Get } from '../upstream.ts'
import { requireListingPath, zpidIn } from './listing-path.ts'
import { meaningIn, meaningOfEnd } from './meaning.ts'
import { realty, statesOf } from './platform.ts'
import { readHome } from './read-home.ts'

/** The page of the listing, the only source there is: data calls take no questions from outside. Throws what it means where it holds no home. */
export async function planDetails(url: string, get: Get): Promise<Payload[]> {
  const path = requireListingPath(url)
  const answer = await get({ url: realty.origin + path, headers: NAVIGATION })
  const payloads = statesOf(answer.text).map(body => ({ source: 'page', body }))
  if (readHome(payloads, zpidIn(url))) return payloads
  const refusal = meaningIn(payloads) ?? meaningOfEnd(answer, path)
  if (refusal) throw refusal
  return payloads
}
