import type { z } from 'zod'
import type { AppError } from '../../base/errors.ts'
import { createLoader } from '../../base/loader.ts'
import { charactersOf } from '../../parsers/answer.ts'
import type { FurtherPage, PageNote } from '../../parsers/paging/further-page.ts'
import { markWrongLists } from '../../parsers/paging/unread-fields.ts'
import { hasFurtherPages, type ParseResult } from '../../parsers/parse-result.ts'
import type { SerializedResult } from '../../threads/tasks.ts'
import { attempt, type attemptNote, filled, keptPage, type PageAttempt, readAndKeep } from './page-attempt.ts'
import {
  adviceToInstall,
  advised,
  fetchOfFurther,
  type ScrapeRequest,
  seesNetwork,
  turnsAway,
  waysInTurn,
} from './page-ways.ts'
import type { FetchMode } from './page-workers.ts'

const paging = createLoader(() => import('../../parsers/paging/gather-pages.ts'))

type AttemptNote = z.infer<typeof attemptNote>

/** The outcome of a scrape, the attempts at its page (none if it came from the cache), and the outcomes of further pages. */
export interface ScrapeOutcome {
  result: SerializedResult
  attempts: AttemptNote[]
  pages: PageNote[]
}

/** A page that was read. `isNew`: it was fetched rather than taken from the cache. */
interface ReadPage {
  result: SerializedResult
  attempts: AttemptNote[]
  isNew: boolean
}

/**
 * Fetches a page with the options of its parser, or takes it from the cache if the parser allows that, reads it, and adds the
 * data of the further pages that the parser asks for. Each fetched page costs as much as a scrape; a page that cannot be
 * fetched is free. Throws the errors of upstream answers; the trace contains the attempts even then.
 */
export async function scrapePage(scrapeRequest: ScrapeRequest): Promise<ScrapeOutcome> {
  const { services, parser, context } = scrapeRequest
  const first = await readOne(scrapeRequest)
  let fetched = Number(first.isNew)
  const get = async (furtherPage: FurtherPage) => {
    const { result, isNew } = await readOne(furtherRequest(scrapeRequest, furtherPage))
    fetched += Number(isNew)
    return result as ParseResult
  }
  const { result, pages, lacksItems, isCut } = hasFurtherPages(first.result)
    ? await (await paging.load()).gatherPages(
        parser.schema,
        first.result as ParseResult,
        scrapeRequest.url,
        get,
        maxCharactersOf(scrapeRequest),
      )
    : { ...first, pages: [], lacksItems: false, isCut: false }
  if (pages.some(({ lack }) => lack !== null)) context.notice('pages_missing')
  else if (isCut) context.notice('pages_cut')
  if (lacksItems) context.markPartial()
  markWrongLists(result.data, result.wrongLists)
  context.charge(fetched * services.settings.values.price_scrape)
  return { result, attempts: first.attempts, pages }
}

const maxCharactersOf = ({ services }: ScrapeRequest) =>
  charactersOf(services.settings.values.parse_max_answer_mb)

/**
 * Returns the scrape request for a further page. For a page behind a link, waiting, scrolling and loading more are turned
 * off: that page need not have what the first one has.
 */
function furtherRequest(scrapeRequest: ScrapeRequest, { url, detail, from }: FurtherPage): ScrapeRequest {
  const { parser } = scrapeRequest
  const own = fetchOfFurther(parser.fetch, scrapeRequest.url, url)
  const fetch = detail ? { ...own, wait_for: null, scroll: null, load_more: null } : own
  const context = {
    ...scrapeRequest.context,
    keepPage: undefined,
    storesOnly: false,
    sendsJson: false,
    trace: () => {},
  }
  return { ...scrapeRequest, url, detail, from, context, parser: { ...parser, fetch } }
}

