import { type AnyNode, type Document, hasChildren, isTag, isText } from 'domhandler'
import { once } from '../../base/once.ts'
import type { HtmlDocument } from '../document.ts'
import { textOfNodes } from '../read/text-of-nodes.ts'
import { NO_SCOPE, type ScopedQuery } from './compile-css.ts'
import { readAttribute } from './tree-attributes.ts'
import { isTemplate, nextNode } from './walk.ts'

/** Wraps a tree of domhandler as a document: HTML parsed by cheerio, or XML. */
export function documentOf(root: Document): HtmlDocument {
  const top = root.children.find(isTag) ?? root
  const positions = once(() => positionsIn(root))
  return {
    ...nodeReaders,
    root,
    select(query: ScopedQuery, scope: AnyNode, limit) {
      query.scope[0] = scope === root ? top : scope
      const found = search(query, scope, limit)
      query.scope[0] = NO_SCOPE
      return found
    },
    text: (node, skip) => textOfNodes(nodeReaders, node, skip),
    position: (node: AnyNode) => positions().get(node)!,
  }
}

function positionsIn(root: Document): ReadonlyMap<AnyNode, number> {
  const positions = new Map<AnyNode, number>()
  for (let node: AnyNode | null = root; node; node = nextNode(node, root)) positions.set(node, positions.size)
  return positions
}

const nodeReaders: Omit<HtmlDocument, 'root' | 'select' | 'text' | 'position'> = {
  elementName: (node: AnyNode) => (isTag(node) ? node.name : null),
  characters: (node: AnyNode) => (isText(node) ? node.data : null),
  attribute: (node: AnyNode, name) => (isTag(node) ? readAttribute(node, name) : null),
  attributeNames: (node: AnyNode) => (isTag(node) ? Object.keys(node.attribs) : []),
  isTemplate,
  firstChild: (node: AnyNode) => (hasChildren(node) ? node.firstChild : null),
  nextSibling: (node: AnyNode) => node.next,
  previousSibling: (node: AnyNode) => node.prev,
  parent: (node: AnyNode) => node.parent,
}

/**
 * Searches with a selector: one that starts with `+` or `~` finds siblings after the scope, any other finds elements inside
 * it.
 */
function search({ matches }: ScopedQuery, scope: AnyNode, limit: number): AnyNode[] {
  const within = (matches.shouldTestNextSiblings && scope.parent) || scope
  const found: AnyNode[] = []
  for (let node = nextNode(scope, within); node && found.length < limit; node = nextNode(node, within)) {
    if (isTag(node) && matches(node)) found.push(node)
  }
  return found
}
