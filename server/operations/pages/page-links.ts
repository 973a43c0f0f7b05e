import { AppError } from '../../base/errors.ts'
import { ownBuffer } from '../../base/own-buffer.ts'
import { createTurns } from '../../base/turns.ts'
import { unpack } from '../../pages/fetch/unpack.ts'
import { addLink, type FoundLink, type FoundLinks, MAX_LINKS } from '../../reading/links/found-links.ts'
import { isGzip } from '../../saved-files/detect-format.ts'
import { fetchOfFurther, fetchPage } from '../scraping/page-ways.ts'
import type { Services } from '../services.ts'
import type { LinksFrom } from './link-choice.ts'
import { hintForEmpty, type PageSource } from './page-source.ts'
import { type PageOrigin, type PageReader, type PageToRead, readPageOf } from './page-to-read.ts'

/** A page to read links from, and which of them to return. */
interface LinksRequest {
  services: Services
  wanted: PageSource & Omit<LinksFrom, 'url'>
  reader: PageReader
}

/** A sitemap of an index, with the number of its selected links, or why it was not read. */
interface SitemapNote {
  url: string
  links: number
  error: string | null
}

/** The links of a page, or of all sitemaps of an index. */
interface PageLinks {
  links: FoundLink[]
  sitemaps: SitemapNote[]
  /** Whether these are all links. */
  isComplete: boolean
  /** The address after redirects. */
  url: string | undefined
  origin: PageOrigin
  /** Whether any of it was fetched or uploaded for this call. */
  isNew: boolean
}

/**
 * Reads the links of a page or of a sitemap; for an index, of its sitemaps within limits. Throws the errors of upstream
 * answers, and `extraction_failed` if there are no links at all.
 */
export async function readPageLinks(request: LinksRequest): Promise<PageLinks> {
  const { services, wanted, reader } = request
  const maxAgeS = wanted.fetch.max_age_s ?? 0
  const { found, result } = await readPageOf(
    { services, source: wanted, reader, maxAgeS, mayKeep: maxAgeS > 0 },
    {
      read: page => linksOf(request, page, page.url),
      isShell: isEmpty,
      sizeOf: ({ count, sitemaps }) => count + sitemaps.length,
    },
  )
  const { url } = found.page
  const all = createCollection(result)
  await followSitemaps(request, url, all)
  if (all.count === 0) throw noLinks(all.sitemaps, wanted)
  found.keep()
  return {
    links: [...all.links.values()],
    sitemaps: all.sitemaps,
    isComplete: all.isComplete,
    url,
    origin: found.origin,
    isNew: found.origin !== 'cache' || all.sitemaps.length > 0,
  }
}

const isEmpty = ({ count, sitemaps }: FoundLinks) => count === 0 && sitemaps.length === 0

/** Maximum size of an unpacked sitemap in bytes, as defined by the sitemap protocol. */
const MAX_SITEMAP_BYTES = 52_428_800

/** Returns the links of one file. `start` is the URL of the requested page. */
async function linksOf(
  { services, wanted, reader }: LinksRequest,
  page: PageToRead['page'],
  start: string | undefined,
): Promise<FoundLinks> {
  const { content, links_matching, same_host } = wanted
  const host = same_host && start !== undefined ? new URL(start).host : undefined
  const options = { content, linksMatching: links_matching, host }
  const bytes = await unpacked(page)
  return services.extraction.links({ ...page, bytes, options, owner: reader.owner }, reader.signal)
}

/**
 * Returns the bytes of a page, unpacked if they are gzip. Sitemaps are often gzip files, which only their names show, not
 * always their headers.
 */
async function unpacked({ bytes, url }: PageToRead['page']): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes
  const host = URL.parse(url ?? '')?.host ?? 'the upload'
  try {
    return ownBuffer(await unpack(bytes, 'gzip', { host, maxBytes: MAX_SITEMAP_BYTES }))
  } catch (error) {
    throw error instanceof AppError && error.code === 'page_too_large' ? sitemapTooLarge(host, error) : error
  }
}

const sitemapTooLarge = (host: string, cause: AppError) =>
  new AppError('page_too_large', `The sitemap of ${host} is larger than 50 MB once it is unpacked.`, {
    hint: 'No sitemap may be larger. Unpack it, and send it as a page in parts.',
    cause,
  })

