import type { KeyboardEvent } from 'react'
import type { TreeRow } from './json-tree.ts'
import type { TreeState } from './use-tree.ts'

interface Copies {
  copyPath: () => void
  copyValue: () => void
}

/** The keys of a tree as screen readers expect them, and `c` and `p` to copy. */
export function onTreeKey(event: KeyboardEvent, tree: TreeState, row: TreeRow | undefined, copies: Copies) {
  if (event.metaKey || event.ctrlKey || event.altKey) return
  const { active, count, activate } = tree
  const page = tree.rows.current?.page() ?? 1
  const to = (index: number) => activate(Math.max(0, Math.min(count - 1, index)))
  const actions: Record<string, () => unknown> = {
    ArrowDown: () => to(active + 1),
    ArrowUp: () => to(active - 1),
    PageDown: () => to(active + page),
    PageUp: () => to(active - page),
    Home: () => to(0),
    End: () => to(count - 1),
    ArrowRight: () => (row?.open === false ? tree.toggle(active) : row?.open && to(active + 1)),
    ArrowLeft: () => (row?.open ? tree.toggle(active) : tree.toParent()),
    Enter: () => row?.open !== null && tree.toggle(active),
    ' ': () => row?.open !== null && tree.toggle(active),
    c: copies.copyValue,
    p: copies.copyPath,
  }
  const action = actions[event.key]
  if (!action) return
  event.preventDefault()
  action()
}
