import type { Platform } from '../define-prebuilt.ts'
import { scriptJson } from '../embedded-json.ts'
import { savedPayloads } from '../saved-page.ts'

/** The scripts in which a page carries its state: today's, to 2023, and what it says to search engines. */
const STATES = /\bid=["']?(?:__NEXT_DATA__|hdpApolloPreloadedData)\b|\btype=["']?application\/ld\+json\b/

export const realty: Platform = {
  name: 'realty',
  kind: 'real-estate site: homes, houses, apartments for sale or rent',
  origin: 'https://www.zillow.com',
  payloadsOf: page => savedPayloads(page, statesOf),
}

/** The states of an HTML page, and the page itself: its head holds facts, and a refusal is recognized by its text. */
export const statesOf = (html: string): unknown[] => [...scriptJson(html, STATES), html]