/** Links of several files, without duplicate URLs. */
interface Collection {
  links: Map<string, FoundLink>
  /** Number of all links, selected or not. */
  count: number
  sitemaps: SitemapNote[]
  isComplete: boolean
  /** Sitemaps that are yet to be read. */
  queue: string[]
}

const createCollection = ({ links, sitemaps, count, isCut }: FoundLinks): Collection => ({
  links: new Map(links.map(link => [link.url, link])),
  count,
  sitemaps: [],
  isComplete: !isCut,
  queue: [...sitemaps],
})

/** Limits for a sitemap index: number of sitemaps, their total bytes, and milliseconds spent on them. */
const MAX_FILES = 50
const MAX_BYTES = 209_715_200
const MAX_MS = 60_000

/** Reads the sitemaps of an index one after another, each once. Sitemaps that cannot be read are noted. */
async function followSitemaps(
  request: LinksRequest,
  start: string | undefined,
  all: Collection,
): Promise<void> {
  const { now } = request.services
  const known = new Set([start, request.wanted.url])
  const endsAt = now() + MAX_MS
  let bytes = 0
  for (const url of all.queue) {
    if (known.has(url)) continue
    known.add(url)
    const isFull = all.links.size >= MAX_LINKS || all.sitemaps.length === MAX_FILES
    if (isFull || bytes > MAX_BYTES || now() > endsAt) {
      all.isComplete = false
      return
    }
    bytes += await addSitemap(request, url, start, all)
  }
}

/** Reads one sitemap and returns the number of fetched bytes. */
async function addSitemap(
  request: LinksRequest,
  url: string,
  start: string | undefined,
  all: Collection,
): Promise<number> {
  const note: SitemapNote = { url, links: 0, error: null }
  all.sitemaps.push(note)
  try {
    const page = await fetchPage(sitemapRequest(request, url), 'http')
    const size = page.bytes.length
    const found = await linksOf(request, page, start)
    if (found.isSitemap) await add(found, note, all)
    else note.error = 'This page is not a sitemap.'
    return size
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error
    note.error = error.message
    return 0
  }
}

/** Returns the request for a sitemap. It needs no browser, so the options for one are turned off. */
function sitemapRequest({ services, wanted, reader }: LinksRequest, url: string) {
  const own = fetchOfFurther(wanted.fetch, wanted.url ?? '', url)
  const fetch = { ...own, wait_for: null, scroll: null, load_more: null }
  return { services, parser: { fetch }, url, accountId: reader.accountId, context: reader }
}

async function add(found: FoundLinks, note: SitemapNote, all: Collection): Promise<void> {
  const turns = createTurns()
  note.links = found.links.length
  all.count += found.count
  all.queue.push(...found.sitemaps.slice(0, MAX_FILES))
  if (found.isCut || found.sitemaps.length > MAX_FILES) all.isComplete = false
  for (const link of found.links) {
    if (turns.isOver()) await turns.next()
    if (all.links.size < MAX_LINKS || all.links.has(link.url)) addLink(all.links, link)
    else all.isComplete = false
  }
}

function noLinks(sitemaps: SitemapNote[], wanted: LinksRequest['wanted']): AppError {
  const failed = sitemaps.find(({ error }) => error !== null)
  if (failed)
    return new AppError(
      'extraction_failed',
      `No sitemap of the index has links. ${failed.url}: ${failed.error}`,
      {
        hint: 'Give the address of a sitemap that lists pages.',
      },
    )
  return new AppError('extraction_failed', 'The page has no links.', {
    hint: hintForNone(wanted),
  })
}

const RELATIVE = 'If its links are relative, give the address of the page as `url`. '

/** Returns a hint for a page without links. */
function hintForNone(wanted: LinksRequest['wanted']): string {
  if (wanted.content !== 'all') return '`content: all` also reads what is around the main text.'
  const isWithoutAddress = wanted.html !== undefined && wanted.url === undefined
  return `${isWithoutAddress ? RELATIVE : ''}${hintForEmpty(wanted, 'links')}`
}
