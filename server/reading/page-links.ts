import type { HtmlDocument, Skip } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { elementsIn } from '../parsers/html/elements-in.ts'
import { readText } from '../parsers/html/read-text.ts'
import { readUrl } from '../parsers/values/read-url.ts'
import type { PagePart } from './find-main.ts'

/** A link of a page, once for each address. */
export interface PageLink {
  url: string
  text: string
}

const ANCHOR = fastEngine.compile('a[href]')

/** More are not looked at. */
const MOST_ANCHORS = 20_000
const MOST_LINKS = 1_000
const LONGEST_TEXT = 300

/** The addresses of the web that a part of a page links to and that `isWanted`, with the first text of each. */
export function readLinks(
  html: HtmlDocument,
  { root, skip }: PagePart,
  base: string | null,
  isWanted: (url: string) => boolean,
): PageLink[] {
  const hidden = insideOf(html, skip)
  const links = new Map<string, PageLink>()
  for (const anchor of html.select(ANCHOR, root, MOST_ANCHORS)) {
    if (hidden.has(anchor) || links.size >= MOST_LINKS) continue
    const url = readUrl(html.attribute(anchor, 'href'), base).value
    if (typeof url !== 'string' || !isWanted(url)) continue
    const text = readText(html, anchor).slice(0, LONGEST_TEXT)
    const known = links.get(url)
    if (!known) links.set(url, { url, text })
    else known.text ||= text
  }
  return [...links.values()]
}

/** What is left out, with all elements in it. */
function insideOf(html: HtmlDocument, skip: Skip): Skip {
  const hidden = new Set(skip)
  for (const node of skip) {
    const around = html.parent(node)
    if (around === null || !hidden.has(around)) for (const inner of elementsIn(html, node)) hidden.add(inner)
  }
  return hidden
}
