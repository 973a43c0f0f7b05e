import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../html/document.ts'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const RAW = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript', 'plaintext'])

interface WriteOptions {
  skip: SkippedNodes
  /** Whether the element itself is written, too. */
  outer: boolean
  /**
   * Returns attributes to add to an element, each preceded by a space. They override its own attributes of the same name.
   */
  added?: (node: DocumentNode) => string
  /** Returns the value that replaces that of an attribute; null leaves the attribute out. */
  attribute?: (node: DocumentNode, name: string, value: string) => string | null
  /** Returns what replaces an element and everything inside it; undefined keeps the element. */
  instead?: (node: DocumentNode) => string | undefined
  /** The number of characters after which writing stops, at the next node. */
  most?: number
}

/** Writes a node as HTML: its contents, or with `outer` the element itself, too. Comments are left out. */
export function writeHtml(
  html: HtmlDocument,
  root: DocumentNode,
  { skip, outer, most = Number.POSITIVE_INFINITY, ...options }: WriteOptions,
): string {
  const pieces: string[] = []
  const replaced = new Set<DocumentNode>()
  let node: DocumentNode | null = outer ? root : html.firstChild(root)
  let length = 0
  while (node !== null && length <= most) {
    const isSkipped = skip.has(node)
    const replacement = isSkipped ? '' : options.instead?.(node)
    if (replacement !== undefined) replaced.add(node)
    const piece = replacement ?? openingTag(html, node, options)
    pieces.push(piece)
    length += piece.length
    const child: DocumentNode | null = replacement === undefined ? html.firstChild(node) : null
    node = child ?? closeElements(html, node, { root, outer, replaced, pieces })
  }
  return pieces.join('').trim()
}

interface OutputState {
  root: DocumentNode
  outer: boolean
  /** Elements that were replaced, so that they need no end tag. */
  replaced: SkippedNodes
  pieces: string[]
}

/** Closes the element, and those around it that end with it. Returns the next node, or null at the end of the root. */
function closeElements(
  html: HtmlDocument,
  from: DocumentNode,
  { root, outer, replaced, pieces }: OutputState,
): DocumentNode | null {
  for (let node: DocumentNode | null = from; node !== null; node = html.parent(node)) {
    if (node === root && !outer) return null
    const name = html.elementName(node)
    if (name !== null && !VOID.has(name) && !replaced.has(node)) pieces.push(`</${name}>`)
    if (node === root) return null
    const next = html.nextSibling(node)
    if (next !== null) return next
  }
  return null
}

function openingTag(
  html: HtmlDocument,
  node: DocumentNode,
  { added, attribute = (_, __, value) => value }: Pick<WriteOptions, 'added' | 'attribute'>,
): string {
  const name = html.elementName(node)
  if (name === null) return textOf(html, node)
  const attributes = html.attributeNames(node).map(own => {
    const value = attribute(node, own, html.attribute(node, own) ?? '')
    return value === null ? '' : attributeText(own, value)
  })
  return `<${name}${added?.(node) ?? ''}${attributes.join('')}>`
}

/** Escapes a text for HTML content. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes an attribute, preceded by a space. */
export const attributeText = (name: string, value: string): string =>
  ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`

function textOf(html: HtmlDocument, node: DocumentNode): string {
  const text = html.characters(node) ?? ''
  const parent = html.parent(node)
  if (parent !== null && RAW.has(html.elementName(parent) ?? '')) return text
  return escapeText(text)
}
