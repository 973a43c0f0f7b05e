import {
  type DocumentNode,
  type HtmlDocument,
  NO_SKIP,
  type Selector,
  type SkippedNodes,
} from '../../html/document.ts'
import { elementsIn } from '../../html/walk-nodes.ts'
import {
  bestOfSrcset,
  LAZY_PICTURES,
  lazyBackgrounds,
  leadsNowhere,
  SRCSET_ATTRIBUTES,
  urlOfStyle,
} from './image-addresses.ts'
import { writeMarkdown } from './markdown/write-tree.ts'
import { readText } from './read-text.ts'
import { writeHtml } from './write-html.ts'

/** Reads a node of a page; null if it has nothing to read. */
export type NodeReader = (html: HtmlDocument, node: DocumentNode, skip: SkippedNodes) => string | null

const READERS = {
  text: readText,
  own_text: readOwnText,
  html: (html, node, skip) => writeHtml(html, node, { skip, outer: false }),
  outer_html: (html, node, skip) => writeHtml(html, node, { skip, outer: true }),
  markdown: writeMarkdown,
  image: readImage,
  value: readFormValue,
} satisfies Record<string, NodeReader>

/** The ways to read a node, apart from its attributes. */
export const READ_WORDS = Object.keys(READERS)

export function nodeReader(word: string): NodeReader {
  if (!word.startsWith('@')) return READERS[word as keyof typeof READERS]
  const name = word.slice(1)
  return (html, node) => html.attribute(node, name)?.trim() ?? null
}

/** Returns the text of an element without the text of the elements inside it. */
function readOwnText(html: HtmlDocument, node: DocumentNode): string {
  const pieces: string[] = [html.characters(node) ?? '']
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child)) {
    pieces.push(html.characters(child) ?? (html.elementName(child) === 'wbr' ? '' : ' '))
  }
  return pieces.join('').replace(/\s+/g, ' ').trim()
}

/** Returns the nodes inside a node that a selector removes. */
export function selectSkipped(html: HtmlDocument, node: DocumentNode, remove: Selector | null): SkippedNodes {
  return remove ? new Set(html.select(remove, node, Number.POSITIVE_INFINITY)) : NO_SKIP
}

/**
 * Returns what a form would submit for a control: for a select the chosen option, for a checkbox or radio button its value
 * only if it is checked.
 */
function readFormValue(html: HtmlDocument, node: DocumentNode): string | null {
  const name = html.elementName(node)
  if (name === 'select') return valueOfSelect(html, node)
  if (name === 'textarea') return readText(html, node)
  const type = html.attribute(node, 'type')?.toLowerCase()
  const isOff = (type === 'checkbox' || type === 'radio') && html.attribute(node, 'checked') === null
  if (isOff) return null
  const value = html.attribute(node, 'value')
  return value?.trim() ?? (name === 'option' ? readText(html, node) : null)
}

function valueOfSelect(html: HtmlDocument, select: DocumentNode): string | null {
  const options = elementsIn(html, select).filter(node => html.elementName(node) === 'option')
  const chosen = options.find(option => html.attribute(option, 'selected') !== null) ?? options[0]
  return chosen === undefined ? null : readFormValue(html, chosen)
}

/**
 * Returns the address of the best picture of an element: the largest of its sets, the lazily loaded one, its `src`, its
 * background; else that of the first picture inside it. Placeholders are ignored: `data:`, and `{{image}}` of a template.
 */
function readImage(html: HtmlDocument, node: DocumentNode): string | null {
  for (const element of [node, ...elementsIn(html, node)]) {
    const address = readOwnImage(html, element)
    if (address) return address
  }
  return null
}

function readOwnImage(html: HtmlDocument, node: DocumentNode): string | null {
  const read = (name: string) => html.attribute(node, name)?.trim() ?? ''
  const addresses = [
    ...SRCSET_ATTRIBUTES.map(name => bestOfSrcset(read(name))),
    ...[...LAZY_PICTURES, 'src'].map(read),
    ...lazyBackgrounds(read),
    urlOfStyle(read('style')),
  ]
  return addresses.find(address => address && !leadsNowhere(address)) ?? null
}
