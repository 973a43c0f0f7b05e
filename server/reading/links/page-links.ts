import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../html/document.ts'
import { fastEngine } from '../../html/fast-engine.ts'
import { collapse } from '../../html/read/text-borders.ts'
import { elementsIn, hasAtMost } from '../../html/walk-nodes.ts'
import { readText } from '../../parsers/html/read-text.ts'
import { readUrl } from '../../parsers/values/read-url.ts'
import type { PagePart } from '../find-main.ts'

/** A link of a page. Each address is listed once. */
export interface PageLink {
  url: string
  text: string
}

/** Links, areas of pictures that are links, and frames, which are the only links of a page that consists of them. */
const ANCHOR = fastEngine.compile('a[href], area[href], frame[src]')

/** Maximum number of anchors to examine. */
const MAX_ANCHORS = 50_000
const MAX_TEXT_LENGTH = 300
/** Maximum number of elements and texts in a link whose text is read: links may be nested in each other, in cells of tables. */
const MAX_NODES = 1_000

/** Returns the address to list for a link, or null to leave the link out. */
export type AddressFilter = (url: string) => string | null

/**
 * Returns the web addresses that a part of a page links to, each with its first non-empty text, up to `maxLinks` of those that
 * `acceptAddress` accepts.
 */
export function readLinks(
  html: HtmlDocument,
  { root, skip }: PagePart,
  base: string | null,
  acceptAddress: AddressFilter,
  maxLinks: number,
): { links: PageLink[]; isCut: boolean } {
  const hidden = withDescendants(html, skip)
  const links = new Map<string, PageLink>()
  const anchors = html.select(ANCHOR, root, MAX_ANCHORS)
  let isCut = anchors.length === MAX_ANCHORS
  for (const anchor of anchors) {
    if (hidden.has(anchor)) continue
    const name = html.elementName(anchor)
    const address = readUrl(html.attribute(anchor, name === 'frame' ? 'src' : 'href'), base).value
    const url = typeof address === 'string' ? acceptAddress(address) : null
    if (url === null) continue
    if (links.size === maxLinks && !links.has(url)) {
      isCut = true
      break
    }
    const text = textOf(html, anchor, name).slice(0, MAX_TEXT_LENGTH)
    const known = links.get(url)
    if (!known) links.set(url, { url, text })
    else known.text ||= text
  }
  return { links: [...links.values()], isCut }
}

/** Attributes that name what has no text. */
const NAMES: Readonly<Record<string, string>> = { area: 'alt', frame: 'title' }

function textOf(html: HtmlDocument, anchor: DocumentNode, name: string | null): string {
  const naming = NAMES[name ?? '']
  if (naming !== undefined) return collapse(html.attribute(anchor, naming) ?? '')
  return hasAtMost(html, anchor, MAX_NODES) ? readText(html, anchor) : ''
}

/** Returns the left-out nodes and all elements inside them. */
function withDescendants(html: HtmlDocument, skip: SkippedNodes): SkippedNodes {
  const hidden = new Set(skip)
  for (const node of skip) {
    const parent = html.parent(node)
    if (parent === null || !hidden.has(parent)) for (const inner of elementsIn(html, node)) hidden.add(inner)
  }
  return hidden
}
