import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { APART, UNREAD } from '../html/read/text-borders.ts'
import { createHintReader, doubtOf, type Hints } from './boilerplate.ts'

/**
 * An element or a text of a page that a reader may see. They are listed in document order: the content of entry `n` is
 * the entries from `n + 1` up to its `end`, without it.
 */
export interface PageElement {
  node: DocumentNode
  /** Place of the element around it; -1 for the first. */
  parent: number
  end: number
  /** '' for a text. */
  name: string
  /** Its class and id in lower case, which often say what it is for. */
  hints: string
  words: number
  linkWords: number
  /** Of its texts, those that end like a sentence or a part of one. */
  stops: number
  /** How much of the page's prose it may hold and still be left out; 0: it is no boilerplate. */
  doubt: number
}

/** Pages that people read have far fewer; the rest of a longer one is not looked at. */
const MOST_ELEMENTS = 200_000

/** Whether an element stands apart from the text around it. */
export const isBlockName = (name: string): boolean => APART.has(name) && name !== 'br' && name !== 'button'

/** The elements and texts of a page, without scripts and the like. A loop: pages nest deeper than the stack. */
export function readElements(html: HtmlDocument): PageElement[] {
  const elements: PageElement[] = []
  const open: number[] = []
  const hintsOf = createHintReader(html)
  let links = 0
  const enter = (node: DocumentNode): boolean => {
    const element = readElement(html, node, open.at(-1) ?? -1, links > 0, hintsOf)
    if (!element) return false
    if (element.name === 'a') links++
    open.push(elements.push(element) - 1)
    return true
  }
  const leave = (): DocumentNode => {
    const element = elements[open.pop()!]!
    element.end = elements.length
    if (element.name === 'a') links--
    const around = elements[open.at(-1)!]
    if (around) addWords(around, element)
    return element.node
  }

  let node: DocumentNode | null = html.root
  while (node !== null && elements.length < MOST_ELEMENTS) {
    const child: DocumentNode | null = enter(node) ? html.firstChild(node) : null
    if (child === null) {
      let left: DocumentNode = node
      if (elements[open.at(-1)!]?.node === node) leave()
      while (html.nextSibling(left) === null && open.length > 0) left = leave()
      node = html.nextSibling(left)
    } else node = child
  }
  while (open.length > 0) leave()
  return elements
}

function addWords(around: PageElement, { words, linkWords }: PageElement): void {
  around.words += words
  around.linkWords += linkWords
}

/** How a text ends that is a sentence, or leads to the next part of one. */
const STOP = /[.!?…。！？:;,]["'’”»)\]]*\s*$/
/** Characters of its end that are looked at. */
const END = 8

/** A node as an entry without its content; null for one that is not read. */
function readElement(
  html: HtmlDocument,
  node: DocumentNode,
  parent: number,
  isInLink: boolean,
  hintsOf: (node: DocumentNode) => Hints,
): PageElement | null {
  const characters = html.characters(node)
  if (characters === null) {
    const name = html.elementName(node) ?? 'root'
    if (UNREAD.has(name)) return null
    const hints = hintsOf(node)
    const doubt = doubtOf(html, node, name, hints)
    return { node, parent, end: 0, name, hints: hints.text, words: 0, linkWords: 0, stops: 0, doubt }
  }
  const words = countWords(characters)
  if (words === 0) return null
  const linkWords = isInLink ? words : 0
  const stops = STOP.test(characters.slice(-END)) ? 1 : 0
  return { node, parent, end: 0, name: '', hints: '', words, linkWords, stops, doubt: 0 }
}

const SPACE = 32
const NO_BREAK_SPACE = 160
/** In Chinese, Japanese and Korean, which mostly write without spaces, two characters count as a word. */
const DENSE_FROM = 0x2e80
const DENSE_TO = 0xfb00

function countWords(text: string): number {
  let words = 0
  let dense = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isSpace = code <= SPACE || code === NO_BREAK_SPACE
    if (!isSpace && !isInWord) words++
    if (code >= DENSE_FROM && code < DENSE_TO) dense++
    isInWord = !isSpace
  }
  return words + (dense >> 1)
}
