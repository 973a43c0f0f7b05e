import type { Platform } from '../define-prebuilt.ts'
import { assignedJson, jsonAfter, scriptJson } from '../embedded-json.ts'
import { savedPayloads } from '../saved-page.ts'
import { type PageFacts, pageFacts } from './page-facts.ts'
import { queryIdsIn } from './queries.ts'

export const photosocial: Platform = {
  name: 'photosocial',
  kind: 'photo-sharing network: accounts, pictures, reels, followers',
  origin: 'https://www.instagram.com',
  payloadsOf: page => savedPayloads(page, bodiesOf),
}

/** A page of HTML as a body beside those of its scripts. */
export interface PageBody {
  page: PageFacts
  /** The ids of the queries that this page names, by the names of the queries. */
  queries: Record<string, string>
}

/** Scripts without any of these hold settings and programs alone. */
const DATA =
  /\b(?:xig_|xdt_api|xdt_shortcode|polaris_\w*timeline|shortcode_media|edge_owner_to|edge_followed_by|follower_count)/

/** Where pages to 2021 hand the data of a route to a function; and the text in which an embed carries its own. */
const HANDED_OVER = /__additionalDataLoaded\(\s{0,8}'[^']{0,500}'\s{0,8},\s{0,8}(?=\{)/g
const EMBED_CONTEXT = /"contextJSON"\s{0,8}:\s{0,8}(?=")/g

/**
 * What a page of HTML holds: the data of its scripts, newest layout first, then what stands outside of them. An empty
 * page is its own text, so that it can be distinguished from one with nothing known in it.
 */
export function bodiesOf(html: string): unknown[] {
  if (html.trim() === '') return [html]
  const page: PageBody = { page: pageFacts(html), queries: queryIdsIn(html) }
  return [
    ...scriptJson(html, /\bdata-sjs\b/, DATA),
    ...jsonAfter(html, EMBED_CONTEXT),
    ...jsonAfter(html, HANDED_OVER),
    ...assignedJson(html, '_sharedData'),
    page,
  ]
}
