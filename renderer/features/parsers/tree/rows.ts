import type { TreeNode } from './tree-node.ts'

/** How many children of a node are shown before the user asks for more. */
export const CHILDREN_SHOWN = 100

/** The ids of the open nodes of a tree, and for nodes with more children shown than at first, how many. */
export interface TreeExpansion {
  open: ReadonlySet<string>
  shown: ReadonlyMap<string, number>
}

/** A line of the tree: a node, or the offer to show more of its children. */
export interface TreeRow {
  id: string
  node: TreeNode
  /** The number of its children that are not shown; 0 if the line is the node itself. */
  more: number
  /** The depth, counted from 1. */
  level: number
  /** Its position among its siblings, counted from 1, and the number of siblings. */
  position: number
  siblings: number
  isOpen: boolean
  canOpen: boolean
}

/** Returns the visible lines from top to bottom. */
export function rowsOf(root: TreeNode, expansion: TreeExpansion): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (node: TreeNode, position: Pick<TreeRow, 'level' | 'position' | 'siblings'>) => {
    const children = node.children()
    const siblings = children.length
    const isOpen = expansion.open.has(node.id)
    rows.push({ id: node.id, node, more: 0, ...position, isOpen, canOpen: siblings > 0 })
    if (!isOpen) return
    const level = position.level + 1
    const shownCount = expansion.shown.get(node.id) ?? CHILDREN_SHOWN
    for (const [index, child] of children.slice(0, shownCount).entries())
      add(child, { level, position: index + 1, siblings })
    if (siblings <= shownCount) return
    const moreRow = { level, position: shownCount + 1, siblings, isOpen: false, canOpen: false }
    rows.push({ id: `${node.id} more`, node, more: siblings - shownCount, ...moreRow })
  }
  add(root, { level: 1, position: 1, siblings: 1 })
  return rows
}

/** The maximum number of lines that are shown at first, unless the root alone has more children. */
const FIRST_ROWS = 40

/** Returns the nodes that are open at first: the root and its descendants, level by level, as far as they fit. */
export function firstOpen(root: TreeNode): ReadonlySet<string> {
  const open = new Set<string>()
  let level: TreeNode[] = [root]
  let rows = 1
  while (level.length > 0) {
    const next: TreeNode[] = []
    for (const node of level) {
      const children = node.children()
      const count = Math.min(children.length, CHILDREN_SHOWN)
      if (node !== root && rows + count > FIRST_ROWS) continue
      rows += count
      if (count > 0) open.add(node.id)
      next.push(...children.slice(0, CHILDREN_SHOWN))
    }
    level = next
  }
  return open
}
