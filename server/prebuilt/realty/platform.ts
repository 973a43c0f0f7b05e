import type { Platform } from '../define-prebuilt.ts'
import { scriptJson } from '../embedded-json.ts'
import { savedPayloads } from '../saved-page.ts'

/** Scripts that hold the state of a page: the current one, the one until 2023, and the JSON-LD for search engines. */
const STATE_SCRIPTS =
  /\bid=["']?(?:__NEXT_DATA__|hdpApolloPreloadedData)\b|\btype=["']?application\/ld\+json\b/

export const realty: Platform = {
  name: 'realty',
  kind: 'real-estate site: homes, houses, apartments for sale or rent',
  origin: 'https://www.zillow.com',
  payloadsOf: page => savedPayloads(page, statesOf),
}

/**
 * Returns the states of an HTML page, and the page itself: its head holds facts, and a refusal is recognised by its text.
 */
export const statesOf = (html: string): unknown[] => [...scriptJson(html, STATE_SCRIPTS), html]
