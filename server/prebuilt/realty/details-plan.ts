import { NAVIGATION } from '../browser-headers.ts'
import { climbLadder } from '../climb-ladder.ts'
import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Upstream, UpstreamAnswer } from '../upstream.ts'
import { requireListingPath, zpidIn } from './listing-path.ts'
import { meaningIn, meaningOfEnd } from './meaning.ts'
import { realty, statesOf } from './platform.ts'
import { noHome, readHome } from './read-home.ts'

/** Data calls take no questions from outside: some answers to the page's own ones hold what the page lacks. */
const DATA_CALL = /^\/(?:graphql|async)\b/

/** The page asks for more than one thing before it asks for the history. */
const DATA_CALLS = 12

/**
 * The page of the listing; where it is refused, the same in a browser, which mostly is let in. Most pages ask for their
 * histories only once they are shown, so that a browser is opened for these too. Throws what the page means where it
 * holds no home.
 */
export function planDetails(listing: string, { get, browse, sources }: Upstream): Promise<Payload[]> {
  const path = requireListingPath(listing)
  const url = realty.origin + path
  const zpid = zpidIn(listing)
  return climbLadder<'home' | 'history'>(
    {
      rungs: [
        {
          source: 'page',
          gives: ['home', 'history'],
          ask: async () => pageOf('page', await get({ url, headers: NAVIGATION }), path, zpid),
        },
        {
          source: 'browser',
          gives: ['home', 'history'],
          async ask() {
            const keep = ({ pathname }: URL) => DATA_CALL.test(pathname)
            const { kept, ...page } = await browse({ url, keep, enough: DATA_CALLS, scroll: true })
            const late = kept.map(({ text }) => ({ source: 'browser', body: bodyOf(text) }))
            return [...late, ...pageOf('browser', page, path, zpid, late)]
          },
        },
      ],
      missing: found => missing(found, zpid),
      emptiness: payloads => (readHome(payloads, zpid) ? null : noHome(payloads)),
    },
    sources,
  )
}

/** Throws what a page without a home means by its text, or by where it ended. `beside` is what came with it. */
function pageOf(
  source: string,
  answer: UpstreamAnswer,
  path: string,
  zpid: string | null,
  beside: Payload[] = [],
) {
  const payloads = statesOf(answer.text).map(body => ({ source, body }))
  const refusal = readHome([...payloads, ...beside], zpid)
    ? null
    : (meaningIn(payloads) ?? meaningOfEnd(answer, path))
  if (refusal) throw refusal
  return payloads
}

function missing(found: Payload[], zpid: string | null): ('home' | 'history')[] {
  const home = readHome(found, zpid)
  if (!home) return ['home', 'history']
  return home.price_history && home.tax_history ? [] : ['history']
}
