import { decodeText } from '../pages/charset.ts'
import { mustHoldData } from '../pages/meaning.ts'
import type { ParserRecord } from '../store/parsers.ts'
import { accountOf, type Context } from './operation.ts'
import type { PageIdentity, ReadablePage } from './page-cache.ts'
import { parserKey } from './parse.ts'
import type { Services } from './services.ts'

/** A page, and what is to be done once it has given its data. */
interface Obtained {
  page: ReadablePage
  proved(): void
}

/**
 * Gets an address the way the parser says, from the cache where the parser allows it, and reads it. Only a page that
 * gave its data is kept. Throws in the words of upstream answers.
 */
export async function scrapePage(services: Services, parser: ParserRecord, url: string, context: Context) {
  const { page, proved } = await obtain(services, parser, url, context)
  const task = {
    key: parserKey(parser),
    schema: parser.schema,
    bytes: page.bytes,
    contentType: page.contentType,
    url: page.url,
  }
  const result = await services.extraction.parse({ ...task, trace: context.debug }, context.signal)
  proved()
  return result
}

async function obtain(
  services: Services,
  parser: ParserRecord,
  url: string,
  context: Context,
): Promise<Obtained> {
  const { max_age_s } = parser.fetch
  if (max_age_s === null) return { page: await fetchPage(services, parser, url, context), proved() {} }
  const account = accountOf(context)
  const identity = identityOf(services, parser, url)
  const known = await services.pageCache.find(account, identity, max_age_s)
  if (known) return { page: fromCache(known, context), proved() {} }
  const page = await fetchPage(services, parser, url, context)
  return { page, proved: await services.pageCache.pack(account, identity, page) }
}

function fromCache(page: ReadablePage, context: Context): ReadablePage {
  context.addSource('cache')
  context.charge(0)
  return page
}

async function fetchPage(
  { fetcher, settings }: Services,
  { fetch }: ParserRecord,
  url: string,
  context: Context,
): Promise<ReadablePage> {
  const page = await fetcher.fetch({
    url,
    headers: fetch.headers,
    proxy: fetch.proxy,
    robots: (fetch.robots ?? settings.values.robots) === 'respect',
    signal: context.signal,
    ...(fetch.timeout_ms && { timeoutMs: fetch.timeout_ms }),
  })
  mustHoldData(page, () => decodeText(page.bytes, page.contentType))
  context.addSource('http')
  return page
}

const identityOf = ({ settings }: Services, { fetch }: ParserRecord, url: string): PageIdentity => ({
  url,
  method: 'GET',
  headers: fetch.headers,
  mode: fetch.mode,
  userAgent: settings.values.user_agent,
  proxy: fetch.proxy ?? settings.values.proxy,
})
