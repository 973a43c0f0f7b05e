import { hash } from 'node:crypto'
import { AppError } from '../../base/errors.ts'
import type { Owner } from '../../threads/fair-queue.ts'
import { openUpload } from '../open-upload.ts'
import { accountOf, type Context, ownerOf, type UploadedFile } from '../operation.ts'
import { identityOf } from '../scraping/page-attempt.ts'
import type { PageIdentity, ReadablePage } from '../scraping/page-cache.ts'
import { fetchPage, pageEitherWay } from '../scraping/page-ways.ts'
import type { FetchMode } from '../scraping/page-workers.ts'
import type { Services } from '../services.ts'
import type { PageSource } from './page-source.ts'

/** How the page was obtained. */
export type PageOrigin = FetchMode | 'cache' | 'upload'

/** A page, and the function that caches it for later calls. */
export interface PageToRead {
  page: Omit<ReadablePage, 'url' | 'bytes'> & { url: string | undefined; bytes: Uint8Array }
  origin: PageOrigin
  keep(): void
}

/** How many seconds a page is cached for calls that continue reading it. */
export const READ_ON_S = 3_600

/** The account and thread owner for which a page is read. */
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

/** A page to read without a parser. */
export interface ReadRequest {
  services: Services
  source: PageSource
  reader: PageReader
  /** Maximum age of a cached page in seconds; 0: the cache is not used. */
  maxAgeS: number
  /** Whether it may be cached. */
  mayKeep: boolean
}

/** How a page is read. */
interface ReadStrategy<Result> {
  read(page: PageToRead['page']): Promise<Result>
  /** Whether the page holds so little that scripts may fill it. */
  isShell(result: Result): boolean
  /** How much was read. */
  sizeOf(result: Result): number
}

/**
 * Reads a page. In mode `auto`, a page that is empty or a shell over HTTP is read again in a browser, and that result is used
 * if it has more. Throws the errors of upstream answers and those of `work`.
 */
export async function readPageOf<Result>(
  wanted: ReadRequest,
  work: ReadStrategy<Result>,
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

interface ReadOutcome<Result> {
  result?: Result
  error?: AppError
  size: number
}

async function outcomeOf<Result>(
  work: ReadStrategy<Result>,
  found: PageToRead,
): Promise<ReadOutcome<Result>> {
  try {
    const result = await work.read(found.page)
    return { result, size: work.sizeOf(result) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error, size: -1 }
  }
}

/** Returns the page from the cache, from the upload, or fetches it. */
async function getPage(wanted: ReadRequest): Promise<PageToRead> {
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

const requestOf = ({ services, source, reader }: ReadRequest) => ({
  services,
  parser: source,
  url: source.url!,
  accountId: reader.accountId,
  context: reader,
})

/** Fetches the page in a browser; null if no browser may be used, or it fails. */
async function pageInBrowser(wanted: ReadRequest): Promise<PageToRead | null> {
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
  { services, reader, mayKeep }: ReadRequest,
  identity: PageIdentity,
  page: ReadablePage,
): Promise<() => void> {
  return mayKeep ? services.pageCache.pack(reader.accountId, identity, page) : () => {}
}

/**
 * Identifies an upload by a hash of its bytes. A client that continues reading sends it again, so its bytes need not be
 * cached.
 */
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
