import { AppError } from '../../base/errors.ts'
import { publicHeaders } from '../../base/mask.ts'
import type { BrowsedPage } from '../../pages/browser/browser.ts'
import { explainOwnTimeout } from '../../pages/fetch/fetch-errors.ts'
import type { FetchedPage } from '../../pages/fetch/fetched-page.ts'
import { assertHasData } from '../../pages/meaning.ts'
import { fetchInSession, type SessionPage } from '../../pages/sessions/fetch-in-session.ts'
import { assertNoLogin } from '../../pages/sessions/logged-out.ts'
import type { Session } from '../../pages/sessions/session.ts'
import { fitsAddress, isAddressPattern } from '../../parsers/network.ts'
import type { FurtherPage } from '../../parsers/paging/further-page.ts'
import { usesNetwork } from '../../parsers/uses-network.ts'
import { HAR_TYPE, recordPage } from '../../saved-files/recorded-page.ts'
import type { SessionRef, Sessions } from '../../sessions/sessions.ts'
import type { Settings } from '../../settings/resolve-settings.ts'
import type { FetchOptions, ParserRecord } from '../../store/parsers/parsers.ts'
import type { Context } from '../operation.ts'
import type { Services } from '../services.ts'
import { FETCH_MODES, type FetchMode } from './page-workers.ts'

/** The services that fetching a page needs. */
type FetchServices = Pick<Services, 'fetcher' | 'browser'> & {
  settings: Pick<Settings, 'values'>
  sessions: Sessions
}

/** A page to fetch. */
export interface PageRequest {
  services: FetchServices
  /** `schema` is present if it is known what to read. */
  parser: Pick<ParserRecord, 'fetch'> & Partial<Pick<ParserRecord, 'schema'>>
  /** Whether to record the responses that the page fetches. Default: if the schema reads them. */
  withAnswers?: boolean
  url: string
  /** The account whose sessions may be used. */
  accountId: string
  context: Pick<Context, 'signal'>
}

/** What a scrape reads with: a parser, or a schema that is not saved. */
export type ScrapingParser = Pick<ParserRecord, 'id' | 'version' | 'schema' | 'fetch'>

/** A page to fetch and read, by the service or by a worker. */
export interface PageReading extends PageRequest {
  services: FetchServices &
    Pick<Services, 'extraction' | 'pageCache' | 'pageDictionaries' | 'userAgent' | 'now'>
  parser: ScrapingParser
  context: Pick<Context, 'signal' | 'caller' | 'stage' | 'keepPage' | 'storesOnly' | 'sendsJson' | 'debug'>
  /** What to read from a page behind a link, and for which place in the data. */
  detail?: FurtherPage['detail']
  /** For a page that continues a list: how many items the list has so far. */
  from?: number | undefined
}

/** A page to scrape, with all services and the context of the call. */
export interface ScrapeRequest extends PageReading {
  services: Services
  context: Context
}

const GET_BY: Record<FetchMode, (scrapeRequest: PageRequest, session?: Session) => Promise<FetchedPage>> = {
  http: overHttp,
  desktop: (pageRequest, session) => overHttp(pageRequest, session, true),
  browser: inBrowser,
}

/** Fetches the page of a scrape request with the options of its parser. Throws the errors of upstream answers. */
export async function fetchPage(scrapeRequest: PageRequest, way: FetchMode): Promise<SessionPage> {
  const sessionRef = sessionOf(scrapeRequest)
  const page = sessionRef
    ? await pageInSession(scrapeRequest, way, sessionRef)
    : await pageOf(scrapeRequest, way)
  return isBrowsed(page) && wantsAnswers(scrapeRequest) ? recorded(page) : page
}

async function pageInSession(
  scrapeRequest: PageRequest,
  way: FetchMode,
  sessionRef: SessionRef,
): Promise<SessionPage> {
  const { sessions } = scrapeRequest.services
  const page = await sessions.use(sessionRef, session => pageOf(scrapeRequest, way, session))
  if (!page.asksForPassword) await sessions.noteWelcome(sessionRef)
  return page
}

/** Returns the session to fetch a page with; null if it needs none. */
export function sessionOf({ parser: { fetch }, accountId }: PageRequest): SessionRef | null {
  return fetch.session ? { accountId, id: fetch.session } : null
}

