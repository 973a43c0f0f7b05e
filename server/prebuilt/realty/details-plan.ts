import { NAVIGATION_HEADERS } from '../browser-headers.ts'
import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import { trySources } from '../try-sources.ts'
import type { Upstream, UpstreamAnswer } from '../upstream.ts'
import { requireListingPath, zpidIn } from './listing-path.ts'
import { meaningIn, meaningOfFinalPage } from './meaning.ts'
import { realty } from './platform.ts'
import { noHome, readHome } from './read-home.ts'
import { statesOf } from './states.ts'

type HomeRequirement = 'home' | 'history'
const ALL_REQUIREMENTS: HomeRequirement[] = ['home', 'history']

/**
 * The page's own data calls. The platform does not answer such calls from outside; some responses hold what the page itself
 * lacks.
 */
const DATA_CALL_PATH = /^\/(?:graphql|async)\b/

/** Number of data calls to wait for: the page sends several others before the one for the history. */
const AWAITED_CALLS = 12

/**
 * Reads the page of the listing; if it is refused, opens it in a browser, which is usually admitted. A browser is also
 * opened if the histories are missing, since many pages load them only once they are shown.
 */
export async function planDetails(listing: string, { get, browse, sources }: Upstream): Promise<Payload[]> {
  const path = requireListingPath(listing)
  const url = realty.origin + path
  const zpid = zpidIn(listing)
  const page = async () => payloadsOf('page', await get({ url, headers: NAVIGATION_HEADERS }))
  const browser = async () => {
    const keep = ({ pathname }: URL) => DATA_CALL_PATH.test(pathname)
    const { kept, ...answer } = await browse({ url, keep, enough: AWAITED_CALLS, scroll: true })
    const dataPayloads = kept.map(({ text }) => ({ source: 'browser', body: bodyOf(text) }))
    return payloadsOf('browser', answer, dataPayloads)
  }
  /** Throws the meaning of a page without a home, by its text or by the address where it ended. */
  const payloadsOf = (source: string, answer: UpstreamAnswer, dataPayloads: Payload[] = []) => {
    const redirect = new URL(answer.url).pathname === path ? {} : { ledTo: answer.url }
    const payloads = [...statesOf(answer.text).map(body => ({ source, body, ...redirect })), ...dataPayloads]
    const isBareError = answer.status >= 400 && answer.text.trim() === ''
    const meaning = isBareError ? null : meaningIn(payloads)
    const refusal = readHome(payloads, zpid) ? null : (meaning ?? meaningOfFinalPage(answer, path))
    if (refusal) throw refusal
    return payloads
  }

  return trySources<HomeRequirement>(
    {
      sources: [
        { source: 'page', provides: ALL_REQUIREMENTS, ask: page },
        { source: 'browser', provides: ALL_REQUIREMENTS, avoidAfterBlock: true, ask: browser },
      ],
      missing: found => missing(found, zpid),
      emptiness: payloads => (readHome(payloads, zpid) ? null : noHome(payloads)),
    },
    sources,
  )
}

function missing(found: Payload[], zpid: string | null): HomeRequirement[] {
  const home = readHome(found, zpid)
  if (!home) return ALL_REQUIREMENTS
  return home.price_history && home.tax_history ? [] : ['history']
}
