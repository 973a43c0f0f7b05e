import type { Payload } from '../define-prebuilt.ts'
import { scriptJson } from '../embedded-json.ts'
import { at, getOwn } from '../json-walk.ts'
import { savedPayloads } from '../saved-page.ts'

/** Scripts that hold the state of a page: the current one, those until 2023 and until 2021, and that of embedded pages. */
const STATE_SCRIPTS =
  /\bid=["']?(?:__UNIVERSAL_DATA_FOR_REHYDRATION__|SIGI_STATE|__NEXT_DATA__|__FRONTITY_CONNECT_STATE__)\b/

/** Returns the states of an HTML page, or the page itself if it has none, so that a refusal can still be recognised. */
export function statesOf(html: string): unknown[] {
  const states = [...scriptJson(html, STATE_SCRIPTS)]
  return states.length > 0 ? states : [html]
}

/** Returns a part of the current state: `webapp.user-detail`. The dots are part of the name, not of a path. */
export const scopeOf = (body: unknown, name: string): unknown => getOwn(at(body, '__DEFAULT_SCOPE__'), name)

/** Returns the payloads of a page that a user saved (the text of HTML, JSON or a HAR file). */
export const payloadsOf = (page: string): Payload[] => savedPayloads(page, statesOf)