async function pageOf(scrapeRequest: PageRequest, way: FetchMode, session?: Session): Promise<SessionPage> {
  const { timeout_ms } = scrapeRequest.parser.fetch
  const get = () =>
    GET_BY[way](scrapeRequest, session).catch(error => {
      throw timeout_ms === null ? error : explainOwnTimeout(error, timeout_ms)
    })
  const page = session ? await fetchInSession(session, scrapeRequest.url, get) : await get()
  assertHasData(page)
  if (!session) assertNoLogin(page, scrapeRequest.url)
  return page
}

const wantsAnswers = ({ parser, withAnswers }: PageRequest) => withAnswers ?? seesNetwork(parser)

/** Whether the schema reads the responses that the page fetches. */
export const seesNetwork = ({ schema }: PageRequest['parser']) => schema !== undefined && usesNetwork(schema)

const isBrowsed = (page: SessionPage): page is SessionPage & BrowsedPage => 'kept' in page

/** Returns the page and the responses that it fetched as one HAR file, the form in which it is stored from here on. */
function recorded({ kept, asked: _, ...page }: SessionPage & BrowsedPage): SessionPage {
  const answers = kept.map(answer => ({ ...answer, contentType: answer.contentType ?? '' }))
  return { ...page, contentType: HAR_TYPE, bytes: recordPage(page, answers) }
}

/** Fetches a page over HTTP, without running scripts; with `desktop`, through the network stack of the desktop app. */
function overHttp(scrapeRequest: PageRequest, session?: Session, desktop = false): Promise<FetchedPage> {
  const robots = keepsToRobots(scrapeRequest)
  const own = session && { cookies: session.cookies }
  return scrapeRequest.services.fetcher.fetch({ ...requestOf(scrapeRequest), ...own, robots, desktop })
}

/** Fetches a page in the browser. If robots.txt is respected, it is checked for the URL and for the URL where redirects end. */
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
 * Returns the fetch options for a URL found on a page. Secret headers are sent only to the origin of the URL that the user
 * gave.
 */
export const fetchOfFurther = <F extends Pick<FetchOptions, 'headers' | 'secret_headers'>>(
  fetch: F,
  givenUrl: string,
  url: string,
): F =>
  URL.parse(url)?.origin === URL.parse(givenUrl)?.origin
    ? fetch
    : { ...fetch, headers: publicHeaders(fetch.headers, fetch.secret_headers) }

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

/** Whether robots.txt is respected for a page: the option of its parser, or else the setting. */
export const keepsToRobots = ({ services, parser }: Pick<PageRequest, 'services' | 'parser'>) =>
  (parser.fetch.robots ?? services.settings.values.robots) === 'respect'

/**
 * Fetches a page before any parser defines its expected data: `auto` goes on to the next mode only if the site turns its
 * visitor away, and keeps that error if there is no browser. Throws the errors of upstream answers.
 */
export async function pageEitherWay(
  scrapeRequest: PageRequest,
): Promise<{ page: SessionPage; mode: FetchMode }> {
  const { mode } = scrapeRequest.parser.fetch
  const ways = mode === 'auto' ? waysInTurn(scrapeRequest) : [mode]
  let refusal: AppError | undefined
  for (const way of ways) {
    try {
      return { page: await fetchPage(scrapeRequest, way), mode: way }
    } catch (error) {
      if (refusal && isMissingBrowser(error)) throw advised(refusal, adviceToInstall(error))
      if (!turnsAway(error)) throw error
      refusal = error
    }
  }
  throw refusal
}

const isMissingBrowser = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'no_browser'

export const adviceToInstall = ({ facts }: AppError) => `A browser would have been tried next. ${facts.hint}`

/** Adds a sentence of advice to the hint of an error. */
export function advised(error: AppError, advice: string | undefined): AppError {
  if (!advice) return error
  const hint = [error.facts.hint, advice].filter(Boolean).join(' ')
  return new AppError(error.code, error.message, { ...error.facts, hint })
}

/**
 * Whether a site blocked its visitor, redirected without an end, as some do that need the cookies which they set, or sent an
 * answer that only a browser may read.
 */
export const turnsAway = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.code === 'blocked' || error.code === 'redirects' || error.facts.needsBrowser === true)

/** Returns the modes that `auto` tries in turn, the cheapest first. */
export const waysInTurn = ({ services: { fetcher } }: Pick<PageRequest, 'services'>): FetchMode[] =>
  FETCH_MODES.filter(way => way !== 'desktop' || fetcher.hasDesktop())
