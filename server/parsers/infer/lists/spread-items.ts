import type { DocumentNode } from '../../../html/document.ts'
import type { Json } from '../../parser-schema.ts'
import { ancestorsOf } from '../page/nodes.ts'
import type { FieldCase } from '../rules/case.ts'

/** The elements with the values of a list in the order of the page, and the smallest element around them. */
export interface SpreadItems {
  nodes: DocumentNode[]
  around: DocumentNode
}

const MAX_ITEMS = 200
const MAX_LEVELS = 40

/** Finds the elements, which may be of different kinds; null if the page does not have all values in their order. */
export function spreadItems(
  { page, node: scope }: FieldCase,
  wanted: Json[],
  elementsSaying: (value: Json) => DocumentNode[],
): SpreadItems | null {
  if (wanted.length < 2 || wanted.length > MAX_ITEMS) return null
  const places = new Map(page.elements.map((node, at) => [node, at]))
  let common: Map<DocumentNode, DocumentNode[][]> | null = null
  for (const value of wanted) {
    const inside = byAncestor(elementsSaying(value))
    common = common === null ? startOf(inside) : intersect(common, inside)
    if (common.size === 0) return null
  }
  const size = (node: DocumentNode) => page.lengths().get(node) ?? 0
  const sorted = [...common!].sort(([a], [b]) => size(a) - size(b) || places.get(b)! - places.get(a)!)
  for (const [around, choices] of sorted) {
    const nodes = inOrder(choices, places)
    if (nodes) return { nodes, around }
  }
  return null

  function byAncestor(nodes: DocumentNode[]): Map<DocumentNode, DocumentNode[]> {
    const inside = new Map<DocumentNode, DocumentNode[]>()
    for (const node of nodes)
      for (const outer of ancestorsOf(page.html, node, scope).slice(0, MAX_LEVELS)) {
        const known = inside.get(outer)
        if (known) known.push(node)
        else inside.set(outer, [node])
      }
    return inside
  }
}

const startOf = (inside: Map<DocumentNode, DocumentNode[]>) =>
  new Map([...inside].map(([outer, nodes]) => [outer, [nodes]]))

function intersect(common: Map<DocumentNode, DocumentNode[][]>, inside: Map<DocumentNode, DocumentNode[]>) {
  const both = new Map<DocumentNode, DocumentNode[][]>()
  for (const [outer, choices] of common) {
    const nodes = inside.get(outer)
    if (nodes) both.set(outer, [...choices, nodes])
  }
  return both
}

/** Returns for each value the first element after that of the previous value; null if a value has none. */
function inOrder(
  choices: DocumentNode[][],
  places: ReadonlyMap<DocumentNode, number>,
): DocumentNode[] | null {
  const nodes: DocumentNode[] = []
  let last = -1
  for (const choice of choices) {
    const later = choice.filter(node => places.get(node)! > last)
    const [next] = later.sort((a, b) => places.get(a)! - places.get(b)!)
    if (next === undefined) return null
    nodes.push(next)
    last = places.get(next)!
  }
  return nodes
}
