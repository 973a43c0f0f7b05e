import type { Payload } from '../define-prebuilt.ts'
import { scriptJson } from '../embedded-json.ts'
import { savedPayloads } from '../saved-page.ts'

/** Scripts that hold the state of a page: the current one, the one until 2023, and the JSON-LD for search engines. */
const STATE_SCRIPTS =
  /\bid=["']?(?:__NEXT_DATA__|hdpApolloPreloadedData)\b|\btype=["']?application\/ld\+json\b/

/**
 * Returns the states of an HTML page, and the page itself: its head holds facts, and a refusal is recognised by its text.
 */
export const statesOf = (html: string): unknown[] => [...scriptJson(html, STATE_SCRIPTS), html]

/** Returns the payloads of a page that a user saved (the text of HTML, JSON or a HAR file). */
export const payloadsOf = (page: string): Payload[] => savedPayloads(page, statesOf)
