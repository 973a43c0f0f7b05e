import { type DefaultTreeAdapterTypes as Nodes, parse } from 'parse5'
import { readAttributes } from '../../../server/html/read/attributes.ts'
import { readCharacters } from '../../../server/html/read/characters.ts'
import type { Tree } from '../../../server/html/tree/tree.ts'

/** A tree as lines to compare: elements with their attributes, and texts, each with its depth. Comments are left out. */
export type TreeLines = string[]

/** The lines of the tree that parse5 builds. */
export function linesOfParse5(html: string): TreeLines {
  const lines: TreeLines = []
  const open: [node: Nodes.ChildNode | Nodes.Document | Nodes.DocumentFragment, depth: number][] = [
    [parse(html), 0],
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next
    if ('value' in node) addText(lines, depth, node.value)
    if ('tagName' in node) addElement(lines, depth, node.tagName, attributesOf(node))
    const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : []
    const deeper = node.nodeName === '#document-fragment' ? depth : depth + 1
    open.push(
      ...children.map((child): [Nodes.ChildNode, number] => [child as Nodes.ChildNode, deeper]).reverse(),
    )
  }
  return lines
}

const attributesOf = ({ attrs }: Nodes.Element): Map<string, string> =>
  new Map(
    attrs.map(({ prefix, name, value }) => [`${prefix ? `${prefix}:` : ''}${name}`.toLowerCase(), value]),
  )

/** The lines of a tree that Winnow builds. */
export function linesOfTree(tree: Tree): TreeLines {
  const lines: TreeLines = []
  const depths = new Int32Array(tree.count)
  for (let node = 1; node < tree.count; node++) {
    const depth = depths[tree.parent[node]!]! + 1
    depths[node] = depth
    const name = tree.name[node]!
    if (name < 0) addText(lines, depth, readCharacters(tree, node))
    else addElement(lines, depth, tree.names.textOf(name), readAttributes(tree, node))
  }
  return lines
}

export function addElement(
  lines: TreeLines,
  depth: number,
  name: string,
  attributes: Map<string, string>,
): void {
  lines.push(`${depth} <${name}${JSON.stringify([...attributes].sort())}`)
}

/** Adds a text, joined with a text right before it. */
export function addText(lines: TreeLines, depth: number, text: string): void {
  const start = `${depth} "`
  if (lines.at(-1)?.startsWith(start)) lines[lines.length - 1] += text
  else if (text) lines.push(start + text)
}
