import { lexer, type Token } from 'marked'
import { decodeReferences } from '../../ui/markdown/decoded.ts'
import type { PageText, TextPart } from './page-text.ts'

export type Outline = PageText['outline']

const tokensByPart = new WeakMap<TextPart, Token[]>()

/** Returns the Markdown tokens of a part of a text. The same part always has the same token objects. */
export function tokensOf(part: TextPart): Token[] {
  const known = tokensByPart.get(part)
  if (known) return known
  const tokens = lexer(part.page.markdown ?? '')
  tokensByPart.set(part, tokens)
  return tokens
}

/** The number of each heading by its token. A token belongs to a single text. */
const headingNumbers = new WeakMap<Token, number>()

/** Returns the block number of a heading; undefined if the outline does not list it. */
export const numberOf = (heading: Token): number | undefined => headingNumbers.get(heading)

/**
 * Assigns the numbers of the outline to the headings of a text, which are in the same order. Returns all assigned numbers.
 */
export function numberHeadings(parts: readonly TextPart[], outline: Outline): Set<number> {
  const found = new Set<number>()
  let nextIndex = 0
  for (const token of parts.flatMap(tokensOf)) {
    if (token.type !== 'heading') continue
    const headingText = collapseSpaces(tokenText(token))
    const entryIndex = outline.findIndex(
      ({ level, text }, index) =>
        index >= nextIndex && level === token.depth && headingText.startsWith(collapseSpaces(text)),
    )
    if (entryIndex < 0) continue
    headingNumbers.set(token, outline[entryIndex]!.from)
    found.add(outline[entryIndex]!.from)
    nextIndex = entryIndex + 1
  }
  return found
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

function tokenText(token: Token): string {
  if ('tokens' in token && token.tokens?.length) return token.tokens.map(tokenText).join('')
  return 'text' in token ? decodeReferences(token.text) : ''
}

const HEADING_SELECTOR = 'h1, h2, h3, h4, h5, h6'

/**
 * Scrolls the page to the heading of an outline entry. If several headings have the same words, scrolls to the one at the
 * same position among them. Only the frame of the page scrolls, not its surroundings.
 */
export function scrollToHeading(page: Document, outline: Outline, from: number): void {
  const entry = outline.find(one => one.from === from)
  if (!entry) return
  const headingText = collapseSpaces(entry.text)
  const precedingCount = outline.filter(
    one => one.from < from && collapseSpaces(one.text) === headingText,
  ).length
  const matches = [...page.querySelectorAll(HEADING_SELECTOR)].filter(
    ({ textContent }) => collapseSpaces(textContent) === headingText,
  )
  const heading = matches[precedingCount]
  if (heading) page.defaultView?.scrollBy(0, heading.getBoundingClientRect().top)
}
