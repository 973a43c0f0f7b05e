import { once } from '../base/once.ts'
import { type HtmlDocument, NO_SKIP } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import type { OwnWords } from './own-words.ts'
import type { PageElement } from './page-elements.ts'

const SECTIONS: ReadonlySet<string> = new Set(['main', 'article', 'section'])
const HEADING = /^h[1-6]$/
const DESCRIPTION = fastEngine.compile('meta[name$="description" i], meta[property$="description" i]')

/** A paragraph with fewer words is no summary but a name or a date; the second is for one that ends like a sentence. */
const MIN_SUMMARY_WORDS = 10
const MIN_SENTENCE_WORDS = 5
const DATE_OR_TIME = /\b(?:19|20)\d\d\b|\b\d{1,2}:\d\d\b/

/**
 * Keeps the headings in headers of sections of an element, and the summaries in them, such as the first paragraph of an
 * article. A summary that the page states as its description is not part of the text.
 */
export function keepSectionHeaders(
  html: HtmlDocument,
  elements: PageElement[],
  ownWords: OwnWords,
  root: number,
  omitted: Uint8Array,
): void {
  const headers = omittedHeaders(elements, root, omitted)
  const descriptions = once(() =>
    html.select(DESCRIPTION, html.root, MAX_DESCRIPTIONS).flatMap(node => {
      const text = onlyWords(html.attribute(node, 'content') ?? '')
      return text === '' ? [] : [text]
    }),
  )
  const isSummary = (at: number): boolean => {
    if (!isLongEnough(ownWords, at) || hasTime(elements, at)) return false
    const text = html.text(elements[at]!.node, NO_SKIP)
    if (ownWords.stops[at] === 0 && DATE_OR_TIME.test(text)) return false
    const words = onlyWords(text)
    return !descriptions().some(description => description.includes(words) || words.startsWith(description))
  }
  for (const header of headers) {
    const isOfPage = holdsTitle(elements, header)
    const isKept = (at: number) =>
      elements[at]!.name === 'p' ? isSummary(at) : !isOfPage && HEADING.test(elements[at]!.name)
    keepIn(elements, header, isKept, omitted)
  }
}

const MAX_DESCRIPTIONS = 5

const onlyWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the headers of sections in an element that are left out while what is around them is not. */
function omittedHeaders(elements: PageElement[], root: number, omitted: Uint8Array): number[] {
  const isInSection = new Uint8Array(elements[root]!.end)
  const headers: number[] = []
  for (let at = 0; at < isInSection.length; at++) {
    const { name, parent } = elements[at]!
    if (SECTIONS.has(name) || isInSection[parent]) isInSection[at] = 1
    if (at > root && name === 'header' && isInSection[at] && omitted[at] && !omitted[parent]) headers.push(at)
  }
  return headers
}

function holdsTitle(elements: PageElement[], header: number): boolean {
  for (let at = header + 1; at < elements[header]!.end; at++) if (elements[at]!.name === 'h1') return true
  return false
}

const isLongEnough = ({ words, links, stops }: OwnWords, at: number): boolean =>
  links[at]! < words[at]! / 2 && words[at]! >= (stops[at]! > 0 ? MIN_SENTENCE_WORDS : MIN_SUMMARY_WORDS)

const hasTime = (elements: PageElement[], at: number): boolean =>
  elements.slice(at + 1, elements[at]!.end).some(({ name }) => name === 'time')

/** Keeps some elements in a header, with what is around them, unless they are in boilerplate. */
function keepIn(
  elements: PageElement[],
  header: number,
  isKept: (at: number) => boolean,
  omitted: Uint8Array,
): void {
  for (let at = header + 1; at < elements[header]!.end; ) {
    const { doubt, end, parent } = elements[at]!
    const isFound = doubt === 0 && isKept(at)
    if (isFound) {
      for (let around = parent; omitted[around]; around = elements[around]!.parent) omitted[around] = 0
      omitted[at] = 0
      for (let inner = at + 1; inner < end; inner++)
        omitted[inner] = elements[inner]!.doubt > 0 ? 1 : omitted[elements[inner]!.parent]!
    }
    at = isFound || doubt > 0 ? end : at + 1
  }
}
