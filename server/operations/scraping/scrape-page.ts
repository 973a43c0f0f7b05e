import type { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { charactersOf } from '../../parsers/answer.ts'
import type { PageNote, WantedPage } from '../../parsers/paging/further-page.ts'
import { gatherPages, leadsOn } from '../../parsers/paging/gather-pages.ts'
import type { ParseResult } from '../../parsers/parse-result.ts'
import type { WrittenResult } from '../../threads/tasks.ts'
import { attempt, type attemptNote, filled, keptPage, type PageAttempt, readAndKeep } from './page-attempt.ts'
import { fetchOfFurther, type ScrapeRequest, seesNetwork, waysInTurn } from './page-ways.ts'
import type { Way } from './page-workers.ts'

type AttemptNote = z.infer<typeof attemptNote>

/** The outcome of a scrape, the attempts at its page, none where that was kept, and what became of further pages. */
interface Scraped {
  result: WrittenResult
  attempts: AttemptNote[]
  pages: PageNote[]
}

/** A page that was read; `isNew` where it was fetched for it. */
interface ReadPage {
  result: WrittenResult
  attempts: AttemptNote[]
  isNew: boolean
}

/**
 * Gets an address the way its parser says, from the cache where the parser allows it, reads it, and adds what the further
 * pages hold that the parser asks for. Each page that is fetched costs what a scrape costs; one that cannot be fetched is free.
 * Throws in the words of upstream answers; the trace names the attempts then, too.
 */
export async function scrapePage(scrapeRequest: ScrapeRequest): Promise<Scraped> {
  const { services, parser, context } = scrapeRequest
  const first = await readOne(scrapeRequest)
  let fetched = Number(first.isNew)
  const get = async (wanted: WantedPage) => {
    const { result, isNew } = await readOne(furtherErrand(scrapeRequest, wanted))
    fetched += Number(isNew)
    return result as ParseResult
  }
  const { result, pages, lacksItems } = leadsOn(first.result)
    ? await gatherPages(
        parser.schema,
        first.result as ParseResult,
        scrapeRequest.url,
        get,
        mostOf(scrapeRequest),
      )
    : { ...first, pages: [], lacksItems: false }
  if (pages.some(({ lack }) => lack !== null)) context.notice('pages_missing')
  if (lacksItems) context.markPartial()
  context.charge(fetched * services.settings.values.price_scrape)
  return { result, attempts: first.attempts, pages }
}

const mostOf = ({ services }: ScrapeRequest) => charactersOf(services.settings.values.parse_max_answer_mb)

/** What is waited for, or makes a list longer, on the first page, a page behind a link need not have. */
function furtherErrand(scrapeRequest: ScrapeRequest, { url, detail }: WantedPage): ScrapeRequest {
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
  return { ...scrapeRequest, url, detail, context, parser: { ...parser, fetch } }
}

/** Gets a page and reads it. Only a page whose data was read is kept. */
async function readOne(scrapeRequest: ScrapeRequest): Promise<ReadPage> {
  const { parser, context } = scrapeRequest
  const kept = await keptPage(scrapeRequest)
  if (kept) {
    context.addSource('cache')
    const result = await readAndKeep(scrapeRequest, kept, forJob => context.keepPage?.(forJob))
    return { result, attempts: [], isNew: false }
  }
  const { mode } = parser.fetch
  const made = await attemptsAt(scrapeRequest, mode)
  const taken = best(made)
  if (taken.forJob) context.keepPage?.(taken.forJob)
  const attempts = made.map(one => noteOf(one, one === taken))
  context.trace(() => ({ attempts }))
  return { result: settle(taken, made, scrapeRequest), attempts, isNew: true }
}

/** What a page fetches is seen in a browser alone, so that HTTP is not tried for it. */
async function attemptsAt(scrapeRequest: ScrapeRequest, mode: Way | 'auto'): Promise<PageAttempt[]> {
  if (mode !== 'auto') return [await attempt(scrapeRequest, mode)]
  return seesNetwork(scrapeRequest.parser)
    ? [await attempt(scrapeRequest, 'browser')]
    : attemptEach(scrapeRequest)
}

/** Over HTTP; and in the other ways where these may help. */
async function attemptEach(scrapeRequest: ScrapeRequest): Promise<PageAttempt[]> {
  const made: PageAttempt[] = []
  for (const way of waysInTurn(scrapeRequest)) {
    const last = made.at(-1)
    if (last && !mayHelp(way, last)) continue
    made.push(await attempt(scrapeRequest, way))
  }
  return made
}

/** Only a browser has data that scripts bring. Any other error is the same in every way, or worse. */
function mayHelp(way: Way, { error, ...before }: PageAttempt): boolean {
  if (error?.code === 'blocked') return true
  if (way === 'desktop') return false
  return error ? error.code === 'required_missing' : lackOf(before) !== null
}

function lackOf({ result, error }: PageAttempt): string | null {
  if (!result) return error?.message ?? null
  if (result.expected === false) return 'The page does not have what `fetch.wait_for` selects.'
  return filled(result) === 0 ? 'No field has a value.' : null
}

/** The later attempt, unless the earlier one has more, or there is no browser at all. */
function best(made: PageAttempt[]): PageAttempt {
  return made.reduce((first, second) => {
    if (first.result) return second.result && filled(second.result) >= filled(first.result) ? second : first
    return second.error?.code === 'no_browser' ? first : second
  })
}

const noteOf = (one: PageAttempt, taken: boolean): AttemptNote => ({
  mode: one.way,
  taken,
  lack: lackOf(one),
})

function settle(taken: PageAttempt, made: PageAttempt[], { parser, context }: ScrapeRequest): WrittenResult {
  if (!taken.result) throw advised(taken.error!, adviceOn(taken.error!, made, parser.fetch.mode))
  // A page that made the browser necessary is not worth keeping.
  if (taken === made.at(-1)) taken.keep()
  context.addSource(taken.way)
  return taken.result
}

/** What a browser could do, where none was tried. */
function adviceOn(error: AppError, made: PageAttempt[], mode: string): string | undefined {
  if (mode === 'http' && error.code === 'blocked')
    return 'A browser may get through: set `fetch.mode` of the parser to `auto`.'
  const missing = made.at(-1)!.error
  const untried = mode === 'auto' && missing?.code === 'no_browser'
  return untried ? `A browser would have been tried next. ${missing.facts.hint}` : undefined
}

function advised(error: AppError, advice: string | undefined): AppError {
  if (!advice) return error
  const hint = [error.facts.hint, advice].filter(Boolean).join(' ')
  return new AppError(error.code, error.message, { ...error.facts, hint })
}
