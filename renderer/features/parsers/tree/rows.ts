import type { TreeNode } from './tree-node.ts'

/** Places of one parent that are shown before somebody asks for more. */
export const SHOWN = 100

/** What is open in a tree, by id, and how many places of a parent are shown where that is more than at first. */
export interface Opened {
  open: ReadonlySet<string>
  shown: ReadonlyMap<string, number>
}

/** A line of the tree: a place, or the offer to show further ones of it. */
export interface Row {
  id: string
  node: TreeNode
  /** How many places of it are not shown; 0 where the line is the place itself. */
  more: number
  /** Counted from 1. */
  level: number
  /** Its place among those of its parent, from 1, and how many these are. */
  position: number
  siblings: number
  isOpen: boolean
  canOpen: boolean
}

/** The lines that are seen, from the top. */
export function rowsOf(root: TreeNode, opened: Opened): Row[] {
  const rows: Row[] = []
  const add = (node: TreeNode, at: Pick<Row, 'level' | 'position' | 'siblings'>) => {
    const children = node.children()
    const siblings = children.length
    const isOpen = opened.open.has(node.id)
    rows.push({ id: node.id, node, more: 0, ...at, isOpen, canOpen: siblings > 0 })
    if (!isOpen) return
    const level = at.level + 1
    const most = opened.shown.get(node.id) ?? SHOWN
    for (const [index, child] of children.slice(0, most).entries())
      add(child, { level, position: index + 1, siblings })
    if (siblings <= most) return
    const line = { level, position: most + 1, siblings, isOpen: false, canOpen: false }
    rows.push({ id: `${node.id} more`, node, more: siblings - most, ...line })
  }
  add(root, { level: 1, position: 1, siblings: 1 })
  return rows
}

/** Lines that are open at first. */
const FIRST_ROWS = 40

/** The root and what lies under it, level by level, as far as it fits. */
export function firstOpen(root: TreeNode): ReadonlySet<string> {
  const open = new Set<string>()
  let level: TreeNode[] = [root]
  let rows = 1
  while (level.length > 0) {
    const next: TreeNode[] = []
    for (const node of level) {
      const children = node.children()
      const count = Math.min(children.length, SHOWN)
      if (node !== root && rows + count > FIRST_ROWS) continue
      rows += count
      if (count > 0) open.add(node.id)
      next.push(...children.slice(0, SHOWN))
    }
    level = next
  }
  return open
}
