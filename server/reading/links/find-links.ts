import type { PageView } from '../../parsers/page-view.ts'
import { compilePattern } from '../../parsers/values/pattern.ts'
import { readUrl } from '../../parsers/values/read-url.ts'
import { findMain } from '../find-main.ts'
import type { ReadOptions } from '../read-options.ts'
import { addLink, type FoundLink, type FoundLinks, MAX_LINKS } from './found-links.ts'
import { type AddressFilter, readLinks } from './page-links.ts'
import type { Sitemap } from './read-sitemap.ts'

/** Which links of a page to return. */
export interface LinkOptions extends Pick<ReadOptions, 'content' | 'linksMatching'> {
  /** The host that the links lead to; undefined for any host. */
  host: string | undefined
}

/** Returns the links of a page, each address once and without its fragment. */
export function linksOfPage(page: PageView, options: LinkOptions): FoundLinks {
  const html = page.html()
  const part = options.content === 'main' ? findMain(html) : { root: html.root, skip: new Set<never>() }
  const isMatch = filterOf(options)
  const ownUrl = page.address === undefined ? null : withoutFragment(page.address)
  let count = 0
  const acceptAddress: AddressFilter = address => {
    const url = withoutFragment(address)
    if (url === ownUrl) return null
    count++
    return isMatch(url) ? url : null
  }
  const { links, isCut } = readLinks(html, part, page.base(), acceptAddress, MAX_LINKS)
  return {
    links: links.map(link => ({ ...link, lastmod: null })),
    sitemaps: [],
    isSitemap: false,
    count,
    isCut,
  }
}

/** Returns the links of a sitemap, or the sitemaps of an index. */
export function linksOfSitemap(
  { isIndex, entries, isCut }: Sitemap,
  address: string | null,
  options: LinkOptions,
): FoundLinks {
  const isMatch = filterOf(options)
  const links = new Map<string, FoundLink>()
  for (const { url: reference, lastmod } of entries) {
    const url = readUrl(reference, address).value
    if (typeof url === 'string') addLink(links, { url: withoutFragment(url), text: null, lastmod })
  }
  const isSitemap = true
  if (isIndex) return { links: [], sitemaps: [...links.keys()], isSitemap, count: 0, isCut }
  const allLinks = [...links.values()]
  return {
    links: allLinks.filter(({ url }) => isMatch(url)),
    sitemaps: [],
    isSitemap,
    count: allLinks.length,
    isCut,
  }
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
