import type { Payload } from '../define-prebuilt.ts'
import { assignedJson, jsonAfter, scriptJson } from '../embedded-json.ts'
import { savedPayloads } from '../saved-page.ts'
import { type MarkupFacts, readMarkupFacts } from './markup-facts.ts'
import { queryIdsIn } from './queries.ts'

/** The body for an HTML page itself, beside those of its scripts. */
interface PageBody {
  page: MarkupFacts
  /** Ids of the queries that the page announces, by query name. */
  queries: Record<string, string>
}

/** Scripts that match none of these hold only settings and code. */
const DATA_MARKERS =
  /\b(?:xig_|xdt_api|xdt_shortcode|polaris_\w*timeline|shortcode_media|edge_owner_to|edge_followed_by|follower_count)/

/** The call by which pages until 2021 pass on the data of a route, and the string that holds the data of an embed. */
const ROUTE_DATA = /__additionalDataLoaded\(\s{0,8}'[^']{0,500}'\s{0,8},\s{0,8}(?=\{)/g
const EMBED_CONTEXT = /"contextJSON"\s{0,8}:\s{0,8}(?=")/g

/**
 * Returns the bodies of an HTML page: the data of its scripts, newest layout first, then its facts outside scripts. For an
 * empty page returns its text, to distinguish it from a page with nothing known in it.
 */
export function bodiesOf(html: string): unknown[] {
  if (html.trim() === '') return [html]
  const page: PageBody = { page: readMarkupFacts(html), queries: queryIdsIn(html) }
  return [
    ...scriptJson(html, /\bdata-sjs\b/, DATA_MARKERS),
    ...jsonAfter(html, EMBED_CONTEXT),
    ...jsonAfter(html, ROUTE_DATA),
    ...assignedJson(html, '_sharedData'),
    page,
  ]
}

/** Returns the payloads of a page that a user saved (the text of HTML, JSON or a HAR file). */
export const payloadsOf = (page: string): Payload[] => savedPayloads(page, bodiesOf)
