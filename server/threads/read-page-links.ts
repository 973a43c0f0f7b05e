import { mediaTypeOf } from '../base/media-type.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { textOf } from '../html/markup.ts'
import { mayDeclareShadows } from '../parsers/html/open-shadows.ts'
import { viewPage } from '../parsers/page-view.ts'
import { kindOfText } from '../reading/kind-of-text.ts'
import { linksOfPage, linksOfSitemap } from '../reading/links/find-links.ts'
import { type FoundLinks, MAX_LINKS } from '../reading/links/found-links.ts'
import { readSitemap } from '../reading/links/read-sitemap.ts'
import { asHtml } from '../reading/xml-page.ts'
import { markupOf } from './parse-page.ts'
import type { LinksTask } from './tasks.ts'

/** Reads the links of a page, or of a sitemap. */
export async function readPageLinks({ options, url, contentType, ...page }: LinksTask): Promise<FoundLinks> {
  const text = markupOf({ ...page, contentType })
  if (kindOfText(contentType, url, '')?.isMarkdown) {
    const { htmlOfMarkdown } = await import('../reading/markdown-page.ts')
    const html = htmlOfMarkdown(textOf(text)) ?? ''
    return linksOfPage(viewPage({ text: html, ...(url && { url }) }, fastEngine), {
      ...options,
      content: 'all',
    })
  }
  const sitemap = readSitemap(text, isPlain(contentType), MAX_LINKS)
  if (sitemap) return linksOfSitemap(sitemap, url ?? null, options)
  const html = asHtml(text)
  const input = { text: html, contentType, ...(url && { url }) }
  return linksOfPage(viewPage(input, fastEngine, { opensShadows: mayDeclareShadows(html) }), options)
}

const isPlain = (contentType: string | null) => mediaTypeOf(contentType)?.essence === 'text/plain'
