import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { withoutScripts } from '../embedded-json.ts'

type Node = Tree.ChildNode | Tree.Document
export type Element = Tree.Element

/** Every element of a page outside of its scripts, in the order of the document. */
export const elementsOf = (html: string): Element[] => elementsBelow(parse(withoutScripts(html)))

const elementsBelow = (root: Node): Element[] => [...nodesBelow(root)].filter(node => 'tagName' in node)

/** Nodes in the order of the document, without what lies in those that `isLeftOut`. A loop: pages nest deeper than the stack. */
function* nodesBelow(root: Node, isLeftOut: (node: Node) => boolean = () => false): Generator<Node> {
  const open = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (isLeftOut(node)) continue
    yield node
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) open.push(child)
  }
}

/** The value of an attribute; null where it is absent or empty. */
export const attribute = (element: Element | undefined, name: string): string | null =>
  element?.attrs.find(attr => attr.name === name)?.value || null

/** The first element of a class. */
export const ofClass = (elements: Element[], name: string): Element | undefined =>
  elements.find(element => isOfClass(element, name))

const isOfClass = (element: Element, name: string) =>
  attribute(element, 'class')?.split(/\s+/).includes(name) ?? false

/** What a reader sees of an element: its text with its line breaks, trimmed, without the elements of some classes. */
export function visibleText(root: Element | undefined, without: readonly string[] = []): string | null {
  if (!root) return null
  const isLeftOut = (node: Node) => 'tagName' in node && without.some(name => isOfClass(node, name))
  let text = ''
  for (const node of nodesBelow(root, isLeftOut)) {
    if (node.nodeName === 'br') text += '\n'
    if ('value' in node) text += node.value
  }
  return text.trim()
}
