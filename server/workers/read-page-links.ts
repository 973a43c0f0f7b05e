import { mediaTypeOf } from '../base/media-type.ts'
import { defaultEngineOf } from '../parsers/compile/compile-parser.ts'
import { viewPage } from '../parsers/page-view.ts'
import { type FoundLinks, linksOfPage, linksOfSitemap, MOST_LINKS } from '../reading/find-links.ts'
import { readSitemap } from '../reading/read-sitemap.ts'
import { markupOf } from './parse-page.ts'
import type { LinksTask } from './tasks.ts'

/** Reads the links of a page, or of a sitemap. */
export function readPageLinks({ options, url, contentType, ...page }: LinksTask): FoundLinks {
  const text = markupOf({ ...page, contentType })
  const sitemap = readSitemap(text, isPlain(contentType), MOST_LINKS)
  return sitemap
    ? linksOfSitemap(sitemap, url ?? null, options)
    : linksOfPage(viewPage({ text, contentType, ...(url && { url }) }, defaultEngineOf(text)), options)
}

const isPlain = (contentType: string | null) => mediaTypeOf(contentType)?.essence === 'text/plain'
