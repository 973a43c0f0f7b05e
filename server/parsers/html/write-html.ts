import type { DocumentNode, HtmlDocument, Skip } from '../../html/document.ts'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const RAW = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript', 'plaintext'])

interface WriteOptions {
  skip: Skip
  /** The element itself, too. */
  outer: boolean
  /** Attributes to add to an element, with a blank before each; they count for more than its own of that name. */
  added?: (node: DocumentNode) => string
  /** Ends soon after so many characters. */
  most?: number
}

/** A node as HTML: what lies in it, or with `outer` the element itself, too. Comments are left out. */
export function writeHtml(
  html: HtmlDocument,
  root: DocumentNode,
  { skip, outer, added = () => '', most = Number.POSITIVE_INFINITY }: WriteOptions,
): string {
  const pieces: string[] = []
  let node: DocumentNode | null = outer ? root : html.firstChild(root)
  let written = 0
  while (node !== null && written <= most) {
    const isSkipped = skip.has(node)
    if (!isSkipped) {
      const piece = opening(html, node, added)
      pieces.push(piece)
      written += piece.length
    }
    const child: DocumentNode | null = isSkipped ? null : html.firstChild(node)
    node = child ?? close(html, node, { root, outer, skip, pieces })
  }
  return pieces.join('').trim()
}

interface Writing {
  root: DocumentNode
  outer: boolean
  skip: Skip
  pieces: string[]
}

/** Ends the element and those around it that end there; the node after them, null at the end of the root. */
function close(
  html: HtmlDocument,
  from: DocumentNode,
  { root, outer, skip, pieces }: Writing,
): DocumentNode | null {
  for (let node: DocumentNode | null = from; node !== null; node = html.parent(node)) {
    if (node === root && !outer) return null
    const name = html.elementName(node)
    if (name !== null && !VOID.has(name) && !skip.has(node)) pieces.push(`</${name}>`)
    if (node === root) return null
    const next = html.nextSibling(node)
    if (next !== null) return next
  }
  return null
}

function opening(html: HtmlDocument, node: DocumentNode, added: (node: DocumentNode) => string): string {
  const name = html.elementName(node)
  if (name === null) return textOf(html, node)
  const attributes = html.attributeNames(node).map(attribute => {
    const value = (html.attribute(node, attribute) ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return ` ${attribute}="${value}"`
  })
  return `<${name}${added(node)}${attributes.join('')}>`
}

function textOf(html: HtmlDocument, node: DocumentNode): string {
  const text = html.characters(node) ?? ''
  const parent = html.parent(node)
  if (parent !== null && RAW.has(html.elementName(parent) ?? '')) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
