import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { nextAfter } from '../../html/walk-nodes.ts'

/** An attribute as a node of its own; the document interface knows none. */
interface AttributeNode {
  owner: DocumentNode
  attribute: string
  value: string
}

export type XPathNode = DocumentNode | AttributeNode
/** The value of an expression. Nodes are always in a list, since an engine may represent nodes by numbers. */
export type XPathValue = string | number | boolean | XPathNode[]

/** The state of one search. */
export interface XPathSearch {
  html: HtmlDocument
  /** The number of nodes that may still be visited. */
  budget: number
  /** The last nodes directly inside elements that were entered from their end. */
  last?: Map<DocumentNode, DocumentNode>
}

/** Thrown by a search that visits too many nodes. */
export class SearchLimitError extends Error {}

export function spend(search: XPathSearch, nodes = 1): void {
  search.budget -= nodes
  if (search.budget < 0) throw new SearchLimitError('the XPath looks at too many nodes')
}

export const isAttribute = (node: XPathNode): node is AttributeNode =>
  typeof node === 'object' && 'attribute' in node && 'owner' in node

/**
 * Returns the node after `node` in document order inside `within`. A loop, not a recursion, since pages may nest deeper
 * than the stack allows.
 */
export function nodeAfter(html: HtmlDocument, node: DocumentNode, within: DocumentNode): DocumentNode | null {
  return firstInside(html, node) ?? nextAfter(html, node, within)
}

/** Returns the first node inside another. The content of a template is not part of the page. */
export const firstInside = (html: HtmlDocument, node: DocumentNode): DocumentNode | null =>
  html.isTemplate(node) ? null : html.firstChild(node)

/** Returns all text of a node, unchanged. */
export function textOf(search: XPathSearch, node: XPathNode): string {
  if (isAttribute(node)) return node.value
  const pieces: string[] = []
  for (let at: DocumentNode | null = node; at !== null; at = nodeAfter(search.html, at, node)) {
    spend(search)
    const text = search.html.characters(at)
    if (text !== null) pieces.push(text)
  }
  return pieces.join('')
}

export function toText(search: XPathSearch, value: XPathValue): string {
  if (typeof value !== 'object') return String(value)
  return value.length > 0 ? textOf(search, value[0]!) : ''
}

export function toNumber(search: XPathSearch, value: XPathValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(search, value).trim()
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

export function toBoolean(value: XPathValue): boolean {
  if (typeof value === 'object') return value.length > 0
  return typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : Boolean(value)
}

/** Returns the nodes without duplicates, in document order. */
export function inOrder(search: XPathSearch, nodes: XPathNode[]): XPathNode[] {
  if (nodes.length < 2) return nodes
  const { html } = search
  const positionOf = (node: XPathNode) =>
    isAttribute(node) ? html.position(node.owner) + 0.5 : html.position(node)
  return withoutRepeats(nodes).sort((a, b) => positionOf(a) - positionOf(b))
}

/** Each step creates its own attribute nodes, so duplicates are recognized by owner and name. */
function withoutRepeats(nodes: XPathNode[]): XPathNode[] {
  const attributes = new Map<DocumentNode, Set<string>>()
  return [...new Set(nodes)].filter(node => {
    if (!isAttribute(node)) return true
    const names = attributes.get(node.owner) ?? new Set()
    attributes.set(node.owner, names)
    return !names.has(node.attribute) && names.add(node.attribute)
  })
}
