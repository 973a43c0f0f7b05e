import type { HtmlDocument } from '../html/document.ts'
import type { PageElement } from './page-elements.ts'

/** Maximum number of words in a teaser; anything longer is a text of its own. */
const MAX_TEASER_WORDS = 80
const MAX_ITEM_LENGTH = 250

const HEADING = /^h[1-6]$/

/**
 * Marks teasers of other pages: several sibling elements that each start with a heading that is a link. An `article` counts
 * however long it is.
 */
export function markTeasers(html: HtmlDocument, elements: PageElement[], out: Uint8Array): void {
  const groups = new Map<number, number[]>()
  for (let at = 1; at < elements.length; at++) {
    if (out[at] || !isLinkHeading(elements, at) || leadsToItself(html, elements, at)) continue
    const teaser = teaserOf(elements, at)
    if (teaser === null) continue
    const { parent } = elements[teaser]!
    const group = groups.get(parent)
    if (group) group.push(teaser)
    else groups.set(parent, [teaser])
  }
  for (const group of groups.values()) if (group.length > 1) for (const at of group) out[at] = 1
}

function isLinkHeading(elements: PageElement[], at: number): boolean {
  const { name, words, linkWords } = elements[at]!
  return HEADING.test(name) && words > 0 && linkWords > 0.8 * words
}

/** Whether the first link in a heading leads to a place on its own page, as in documentation. */
function leadsToItself(html: HtmlDocument, elements: PageElement[], heading: number): boolean {
  const link = elements.slice(heading + 1, elements[heading]!.end).find(({ name }) => name === 'a')
  return link !== undefined && html.attribute(link.node, 'href')?.startsWith('#') === true
}

/**
 * Returns the largest element that starts with the heading and is no longer than a teaser; null if that is the heading
 * itself.
 */
function teaserOf(elements: PageElement[], heading: number): number | null {
  let at = heading
  for (;;) {
    const { parent } = elements[at]!
    const parentElement = elements[parent]
    if (!parentElement || startsBefore(elements, parent, at)) break
    const maxWords = parentElement.name === 'li' ? MAX_ITEM_LENGTH : MAX_TEASER_WORDS
    if (parentElement.words > maxWords && parentElement.name !== 'article') break
    at = parent
    if (parentElement.name === 'article' || parentElement.name === 'li') break
  }
  return at === heading ? null : at
}

/** Whether an element has a text of more than 8 words, not all of them in links, before the entry at `index`. */
function startsBefore(elements: PageElement[], element: number, index: number): boolean {
  for (let at = element + 1; at < index; at++)
    if (elements[at]!.name === '' && elements[at]!.linkWords < elements[at]!.words && elements[at]!.words > 8)
      return true
  return false
}
