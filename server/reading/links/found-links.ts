/** A link of a page has a text; a link of a sitemap may have the time of the last change. */
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
  /** Number of links on the page, whether they match the options or not. */
  count: number
  /** Whether the page has more links than were read. */
  isCut: boolean
}

/** Maximum number of links to read from a page; the sitemap protocol allows no more in a file. */
export const MAX_LINKS = 50_000

/** Adds a link unless its address is known already; a known link without `lastmod` takes that of the new one. */
export function addLink(links: Map<string, FoundLink>, link: FoundLink): void {
  const known = links.get(link.url)
  if (!known) links.set(link.url, link)
  else known.lastmod ??= link.lastmod
}
