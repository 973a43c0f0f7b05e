import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { SEPARATED_ELEMENTS, UNREAD_ELEMENTS } from '../html/read/text-borders.ts'
import { isTexScript } from '../parsers/html/markdown/read-formula.ts'
import { createHintReader, doubtOf, type Hints, NO_HINTS } from './boilerplate.ts'
import { countWords } from './count-words.ts'

/**
 * A visible element or text of a page. Entries are in document order: the content of entry `n` is the entries from `n + 1`
 * up to but not including its `end`.
 */
export interface PageElement {
  node: DocumentNode
  /** Index of the parent element; -1 for the root. */
  parent: number
  end: number
  /** Element name; '' for a text. */
  name: string
  /** Class and id in lower case, which often say what the element is for. */
  hints: string
  words: number
  linkWords: number
  /** Number of its texts that end like a sentence or a part of one. */
  stops: number
  /** The share of the page's prose that the element may hold and still be left out; 0 if it is not boilerplate. */
  doubt: number
}

/** Maximum number of elements to read. Pages for human readers have far fewer; the rest of a longer page is ignored. */
const MAX_ELEMENTS = 200_000

/** Whether an element of this name is a block, apart from the text around it. */
export const isBlockName = (name: string): boolean =>
  SEPARATED_ELEMENTS.has(name) && name !== 'br' && name !== 'button'

/**
 * Returns the elements and texts of a page, without scripts and the like. Uses a loop, since pages may be nested deeper than
 * the stack allows.
 */
export function readElements(html: HtmlDocument): PageElement[] {
  const elements: PageElement[] = []
  const openIndexes: number[] = []
  const hintsOf = createHintReader(html)
  let links = 0
  let codes = 0
  // Highlighters give classes such as `comment`, `tag` and `meta` to pieces of code.
  const hintsIn = (node: DocumentNode) => (codes > 0 ? NO_HINTS : hintsOf(node))
  const enter = (node: DocumentNode): boolean => {
    const element = readElement(html, node, openIndexes.at(-1) ?? -1, links > 0, hintsIn)
    if (!element) return false
    if (element.name === 'a') links++
    if (isCode(element)) codes++
    openIndexes.push(elements.push(element) - 1)
    return true
  }
  const leave = (): DocumentNode => {
    const element = elements[openIndexes.pop()!]!
    element.end = elements.length
    if (element.name === 'a') links--
    if (isCode(element)) codes--
    const parentElement = elements[openIndexes.at(-1)!]
    if (parentElement) addWords(parentElement, element)
    return element.node
  }

  let node: DocumentNode | null = html.root
  while (node !== null && elements.length < MAX_ELEMENTS) {
    const child: DocumentNode | null =
      enter(node) && elements.at(-1)!.name !== '' ? html.firstChild(node) : null
    if (child === null) {
      let leftNode: DocumentNode = node
      if (elements[openIndexes.at(-1)!]?.node === node) leave()
      while (html.nextSibling(leftNode) === null && openIndexes.length > 0) leftNode = leave()
      node = html.nextSibling(leftNode)
    } else node = child
  }
  while (openIndexes.length > 0) leave()
  return elements
}

const isCode = ({ name }: PageElement): boolean => name === 'pre' || name === 'code'

function addWords(parent: PageElement, { words, linkWords }: PageElement): void {
  parent.words += words
  parent.linkWords += linkWords
}

/** Matches a text that ends like a sentence or a part of one. */
const STOP = /[.!?…。！？:;,؟؛،۔।॥။។።]["'’”»)\]]*\s*$/
/** Number of characters at the end of a text that are matched. */
const STOP_LENGTH = 8

/** A formula is read like a text of one word. */
const FORMULA = { end: 0, name: '', hints: '', words: 1, linkWords: 0, stops: 0, doubt: 0 }

/** Returns the entry of a node without its content, or null if the node is not read. */
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
    if (name === 'math' || isTexScript(node, html)) return { ...FORMULA, node, parent }
    if (UNREAD_ELEMENTS.has(name)) return null
    const hints = hintsOf(node)
    const doubt = doubtOf(html, node, name, hints)
    return { node, parent, end: 0, name, hints: hints.text, words: 0, linkWords: 0, stops: 0, doubt }
  }
  const words = countWords(characters)
  if (words === 0) return null
  const linkWords = isInLink ? words : 0
  const stops = STOP.test(characters.slice(-STOP_LENGTH)) ? 1 : 0
  return { node, parent, end: 0, name: '', hints: '', words, linkWords, stops, doubt: 0 }
}
