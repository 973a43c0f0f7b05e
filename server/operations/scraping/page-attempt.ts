import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import type { SessionPage } from '../../pages/sessions/fetch-in-session.ts'
import { applyChanges } from '../../pages/sessions/session.ts'
import { isAddressPattern } from '../../parsers/network.ts'
import type { PageAnswer } from '../../parsers/page-view.ts'
import type { ParseResult } from '../../parsers/parse-result.ts'
import type { SessionRef } from '../../sessions/sessions.ts'
import { type StoredPage, unpackResult } from '../../store/jobs/files.ts'
import type { SerializedResult } from '../../threads/tasks.ts'
import { type KeptPage, ownerOf } from '../operation.ts'
import { packLargePage, packPage, SMALL_PAGE } from '../page-codec.ts'
import { parserKey, writtenFor } from '../parsers/parse.ts'
import type { Services } from '../services.ts'
import type { PageIdentity, ReadablePage } from './page-cache.ts'
import {
  fetchPage,
  keepsToRobots,
  type PageReading,
  type PageRequest,
  type ScrapeRequest,
  seesNetwork,
  sessionOf,
} from './page-ways.ts'
import {
  FETCH_MODES,
  type FetchMode,
  isBackgroundWork,
  type PageRead,
  type PageWork,
} from './page-workers.ts'

/** One attempt at fetching and reading a page. */
export interface PageAttempt extends PageRead {
  way: FetchMode
  /** Stores the page in the cache for later scrapes. */
  keep(): void
}

/** An attempt, as traces show it. */
export const attemptNote = z.object({
  mode: z.enum(FETCH_MODES).describe('How the page was fetched.'),
  taken: z.boolean().describe('The answer comes from this attempt.'),
  lack: z.string().nullable().describe('What was wrong with it; null: nothing.'),
})

/** Fetches and reads a page, on a worker if one is free. Errors that callers may see are returned as a part of the attempt. */
export async function attempt(scrapeRequest: ScrapeRequest, way: FetchMode): Promise<PageAttempt> {
  return (await attemptElsewhere(scrapeRequest, way)) ?? attemptHere(scrapeRequest, way)
}

/** Has a worker fetch and read the page. Returns null if a client waits for it in an open request, or if no worker takes it. */
async function attemptElsewhere(scrapeRequest: ScrapeRequest, way: FetchMode): Promise<PageAttempt | null> {
  const { services, parser, url, detail, from, context } = scrapeRequest
  const { stage, signal, debug: trace, keepPage, storesOnly = false } = context
  if (way === 'desktop' || !isBackgroundWork(context)) return null
  stage?.('fetch')
  const work: PageWork = {
    way,
    url,
    parser,
    ...(detail && { detail }),
    ...(from !== undefined && { from }),
    robots: keepsToRobots(scrapeRequest),
    trace,
    keepsPage: keepPage !== undefined || parser.fetch.max_age_s !== null,
    storesOnly,
    signal,
  }
  const sessionRef = sessionOf(scrapeRequest)
  const read = await (sessionRef
    ? readInSession(services, sessionRef, work)
    : services.pageWorkers.read(work))
  return read && { way, ...read, keep: () => keepPacked(scrapeRequest, read.forJob) }
}

