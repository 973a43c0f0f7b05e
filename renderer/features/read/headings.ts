import { lexer, type Token } from 'marked'
import { decoded } from '../../ui/markdown/decoded.ts'
import type { PageText, TextPart } from './reading.ts'

export type Outline = PageText['outline']

const lexed = new WeakMap<TextPart, Token[]>()

/** The tokens of a part of a text, the same ones each time. */
export function tokensOf(part: TextPart): Token[] {
  const known = lexed.get(part)
  if (known) return known
  const tokens = lexer(part.page.markdown ?? '')
  lexed.set(part, tokens)
  return tokens
}

/** The numbers of the blocks that are headings, by their tokens: the outline has them in the order of the text. */
export function numberHeadings(parts: readonly TextPart[], outline: Outline): Map<Token, number> {
  const numbers = new Map<Token, number>()
  let at = 0
  for (const token of parts.flatMap(tokensOf)) {
    if (token.type !== 'heading') continue
    const words = plain(wordsOf(token))
    const found = outline.findIndex(
      ({ level, text }, index) => index >= at && level === token.depth && words.startsWith(plain(text)),
    )
    if (found < 0) continue
    numbers.set(token, outline[found]!.from)
    at = found + 1
  }
  return numbers
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

function wordsOf(token: Token): string {
  if ('tokens' in token && token.tokens?.length) return token.tokens.map(wordsOf).join('')
  return 'text' in token ? decoded(token.text) : ''
}

const LEVELS = 'h1, h2, h3, h4, h5, h6'

/** The heading of an entry of the outline in the page itself; of several with the same words, the one with its number. */
export function headingInPage(document: Document, outline: Outline, from: number): Element | undefined {
  const entry = outline.find(one => one.from === from)
  if (!entry) return undefined
  const words = plain(entry.text)
  const before = outline.filter(one => one.from < from && plain(one.text) === words).length
  return [...document.querySelectorAll(LEVELS)].filter(heading => plain(heading.textContent ?? '') === words)[
    before
  ]
}
