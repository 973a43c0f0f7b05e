import { AppError } from '../../base/errors.ts'
import { openHeaders } from '../../base/mask.ts'
import type { BrowsedPage } from '../../pages/browser/browser.ts'
import { overOwnLimit } from '../../pages/fetch-errors.ts'
import type { FetchedPage } from '../../pages/fetched-page.ts'
import { mustHoldData } from '../../pages/meaning.ts'
import { fetchInSession, type SessionPage } from '../../pages/sessions/fetch-in-session.ts'
import type { Session } from '../../pages/sessions/session.ts'
import { fitsAddress, isAddressPattern } from '../../parsers/network.ts'
import type { WantedPage } from '../../parsers/paging/further-page.ts'
import { usesNetwork } from '../../parsers/uses-network.ts'
import { HAR_TYPE, recordPage } from '../../saved-files/recorded-page.ts'
import type { SessionPlace, Sessions } from '../../sessions/sessions.ts'
import type { Settings } from '../../settings/resolve-settings.ts'
import type { FetchOptions, ParserRecord } from '../../store/parsers/parsers.ts'
import type { Context } from '../operation.ts'
import type { Services } from '../services.ts'
import { WAYS, type Way } from './page-workers.ts'

/** What getting a page stands on. */
type FetchServices = Pick<Services, 'fetcher' | 'browser'> & {
  settings: Pick<Settings, 'values'>
  sessions: Sessions
}

/** A page to get. */
export interface PageRequest {
  services: FetchServices
  /** With a schema where one says what is read. */
  parser: Pick<ParserRecord, 'fetch'> & Partial<Pick<ParserRecord, 'schema'>>
  /** What the page fetches is wanted, whatever the schema says. */
  withAnswers?: boolean
  url: string
  /** Whose sessions may be used. */
  accountId: string
  context: Pick<Context, 'signal'>
}

/** What a scrape reads by: a parser, or a schema that is not saved. */
export type ScrapingParser = Pick<ParserRecord, 'id' | 'version' | 'schema' | 'fetch'>

/** A page to get and to read, by the service or by a worker. */
export interface PageReading extends PageRequest {
  services: FetchServices &
    Pick<Services, 'extraction' | 'pageCache' | 'pageDictionaries' | 'userAgent' | 'now'>
  parser: ScrapingParser
  context: Pick<Context, 'signal' | 'caller' | 'stage' | 'keepPage' | 'storesOnly' | 'sendsJson' | 'debug'>
  /** What is read of a page behind a link, and for which place in the data. */
  detail?: WantedPage['detail']
}

/** What a scrape is about. */
export interface ScrapeRequest extends PageReading {
  services: Services
  context: Context
}

const GET_BY: Record<Way, (scrapeRequest: PageRequest, session?: Session) => Promise<FetchedPage>> = {
  http: overHttp,
  desktop: (pageRequest, session) => overHttp(pageRequest, session, true),
  browser: inBrowser,
}

/** Gets the page of a scrape request as its parser says. Throws in the words of upstream answers. */
export async function fetchPage(scrapeRequest: PageRequest, way: Way): Promise<SessionPage> {
  const place = sessionOf(scrapeRequest)
  const page = place ? await pageInSession(scrapeRequest, way, place) : await pageOf(scrapeRequest, way)
  return isBrowsed(page) && wantsAnswers(scrapeRequest) ? recorded(page) : page
}

async function pageInSession(
  scrapeRequest: PageRequest,
  way: Way,
  place: SessionPlace,
): Promise<SessionPage> {
  const { sessions } = scrapeRequest.services
  const page = await sessions.use(place, session => pageOf(scrapeRequest, way, session))
  if (!page.asksForPassword) await sessions.noteWelcome(place)
  return page
}

/** The session that a page is fetched with; null where it needs none. */
export function sessionOf({ parser: { fetch }, accountId }: PageRequest): SessionPlace | null {
  return fetch.session ? { accountId, id: fetch.session } : null
}

async function pageOf(scrapeRequest: PageRequest, way: Way, session?: Session): Promise<SessionPage> {
  const { timeout_ms } = scrapeRequest.parser.fetch
  const get = () =>
    GET_BY[way](scrapeRequest, session).catch(error => {
      throw timeout_ms === null ? error : overOwnLimit(error, timeout_ms)
    })
  const page = session ? await fetchInSession(session, scrapeRequest.url, get) : await get()
  mustHoldData(page)
  return page
}

const wantsAnswers = ({ parser, withAnswers }: PageRequest) => withAnswers ?? seesNetwork(parser)

