import { MORE_TEXT, ROOT, type Tree } from './tree.ts'

/** Returns the node after another in its parent, or null if it is the last. */
export function nextSibling({ end, name, parent }: Tree, node: number): number | null {
  if (node === ROOT) return null
  const last = end[parent[node]!]!
  let next = end[node]!
  while (next < last && name[next] === MORE_TEXT) next++
  return next < last ? next : null
}

/** Returns the node before another in its parent, or null if it is the first. */
export function previousSibling({ name, parent }: Tree, node: number): number | null {
  const around = parent[node]!
  for (let at = node - 1; at > around; at--) {
    // This row is the last one inside the sibling.
    while (parent[at] !== around) at = parent[at]!
    if (name[at] !== MORE_TEXT) return at
  }
  return null
}

/** The same for elements alone. */
export const nextElement = (tree: Tree, node: number): number | null => elementAlong(tree, node, nextSibling)

export const previousElement = (tree: Tree, node: number): number | null =>
  elementAlong(tree, node, previousSibling)

function elementAlong(tree: Tree, node: number, step: typeof nextSibling): number | null {
  let at = step(tree, node)
  while (at !== null && tree.name[at]! <= 0) at = step(tree, at)
  return at
}
