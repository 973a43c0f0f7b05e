import { mediaTypeOf } from '../base/media-type.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { viewPage } from '../parsers/page-view.ts'
import { type FoundLinks, linksOfPage, linksOfSitemap, MOST_LINKS } from '../reading/find-links.ts'
import { readSitemap } from '../reading/read-sitemap.ts'
import { asHtml } from '../reading/xml-page.ts'
import { markupOf } from './parse-page.ts'
import type { LinksTask } from './tasks.ts'

/** Reads the links of a page, or of a sitemap. */
export function readPageLinks({ options, url, contentType, ...page }: LinksTask): FoundLinks {
  const text = markupOf({ ...page, contentType })
  const sitemap = readSitemap(text, isPlain(contentType), MOST_LINKS)
  return sitemap
    ? linksOfSitemap(sitemap, url ?? null, options)
    : linksOfPage(viewPage({ text: asHtml(text), contentType, ...(url && { url }) }, fastEngine), options)
}

const isPlain = (contentType: string | null) => mediaTypeOf(contentType)?.essence === 'text/plain'
