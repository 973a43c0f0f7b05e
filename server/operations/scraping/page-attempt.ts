import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { isAddressPattern } from '../../parsers/network.ts'
import type { PageAnswer } from '../../parsers/page-view.ts'
import type { ParseResult } from '../../parsers/parse-result.ts'
import { unpackResult } from '../../store/jobs/files.ts'
import type { WrittenResult } from '../../workers/tasks.ts'
import { accountOf, type KeptPage, ownerOf } from '../operation.ts'
import { packPage, SMALL_PAGE } from '../page-codec.ts'
import { parserKey, writtenFor } from '../parsers/parse.ts'
import type { PageIdentity, ReadablePage } from './page-cache.ts'
import {
  fetchPage,
  keepsToRobots,
  type PageReading,
  type PageRequest,
  type ScrapeRequest,
  seesNetwork,
} from './page-ways.ts'
import type { PageRead, Way } from './page-workers.ts'

/** One attempt at a page. */
export interface PageAttempt extends PageRead {
  way: Way
  /** Keeps the page for later scrapes. */
  keep(): void
}

/** An attempt in a trace. */
export const attemptNote = z.object({
  mode: z.enum(['http', 'browser']).describe('How the page was fetched.'),
  taken: z.boolean().describe('The answer comes from this attempt.'),
  lack: z.string().nullable().describe('What was wrong with it; null: nothing.'),
})

/** Fetches a page and reads it, on a worker where one is free. An error that a caller can meet is a part of the answer. */
export async function attempt(scrapeRequest: ScrapeRequest, way: Way): Promise<PageAttempt> {
  return (await attemptElsewhere(scrapeRequest, way)) ?? attemptHere(scrapeRequest, way)
}

/** By a worker, unless somebody waits for the page in an open request; null where none reads it. */
async function attemptElsewhere(scrapeRequest: ScrapeRequest, way: Way): Promise<PageAttempt | null> {
  const { services, parser, url, detail, context } = scrapeRequest
  const { stage, caller, signal, debug: trace, keepPage, storesOnly = false } = context
  if (!stage && caller?.source !== 'workflow') return null
  stage?.('fetch')
  const read = await services.pageWorkers.read({
    way,
    url,
    parser,
    ...(detail && { detail }),
    robots: keepsToRobots(scrapeRequest),
    trace,
    keepsPage: keepPage !== undefined || parser.fetch.max_age_s !== null,
    storesOnly,
    signal,
  })
  return read && { way, ...read, keep: () => keepPacked(scrapeRequest, read.forJob) }
}

function keepPacked({ services, parser, url, context }: ScrapeRequest, kept: KeptPage | undefined): void {
  if (parser.fetch.max_age_s === null || !kept) return
  const page = { ...kept.page, url: kept.page.url ?? url }
  services.pageCache.keep(accountOf(context), identityOf(services, parser, url), page)
}

/** The same in this process. */
export async function attemptHere(scrapeRequest: PageReading, way: Way): Promise<PageAttempt> {
  const found: PageAttempt = { way, keep() {} }
  try {
    scrapeRequest.context.stage?.('fetch')
    const page = await fetchPage(scrapeRequest, way)
    found.keep = await packed(scrapeRequest, page)
    found.result = await readAndKeep(scrapeRequest, page, forJob => {
      found.forJob = forJob
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    found.error = error
  }
  return found
}

/**
 * What a parser reads from a page, whose bytes are given away. `keep` gets the page for the job that the call works for,
 * whatever comes of the reading.
 */
export async function readAndKeep(
  scrapeRequest: PageReading,
  page: ReadablePage,
  keep: (kept: KeptPage) => void,
): Promise<WrittenResult> {
  const { services, context } = scrapeRequest
  context.stage?.('parse')
  const task = taskOf(scrapeRequest, page)
  if (!context.keepPage) return services.extraction.parseWritten(task, context.signal)
  if (page.bytes.length <= SMALL_PAGE) return readSmall(scrapeRequest, page, keep)
  keep({ page: await packPage(page) })
  return services.extraction.parseWritten(task, context.signal)
}

/** Who reads a small page packs it as well. A thread has a copy, so that the page outlives one that must be ended. */
async function readSmall(
  scrapeRequest: PageReading,
  page: ReadablePage,
  keep: (kept: KeptPage) => void,
): Promise<ParseResult> {
  const { services, context } = scrapeRequest
  const { url, contentType } = page
  try {
    const read = await services.extraction.parseJobPage(taskOf(scrapeRequest, page), context.signal)
    const { result, packedPage, packedData: packed } = read
    const isLookedAt = packed !== null && !context.storesOnly
    const value = isLookedAt ? (unpackResult(packed) as ParseResult['data']) : result.data
    const stored = { url, contentType, body: packedPage }
    keep(packed === null ? { page: stored } : { page: stored, result: { value, packed } })
    return { ...result, data: value }
  } catch (error) {
    keep({ page: await packPage(page) })
    throw error
  }
}

function taskOf({ services, parser, context, detail }: PageReading, page: ReadablePage) {
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
    patient: context.stage !== undefined,
    detail,
    owner: ownerOf(context),
    writes: writtenFor(context),
    follows: true,
    expects: typeof wait_for === 'string' && !isAddressPattern(wait_for) ? wait_for : undefined,
  }
}

/** A page that was kept has lost its headers. */
const answerOf = (page: ReadablePage & Partial<PageAnswer>): PageAnswer | undefined =>
  page.headers && page.status !== undefined ? { status: page.status, headers: page.headers } : undefined

/** The page of a scrape request as it was kept, where its parser allows that; null where there is none. */
export async function keptPage({
  services,
  parser,
  url,
  context,
}: ScrapeRequest): Promise<ReadablePage | null> {
  const { max_age_s } = parser.fetch
  if (max_age_s === null) return null
  return services.pageCache.find(accountOf(context), identityOf(services, parser, url), max_age_s)
}

async function packed(
  { services, parser, url, context }: PageReading,
  page: ReadablePage,
): Promise<() => void> {
  if (parser.fetch.max_age_s === null) return () => {}
  return services.pageCache.pack(accountOf(context), identityOf(services, parser, url), page)
}

/** What the page of an address depends on. */
export const identityOf = (
  { settings, userAgent }: Pick<PageReading['services'], 'settings' | 'userAgent'>,
  parser: PageRequest['parser'],
  url: string,
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
})
