import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { PageAnswer } from '../parsers/page-view.ts'
import type { ParseResult } from '../parsers/parse-result.ts'
import type { ParserRecord } from '../store/parsers.ts'
import { accountOf } from './operation.ts'
import type { PageIdentity, ReadablePage } from './page-cache.ts'
import { type Errand, fetchPage, type Way } from './page-ways.ts'
import { parserKey } from './parse.ts'
import type { Services } from './services.ts'

/** One attempt at a page: what its parser read there, or the error that came instead. */
export interface Attempt {
  way: Way
  result?: ParseResult
  error?: AppError
  /** Keeps the page for later scrapes. */
  keep(): void
  /** Keeps the page with the job that the call works for. */
  keepForJob(): void
}

/** An attempt in a trace. */
export const attemptNote = z.object({
  mode: z.enum(['http', 'browser']).describe('How the page was fetched.'),
  taken: z.boolean().describe('The answer comes from this attempt.'),
  lack: z.string().nullable().describe('What was wrong with it; null: nothing.'),
})

/** Fetches a page and reads it. An error that a caller can meet is a part of the answer. */
export async function attempt(errand: Errand, way: Way): Promise<Attempt> {
  const found: Attempt = { way, keep() {}, keepForJob() {} }
  try {
    errand.context.stage?.('fetch')
    const page = await fetchPage(errand, way)
    found.keep = await packed(errand, page)
    found.keepForJob = (await errand.context.keepPage?.(page)) ?? found.keepForJob
    return { ...found, result: await readPage(errand, page) }
  } catch (error) {
    if (error instanceof AppError) return { ...found, error }
    throw error
  }
}

/** What a parser reads from a page, whose bytes are given away. */
export function readPage(
  { services, parser, context, detail }: Errand,
  page: ReadablePage,
): Promise<ParseResult> {
  const { wait_for } = parser.fetch
  context.stage?.('parse')
  const task = {
    key: parserKey(parser),
    schema: parser.schema,
    bytes: page.bytes,
    contentType: page.contentType,
    url: page.url,
    answer: answerOf(page),
    trace: context.debug,
    detail,
    expects: typeof wait_for === 'string' ? wait_for : undefined,
  }
  return services.extraction.parse(task, context.signal)
}

/** A page that was kept has lost its headers. */
const answerOf = (page: ReadablePage & Partial<PageAnswer>): PageAnswer | undefined =>
  page.headers && page.status !== undefined ? { status: page.status, headers: page.headers } : undefined

/** The page of an errand as it was kept, where its parser allows that; null where there is none. */
export async function keptPage({ services, parser, url, context }: Errand): Promise<ReadablePage | null> {
  const { max_age_s } = parser.fetch
  if (max_age_s === null) return null
  return services.pageCache.find(accountOf(context), identityOf(services, parser, url), max_age_s)
}

async function packed({ services, parser, url, context }: Errand, page: ReadablePage): Promise<() => void> {
  if (parser.fetch.max_age_s === null) return () => {}
  return services.pageCache.pack(accountOf(context), identityOf(services, parser, url), page)
}

const identityOf = ({ settings }: Services, { fetch }: ParserRecord, url: string): PageIdentity => ({
  url,
  method: 'GET',
  headers: fetch.headers,
  mode: fetch.mode,
  waitFor: fetch.wait_for,
  more: [fetch.scroll, fetch.load_more, fetch.load_more_times],
  userAgent: settings.values.user_agent,
  proxy: fetch.proxy ?? settings.values.proxy,
})
