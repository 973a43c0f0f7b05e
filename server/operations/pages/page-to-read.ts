import { hash } from 'node:crypto'
import { AppError } from '../../base/errors.ts'
import type { Owner } from '../../threads/fair-queue.ts'
import { openUpload } from '../open-upload.ts'
import { accountOf, type Context, ownerOf, type UploadedFile } from '../operation.ts'
import { identityOf } from '../scraping/page-attempt.ts'
import type { PageIdentity, ReadablePage } from '../scraping/page-cache.ts'
import { fetchPage, pageEitherWay } from '../scraping/page-ways.ts'
import type { Way } from '../scraping/page-workers.ts'
import type { Services } from '../services.ts'
import type { PageSource } from './page-source.ts'

/** How the page was obtained. */
export type Origin = Way | 'cache' | 'upload'

/** A page, and what keeps it for later calls. */
export interface PageToRead {
  page: Omit<ReadablePage, 'url' | 'bytes'> & { url: string | undefined; bytes: Uint8Array }
  origin: Origin
  keep(): void
}

/** Pages are kept as long for those who read on. */
export const READ_ON_S = 3_600

/** For whom a page is read. */
export interface PageReader {
  accountId: string
  owner: Owner
  signal: AbortSignal
}

export const readerOf = (context: Context): PageReader => ({
  accountId: accountOf(context),
  owner: ownerOf(context),
  signal: context.signal,
})

/** A page that is wanted without a parser. */
export interface WantedPage {
  services: Services
  source: PageSource
  reader: PageReader
  /** One that was kept so many seconds ago at most serves as well; 0: none. */
  maxAgeS: number
  /** It may be kept. */
  mayKeep: boolean
}

/** How a page is read. */
interface PageWork<Result> {
  read(page: PageToRead['page']): Promise<Result>
  /** What was read is so little that scripts may fill the page. */
  isShell(result: Result): boolean
  /** How much was read. */
  sizeOf(result: Result): number
}

/**
 * Reads a page. With `auto` one that is empty or a shell over HTTP is read as a browser has it, where that is more. Throws in
 * the words of upstream answers, and what `work` throws.
 */
export async function readPageOf<Result>(
  wanted: WantedPage,
  work: PageWork<Result>,
): Promise<{ found: PageToRead; result: Result }> {
  const found = await getPage(wanted)
  const mayHelp = wanted.source.fetch.mode === 'auto' && found.origin === 'http'
  if (!mayHelp) return { found, result: await work.read(found.page) }
  const plain = await outcomeOf(work, found)
  if (plain.result !== undefined && !work.isShell(plain.result)) return { found, result: plain.result }
  const inBrowser = await pageInBrowser(wanted)
  const filled = inBrowser && (await outcomeOf(work, inBrowser))
  if (inBrowser && filled?.result !== undefined && filled.size > plain.size)
    return { found: inBrowser, result: filled.result }
  if (plain.result === undefined) throw plain.error
  return { found, result: plain.result }
}

interface WorkOutcome<Result> {
  result?: Result
  error?: AppError
  size: number
}

async function outcomeOf<Result>(work: PageWork<Result>, found: PageToRead): Promise<WorkOutcome<Result>> {
  try {
    const result = await work.read(found.page)
    return { result, size: work.sizeOf(result) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error, size: -1 }
  }
}

/** The page as it was kept, as it was uploaded, or fetched. */
async function getPage(wanted: WantedPage): Promise<PageToRead> {
  const { source, services, reader, maxAgeS } = wanted
  const identity = source.html ? identityOfUpload(source.html) : identityOf(services, requestOf(wanted))
  const kept = maxAgeS > 0 ? await services.pageCache.find(reader.accountId, identity, maxAgeS) : null
  if (kept && !source.html) return { page: kept, origin: 'cache', keep() {} }
  if (source.html) {
    const page = await openUpload(services, source.html, source, reader)
    if (kept) return { page, origin: 'cache', keep() {} }
    const keep = await packed(wanted, identity, { ...page, url: '', bytes: new Uint8Array() })
    return { page, origin: 'upload', keep }
  }
  const { page, mode } = await pageEitherWay(requestOf(wanted))
  return { page, origin: mode, keep: await packed(wanted, identity, page) }
}

const requestOf = ({ services, source, reader }: WantedPage) => ({
  services,
  parser: source,
  url: source.url!,
  accountId: reader.accountId,
  context: reader,
})

/** Null where a browser may not be asked, or cannot help. */
async function pageInBrowser(wanted: WantedPage): Promise<PageToRead | null> {
  try {
    const request = requestOf(wanted)
    const page = await fetchPage(request, 'browser')
    const keep = await packed(wanted, identityOf(wanted.services, request), page)
    return { page, origin: 'browser', keep }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function packed(
  { services, reader, mayKeep }: WantedPage,
  identity: PageIdentity,
  page: ReadablePage,
): Promise<() => void> {
  return mayKeep ? services.pageCache.pack(reader.accountId, identity, page) : () => {}
}

/** An upload is known by what it holds. Whoever reads on sends it again, so that nothing of it need be kept. */
const identityOfUpload = ({ bytes }: UploadedFile): PageIdentity => ({
  url: hash('sha256', bytes, 'hex'),
  method: 'upload',
  headers: {},
  mode: 'upload',
  waitFor: null,
  more: [],
  userAgent: '',
  proxy: null,
  login: null,
})
