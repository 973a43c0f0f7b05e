import { fastEngine } from '../html/fast-engine.ts'
import { type Markup, startOf, textOf } from '../html/markup.ts'
import { mayDeclareShadows } from '../parsers/html/open-shadows.ts'
import { viewPage } from '../parsers/page-view.ts'
import { isXml } from '../parsers/xml/is-xml.ts'
import { kindOfText, type TextKind } from '../reading/kind-of-text.ts'
import type { ReadOptions } from '../reading/read-options.ts'
import { type ReadPage, readPage, readPlainText } from '../reading/read-page.ts'
import { asHtml } from '../reading/xml-page.ts'
import { markupOf } from './parse-page.ts'
import type { ReadTask } from './tasks.ts'

/** Reads a page as text. Throws AppError if it has none. */
export async function readTextPage({ options, url, contentType, ...page }: ReadTask): Promise<ReadPage> {
  const markup = markupOf({ ...page, contentType })
  const kind = kindOfText(contentType, url, startOf(markup, START_LENGTH))
  if (kind) return readKind(kind, textOf(markup), url, options)
  if (isXml(markup)) return readPage(viewOf(asHtml(markup), url), { ...options, content: 'all' })
  const view = viewOf(markup, url)
  return view.json() === undefined ? readPage(view, options) : readPlainText(view.text(), 'json', options)
}

async function readKind(
  kind: TextKind,
  text: string,
  url: string | undefined,
  options: ReadOptions,
): Promise<ReadPage> {
  if (!kind.isMarkdown) return readPlainText(text, kind.language, options)
  const { htmlOfMarkdown } = await import('../reading/markdown-page.ts')
  const html = htmlOfMarkdown(text)
  return html === null
    ? readPlainText(text, 'markdown', options)
    : readPage(viewOf(html, url), { ...options, content: 'all' })
}

/** Number of characters at the start of a page from which its kind is detected. */
const START_LENGTH = 200

/** Browsers show declared shadow trees too. */
const viewOf = (text: Markup, url: string | undefined) =>
  viewPage({ text, ...(url && { url }) }, fastEngine, { opensShadows: mayDeclareShadows(text) })
