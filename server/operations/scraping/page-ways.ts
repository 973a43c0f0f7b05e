import type { FetchedPage } from '../../pages/fetched-page.ts'
import { mustHoldData } from '../../pages/meaning.ts'
import type { WantedPage } from '../../parsers/paging/gather-pages.ts'
import type { ParserRecord } from '../../store/parsers/parsers.ts'
import type { Context } from '../operation.ts'
import type { Services } from '../services.ts'

/** A page to get. */
export interface PageErrand {
  services: Services
  parser: Pick<ParserRecord, 'fetch'>
  url: string
  context: Pick<Context, 'signal'>
}

/** What a scrape is about. */
export interface Errand extends PageErrand {
  parser: ParserRecord
  context: Context
  /** What is read of a page behind a link, and for which place in the data. */
  detail?: WantedPage['detail']
}

/** How a page can be had. */
export type Way = 'http' | 'browser'

const WAYS: Record<Way, (errand: PageErrand) => Promise<FetchedPage>> = { http: overHttp, browser: inBrowser }

/** Gets the page of an errand as its parser says. Throws in the words of upstream answers. */
export async function fetchPage(errand: PageErrand, way: Way): Promise<FetchedPage> {
  const page = await WAYS[way](errand)
  mustHoldData(page)
  return page
}

function overHttp(errand: PageErrand): Promise<FetchedPage> {
  const robots = keepsToRobots(errand)
  return errand.services.fetcher.fetch({ ...requestOf(errand), robots })
}

/** Where robots.txt counts, it is asked for the address and for the one where its redirects end. */
async function inBrowser(errand: PageErrand): Promise<FetchedPage> {
  const { fetcher, browser } = errand.services
  const request = requestOf(errand)
  const robots = keepsToRobots(errand)
  if (robots) await fetcher.checkRobots(request)
  const page = await browser.open({ ...request, ...waitOf(errand) })
  if (robots) await fetcher.checkRobots({ ...request, url: page.url })
  return page
}

const requestOf = ({ parser: { fetch }, url, context }: PageErrand) => ({
  url,
  headers: fetch.headers,
  proxy: fetch.proxy,
  signal: context.signal,
  ...(fetch.timeout_ms && { timeoutMs: fetch.timeout_ms }),
})

const waitOf = ({ parser }: PageErrand) => {
  const { wait_for, scroll, load_more, load_more_times } = parser.fetch
  return {
    ...(wait_for !== null && { waitFor: wait_for }),
    ...((scroll !== null || load_more !== null) && {
      more: { scrolls: scroll ?? 0, click: load_more, clicks: load_more_times },
    }),
  }
}

const keepsToRobots = ({ services, parser }: PageErrand) =>
  (parser.fetch.robots ?? services.settings.values.robots) === 'respect'
