import type { PageView } from '../parsers/page-view.ts'
import { compilePattern } from '../parsers/values/pattern.ts'
import { readUrl } from '../parsers/values/read-url.ts'
import { findMain } from './find-main.ts'
import { readLinks, type WantedAddress } from './page-links.ts'
import type { ReadOptions } from './read-options.ts'
import type { Sitemap } from './read-sitemap.ts'

/** Which links of a page are wanted. */
export interface LinkOptions extends Pick<ReadOptions, 'content' | 'linksMatching'> {
  /** The host that they lead to; undefined: any. */
  host: string | undefined
}

/** A link of a page has a text; one of a sitemap may have the time of the last change. */
export interface FoundLink {
  url: string
  text: string | null
  lastmod: string | null
}

export interface FoundLinks {
  links: FoundLink[]
  /** The sitemaps that an index lists; empty for any other page. */
  sitemaps: string[]
  isSitemap: boolean
  /** Links that there are, whether they are wanted or not. */
  count: number
  /** There are more than were read. */
  isCut: boolean
}

/** More are not read of a page: a sitemap has no more. */
export const MOST_LINKS = 50_000

/** The links of a page, each address once and without its part behind `#`. */
export function linksOfPage(page: PageView, options: LinkOptions): FoundLinks {
  const html = page.html()
  const part = options.content === 'main' ? findMain(html) : { root: html.root, skip: new Set<never>() }
  const isWanted = filterOf(options)
  const own = page.address === undefined ? null : withoutFragment(page.address)
  let count = 0
  const wanted: WantedAddress = address => {
    const url = withoutFragment(address)
    if (url === own) return null
    count++
    return isWanted(url) ? url : null
  }
  const { links, isCut } = readLinks(html, part, page.base(), wanted, MOST_LINKS)
  return {
    links: links.map(link => ({ ...link, lastmod: null })),
    sitemaps: [],
    isSitemap: false,
    count,
    isCut,
  }
}

/** The links of a sitemap, or the sitemaps of an index. */
export function linksOfSitemap(
  { isIndex, entries, isCut }: Sitemap,
  address: string | null,
  options: LinkOptions,
): FoundLinks {
  const isWanted = filterOf(options)
  const links = new Map<string, FoundLink>()
  for (const { url: given, lastmod } of entries) {
    const url = readUrl(given, address).value
    if (typeof url === 'string') addLink(links, { url: withoutFragment(url), text: null, lastmod })
  }
  const isSitemap = true
  if (isIndex) return { links: [], sitemaps: [...links.keys()], isSitemap, count: 0, isCut }
  const all = [...links.values()]
  return { links: all.filter(({ url }) => isWanted(url)), sitemaps: [], isSitemap, count: all.length, isCut }
}

/** Adds a link to those that are known. Where it is one of them, it may tell when its page has changed. */
export function addLink(links: Map<string, FoundLink>, link: FoundLink): void {
  const known = links.get(link.url)
  if (!known) links.set(link.url, link)
  else known.lastmod ??= link.lastmod
}

function filterOf({ linksMatching, host }: LinkOptions): (url: string) => boolean {
  const pattern = linksMatching === undefined ? null : compilePattern(linksMatching)
  return url => (host === undefined || hostOf(url) === host) && (pattern === null || pattern.test(url))
}

const hostOf = (url: string) => new URL(url).host

const withoutFragment = (url: string): string => {
  const at = url.indexOf('#')
  return at < 0 ? url : url.slice(0, at)
}
