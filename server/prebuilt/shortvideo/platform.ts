import type { Platform } from '../define-prebuilt.ts'
import { scriptJson } from '../embedded-json.ts'
import { at, own } from '../json-walk.ts'
import { savedPayloads } from '../saved-page.ts'

/** The scripts in which a page carries its state: today's, to 2023, to 2021, and that of embedded pages. */
const STATES =
  /\bid=["']?(?:__UNIVERSAL_DATA_FOR_REHYDRATION__|SIGI_STATE|__NEXT_DATA__|__FRONTITY_CONNECT_STATE__)\b/

export const shortvideo: Platform = {
  name: 'shortvideo',
  kind: 'short-video network: creators, clips, followers',
  origin: 'https://www.tiktok.com',
  payloadsOf: page => savedPayloads(page, statesOf),
}

/** The states of an HTML page; the page itself where it has none, so that a refusal can still be recognized. */
export function statesOf(html: string): unknown[] {
  const states = [...scriptJson(html, STATES)]
  return states.length > 0 ? states : [html]
}

/** A part of today's state: `webapp.user-detail`. The dots belong to its name, so that it is not a path. */
export const scopeOf = (body: unknown, name: string): unknown => own(at(body, '__DEFAULT_SCOPE__'), name)