/** Whether what is read of a page includes what it fetches. */
export const seesNetwork = ({ schema }: PageRequest['parser']) => schema !== undefined && usesNetwork(schema)

const isBrowsed = (page: SessionPage): page is SessionPage & BrowsedPage => 'kept' in page

/** The page together with what it fetched, wherever it is kept from here on. */
function recorded({ kept, asked: _, ...page }: SessionPage & BrowsedPage): SessionPage {
  const answers = kept.map(answer => ({ ...answer, contentType: answer.contentType ?? '' }))
  return { ...page, contentType: HAR_TYPE, bytes: recordPage(page, answers) }
}

/** A page as it comes, without its scripts; on request through the network stack of the desktop app. */
function overHttp(scrapeRequest: PageRequest, session?: Session, desktop = false): Promise<FetchedPage> {
  const robots = keepsToRobots(scrapeRequest)
  const own = session && { cookies: session.cookies }
  return scrapeRequest.services.fetcher.fetch({ ...requestOf(scrapeRequest), ...own, robots, desktop })
}

/** Where robots.txt counts, it is asked for the address and for the one where its redirects end. */
async function inBrowser(scrapeRequest: PageRequest, session?: Session): Promise<FetchedPage> {
  const { fetcher, browser } = scrapeRequest.services
  const request = requestOf(scrapeRequest)
  const robots = keepsToRobots(scrapeRequest)
  if (robots) await fetcher.checkRobots(request)
  const page = await browser.open({ ...request, ...waitOf(scrapeRequest), ...(session && { session }) })
  if (robots) await fetcher.checkRobots({ ...request, url: page.url })
  return page
}

const requestOf = ({ parser: { fetch }, url, context }: PageRequest) => ({
  url,
  headers: fetch.headers,
  ...(fetch.secret_headers && { secretHeaders: fetch.secret_headers }),
  proxy: fetch.proxy,
  signal: context.signal,
  ...(fetch.timeout_ms && { timeoutMs: fetch.timeout_ms }),
})

/**
 * How a page is fetched whose address a page says: secret headers stay with the origin of the address that the user gave.
 */
export const fetchOfFurther = <F extends Pick<FetchOptions, 'headers' | 'secret_headers'>>(
  fetch: F,
  given: string,
  url: string,
): F =>
  URL.parse(url)?.origin === URL.parse(given)?.origin
    ? fetch
    : { ...fetch, headers: openHeaders(fetch.headers, fetch.secret_headers) }

const waitOf = (pageRequest: PageRequest) => {
  const { wait_for, scroll, load_more, load_more_times } = pageRequest.parser.fetch
  const isAnswer = typeof wait_for === 'string' && isAddressPattern(wait_for)
  const waitFor = isAnswer ? { fits: fitsAddress(wait_for), name: wait_for } : wait_for
  return {
    ...(waitFor !== null && { waitFor }),
    ...((isAnswer || wantsAnswers(pageRequest)) && { keepData: true }),
    ...((scroll !== null || load_more !== null) && {
      more: { scrolls: scroll ?? 0, click: load_more, clicks: load_more_times },
    }),
  }
}

/** Whether robots.txt counts for a page: as its parser says, or else the setting. */
export const keepsToRobots = ({ services, parser }: Pick<PageRequest, 'services' | 'parser'>) =>
  (parser.fetch.robots ?? services.settings.values.robots) === 'respect'

/**
 * The page of a scrape request, where no parser says yet what data it should hold: `auto` takes a browser only where HTTP is
 * blocked. Throws in the words of upstream answers.
 */
export async function pageEitherWay(scrapeRequest: PageRequest): Promise<{ page: SessionPage; mode: Way }> {
  const { mode } = scrapeRequest.parser.fetch
  const ways = mode === 'auto' ? waysInTurn(scrapeRequest) : [mode]
  for (const way of ways.slice(0, -1)) {
    try {
      return { page: await fetchPage(scrapeRequest, way), mode: way }
    } catch (error) {
      if (!isBlocked(error)) throw error
    }
  }
  const last = ways.at(-1)!
  return { page: await fetchPage(scrapeRequest, last), mode: last }
}

const isBlocked = (error: unknown) => error instanceof AppError && error.code === 'blocked'

/** What `auto` tries where a site blocks, the cheapest first. */
export const waysInTurn = ({ services: { fetcher } }: Pick<PageRequest, 'services'>): Way[] =>
  WAYS.filter(way => way !== 'desktop' || fetcher.hasDesktop())