/** Reads a page on a worker with a session, and stores the changes that the sites make to the session. */
async function readInSession(
  { sessions, pageWorkers }: Services,
  sessionRef: SessionRef,
  work: PageWork,
): Promise<PageRead | null> {
  try {
    return await sessions.use(sessionRef, async session => {
      const read = await pageWorkers.read({ ...work, session })
      if (read?.changes) applyChanges(session, read.changes)
      if (read?.error?.code === 'session_expired') throw read.error
      if (read?.result) await sessions.noteWelcome(sessionRef)
      return read
    })
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

function keepPacked(scrapeRequest: ScrapeRequest, kept: KeptPage | undefined): void {
  const { services, parser, url, accountId } = scrapeRequest
  if (parser.fetch.max_age_s === null || !kept) return
  const page = { ...kept.page, url: kept.page.url ?? url }
  services.pageCache.keep(accountId, identityOf(services, scrapeRequest), page)
}

/** Fetches and reads a page in this process. */
export async function attemptHere(scrapeRequest: PageReading, way: FetchMode): Promise<PageAttempt> {
  const found: PageAttempt = { way, keep() {} }
  let page: SessionPage | undefined
  const login = loginOf(scrapeRequest)
  try {
    scrapeRequest.context.stage?.('fetch')
    page = await fetchPage(scrapeRequest, way)
    found.keep = await packed(scrapeRequest, page)
    found.result = await readAndKeep(scrapeRequest, page, forJob => {
      found.forJob = forJob
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    found.error = error
  }
  return page && showsLogin(found, page) ? asLoggedOut(scrapeRequest, found, login!) : found
}

/**
 * Whether the page is a login page: the parser marks it as blocked, or it asks for a password and holds none of the expected
 * data.
 */
function showsLogin({ result, error }: PageAttempt, { asksForPassword }: SessionPage): boolean {
  if (asksForPassword === undefined) return false
  if (error?.code === 'blocked') return true
  const lacks = error
    ? MISSING_DATA_CODES.has(error.code)
    : result?.expected === false || filled(result!) === 0
  return asksForPassword && lacks
}

/** Error codes for a page that lacks the expected data. */
const MISSING_DATA_CODES = new Set(['required_missing', 'too_few_items', 'extraction_failed'])

/** Returns the login to fetch a page with; null if the page needs none. */
function loginOf(scrapeRequest: PageReading): string | null {
  const sessionRef = sessionOf(scrapeRequest)
  return sessionRef && scrapeRequest.services.sessions.loginOf(sessionRef)
}

async function asLoggedOut(
  scrapeRequest: PageReading,
  { way }: PageAttempt,
  login: string,
): Promise<PageAttempt> {
  const { host } = new URL(scrapeRequest.url)
  const seen = `${host} sent a login page.`
  const error = await scrapeRequest.services.sessions.noteExpired(sessionOf(scrapeRequest)!, seen, login)
  return { way, error, keep() {} }
}

/** Returns the number of values in a result. */
export const filled = ({ fields }: SerializedResult): number =>
  Object.values(fields).reduce((sum, field) => sum + field.filled, 0)

/**
 * Returns what a parser reads from a page. The bytes of the page are transferred. `keep` receives the page for the job that
 * the call works for, even if reading fails.
 */
export async function readAndKeep(
  scrapeRequest: PageReading,
  page: ReadablePage,
  keep: (kept: KeptPage) => void,
): Promise<SerializedResult> {
  const { services, context } = scrapeRequest
  context.stage?.('parse')
  if (!context.keepPage) return services.extraction.parseWritten(taskOf(scrapeRequest, page), context.signal)
  return page.bytes.length > SMALL_PAGE
    ? readLarge(scrapeRequest, page, keep)
    : readSmall(scrapeRequest, page, keep)
}

async function readLarge(
  scrapeRequest: PageReading,
  page: ReadablePage,
  keep: (kept: KeptPage) => void,
): Promise<SerializedResult> {
  const { services, context } = scrapeRequest
  const { length: size } = page.bytes
  const stored = await packLargePage(page, services.pageDictionaries.find(scrapeRequest))
  keep({ page: stored })
  const result = await services.extraction.parseWritten(taskOf(scrapeRequest, page), context.signal)
  learnFrom(scrapeRequest, stored, size, result)
  return result
}

/**
 * Reads and packs a small page in one task of a thread. The thread gets a copy, so that the page survives if the thread has
 * to be terminated.
 */
async function readSmall(
  scrapeRequest: PageReading,
  page: ReadablePage,
  keep: (kept: KeptPage) => void,
): Promise<ParseResult> {
  const { services, context } = scrapeRequest
  const { extraction, pageDictionaries } = services
  const { url, contentType } = page
  const dictionary = pageDictionaries.find(scrapeRequest)
  try {
    const task = { ...taskOf(scrapeRequest, page), dictionary: dictionary?.shared }
    const read = await extraction.parseJobPage(task, context.signal)
    const { result, packedPage, packedData: packed } = read
    const isLookedAt = packed !== null && !context.storesOnly
    const value = isLookedAt ? (unpackResult(packed) as ParseResult['data']) : result.data
    const stored = { url, contentType, body: packedPage, dictionary: dictionary?.stored }
    learnFrom(scrapeRequest, stored, page.bytes.length, result)
    keep(packed === null ? { page: stored } : { page: stored, result: { value, packed } })
    return { ...result, data: value }
  } catch (error) {
    keep({ page: await packPage(page) })
    throw error
  }
}

/** Makes this page the dictionary for later pages of its kind, unless it has no values: it may be an error page. */
function learnFrom(
  scrapeRequest: PageReading,
  { body, dictionary }: StoredPage,
  size: number,
  result: SerializedResult,
): void {
  if (dictionary || filled(result) === 0) return
  scrapeRequest.services.pageDictionaries.learn(scrapeRequest, body, size)
}

function taskOf({ services, parser, context, detail, from }: PageReading, page: ReadablePage) {
  const { wait_for } = parser.fetch
  return {
    key: parserKey(parser),
    schema: parser.schema,
    bytes: page.bytes,
    contentType: page.contentType,
    url: page.url,
    answer: answerOf(page),
    at: services.now(),
    trace: context.debug,
    isUnattended: context.stage !== undefined,
    detail,
    from,
    owner: ownerOf(context),
    writes: writtenFor(context),
    follows: true,
    expects: typeof wait_for === 'string' && !isAddressPattern(wait_for) ? wait_for : undefined,
  }
}

/** Returns the status and headers of a page; undefined for a page from the cache, which has none. */
const answerOf = (page: ReadablePage & Partial<PageAnswer>): PageAnswer | undefined =>
  page.headers && page.status !== undefined ? { status: page.status, headers: page.headers } : undefined

/** Returns the page from the cache if its parser allows that; null if there is none. */
export async function keptPage(scrapeRequest: ScrapeRequest): Promise<ReadablePage | null> {
  const { services, parser, accountId } = scrapeRequest
  const { max_age_s } = parser.fetch
  if (max_age_s === null) return null
  return services.pageCache.find(accountId, identityOf(services, scrapeRequest), max_age_s)
}

async function packed(scrapeRequest: PageReading, page: ReadablePage): Promise<() => void> {
  const { services, parser, accountId } = scrapeRequest
  if (parser.fetch.max_age_s === null) return () => {}
  return services.pageCache.pack(accountId, identityOf(services, scrapeRequest), page)
}

/** Returns everything that the page at a URL depends on. */
export const identityOf = (
  { settings, userAgent, sessions }: Pick<PageReading['services'], 'settings' | 'userAgent' | 'sessions'>,
  { parser, url, accountId }: Pick<PageRequest, 'parser' | 'url' | 'accountId'>,
): PageIdentity => ({
  url,
  method: 'GET',
  headers: parser.fetch.headers,
  mode: parser.fetch.mode,
  waitFor: parser.fetch.wait_for,
  more: [
    parser.fetch.scroll,
    parser.fetch.load_more,
    parser.fetch.load_more_times,
    ...(seesNetwork(parser) ? ['network'] : []),
  ],
  userAgent: userAgent(),
  proxy: parser.fetch.proxy ?? settings.values.proxy,
  login: parser.fetch.session ? sessions.loginOf({ accountId, id: parser.fetch.session }) : null,
})