/** Fetches and reads a page. Only pages whose data could be read are cached. */
async function readOne(scrapeRequest: ScrapeRequest): Promise<ReadPage> {
  const { parser, context } = scrapeRequest
  const kept = await keptPage(scrapeRequest)
  if (kept) {
    context.addSource('cache')
    const result = await readAndKeep(scrapeRequest, kept, forJob => context.keepPage?.(forJob))
    return { result, attempts: [], isNew: false }
  }
  const { mode } = parser.fetch
  const pageAttempts = await attemptsAt(scrapeRequest, mode)
  const taken = best(pageAttempts)
  if (taken.forJob) context.keepPage?.(taken.forJob)
  const attempts = pageAttempts.map(one => noteOf(one, one === taken))
  context.trace(() => ({ attempts }))
  return { result: settle(taken, pageAttempts, scrapeRequest), attempts, isNew: true }
}

/**
 * Makes the attempts for a mode. If the parser reads the responses that the page fetches, `auto` uses only the browser,
 * because no other mode sees them.
 */
async function attemptsAt(scrapeRequest: ScrapeRequest, mode: FetchMode | 'auto'): Promise<PageAttempt[]> {
  if (mode !== 'auto') return [await attempt(scrapeRequest, mode)]
  return seesNetwork(scrapeRequest.parser)
    ? [await attempt(scrapeRequest, 'browser')]
    : attemptEach(scrapeRequest)
}

/** Attempts the page over HTTP, then in each other mode that may help. */
async function attemptEach(scrapeRequest: ScrapeRequest): Promise<PageAttempt[]> {
  const attempts: PageAttempt[] = []
  for (const way of waysInTurn(scrapeRequest)) {
    const last = attempts.at(-1)
    if (last && !mayHelp(way, last)) continue
    attempts.push(await attempt(scrapeRequest, way))
  }
  return attempts
}

/**
 * Whether another mode may succeed: any if the site blocks, only the browser if data are missing, the redirects need cookies
 * or the answer is not valid HTTP. Other errors would be the same.
 */
function mayHelp(way: FetchMode, { error, ...before }: PageAttempt): boolean {
  if (error?.code === 'blocked') return true
  if (way === 'desktop') return false
  return error ? LACKING_CODES.has(error.code) || turnsAway(error) : lackOf(before) !== null
}

/** Error codes for a page without required data, which its scripts may add. */
const LACKING_CODES = new Set(['required_missing', 'too_few_items'])

function lackOf({ result, error }: PageAttempt): string | null {
  if (!result) return error?.message ?? null
  if (result.expected === false) return 'The page does not have what `fetch.wait_for` selects.'
  return filled(result) === 0 ? 'No field has a value.' : null
}

/** Returns the best attempt: the latest, unless an earlier one has more values, or there is no browser. */
function best(attempts: PageAttempt[]): PageAttempt {
  return attempts.reduce((first, second) => {
    if (first.result) return second.result && filled(second.result) >= filled(first.result) ? second : first
    return second.error?.code === 'no_browser' ? first : second
  })
}

const noteOf = (one: PageAttempt, taken: boolean): AttemptNote => ({
  mode: one.way,
  taken,
  lack: lackOf(one),
})

function settle(
  taken: PageAttempt,
  attempts: PageAttempt[],
  { parser, context }: ScrapeRequest,
): SerializedResult {
  if (!taken.result) throw advised(taken.error!, adviceOn(taken.error!, attempts, parser.fetch.mode))
  // A page that was replaced by a later attempt is not worth caching.
  if (taken === attempts.at(-1)) taken.keep()
  context.addSource(taken.way)
  return taken.result
}

/** Returns the advice to use a browser, if none was tried. */
function adviceOn(error: AppError, attempts: PageAttempt[], mode: string): string | undefined {
  if (mode === 'http' && turnsAway(error))
    return 'A browser may get through: set `fetch.mode` of the parser to `auto`.'
  const missing = attempts.at(-1)!.error
  return mode === 'auto' && missing?.code === 'no_browser' ? adviceToInstall(missing) : undefined
}
