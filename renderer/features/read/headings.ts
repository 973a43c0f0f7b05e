import { lexer, type Token } from 'marked'
import { decodeReferences } from '../../ui/markdown/decoded.ts'
import type { PageText, TextPart } from './page-text.ts'

export type Outline = PageText['outline']

const lexed = new WeakMap<TextPart, Token[]>()

/** Returns the Markdown tokens of a part of a text. The same part always has the same token objects. */
export function tokensOf(part: TextPart): Token[] {
  const known = lexed.get(part)
  if (known) return known
  const tokens = lexer(part.page.markdown ?? '')
  lexed.set(part, tokens)
  return tokens
}

/** The number of each heading by its token. A token belongs to a single text. */
const numbers = new WeakMap<Token, number>()

/** Returns the block number of a heading; undefined if the outline does not list it. */
export const numberOf = (heading: Token): number | undefined => numbers.get(heading)

/**
 * Assigns the numbers of the outline to the headings of a text, which are in the same order. Returns all assigned numbers.
 */
export function numberHeadings(parts: readonly TextPart[], outline: Outline): Set<number> {
  const found = new Set<number>()
  let at = 0
  for (const token of parts.flatMap(tokensOf)) {
    if (token.type !== 'heading') continue
    const words = plain(wordsOf(token))
    const place = outline.findIndex(
      ({ level, text }, index) => index >= at && level === token.depth && words.startsWith(plain(text)),
    )
    if (place < 0) continue
    numbers.set(token, outline[place]!.from)
    found.add(outline[place]!.from)
    at = place + 1
  }
  return found
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

function wordsOf(token: Token): string {
  if ('tokens' in token && token.tokens?.length) return token.tokens.map(wordsOf).join('')
  return 'text' in token ? decodeReferences(token.text) : ''
}

const LEVELS = 'h1, h2, h3, h4, h5, h6'

/**
 * Scrolls the page to the heading of an outline entry. If several headings have the same words, scrolls to the one at the
 * same position among them. Only the frame of the page scrolls, not its surroundings.
 */
export function scrollToHeading(page: Document, outline: Outline, from: number): void {
  const entry = outline.find(one => one.from === from)
  if (!entry) return
  const words = plain(entry.text)
  const before = outline.filter(one => one.from < from && plain(one.text) === words).length
  const same = [...page.querySelectorAll(LEVELS)].filter(({ textContent }) => plain(textContent) === words)
  const heading = same[before]
  if (heading) page.defaultView?.scrollBy(0, heading.getBoundingClientRect().top)
}
