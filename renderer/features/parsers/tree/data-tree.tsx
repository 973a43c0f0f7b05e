import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { numberText } from '../../../ui/number-text.ts'
import { CHILDREN_SHOWN, firstOpen, rowsOf, type TreeExpansion, type TreeRow } from './rows.ts'
import classes from './tree.module.css'
import type { TreeNode } from './tree-node.ts'

interface DataTreeOptions {
  label: string
  root: TreeNode
  /** The id of the chosen node. */
  chosen: string | null
  onChoose: (node: TreeNode) => void
  /** Called when another page is shown or the choice is cleared. */
  onLeave: () => void
}

/** A tree that renders only its open lines. A single line is in the Tab order. */
export function DataTree({ label, root, chosen, onChoose, onLeave }: DataTreeOptions) {
  const [expansion, setExpansion] = useState<TreeExpansion>(() => ({
    open: firstOpen(root),
    shown: new Map(),
  }))
  const [current, setCurrent] = useState(root.id)
  const rows = useMemo(() => rowsOf(root, expansion), [root, expansion])
  const tree = useRef<HTMLDivElement>(null)
  useEffect(() => onLeave, [onLeave])
  // The "more" line disappears once its nodes are shown, and takes the focus with it.
  const hasGrown = useRef(false)
  useEffect(() => {
    if (!hasGrown.current) return
    hasGrown.current = false
    tree.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus()
  }, [rows])

  const currentIndex = Math.max(
    rows.findIndex(({ id }) => id === current),
    0,
  )
  const focus = (to: number) => {
    const next = Math.min(Math.max(to, 0), rows.length - 1)
    setCurrent(rows[next]!.id)
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[next]?.focus()
  }
  const setOpen = ({ id, canOpen }: TreeRow, isOpen: boolean) => {
    if (!canOpen) return
    const open = new Set(expansion.open)
    if (isOpen) open.add(id)
    else open.delete(id)
    setExpansion({ ...expansion, open })
  }
  const choose = ({ id, node, more }: TreeRow) => {
    if (more === 0) {
      setCurrent(id)
      return onChoose(node)
    }
    const shownCount = expansion.shown.get(node.id) ?? CHILDREN_SHOWN
    hasGrown.current = true
    setCurrent(node.children()[shownCount]!.id)
    setExpansion({ ...expansion, shown: new Map(expansion.shown).set(node.id, shownCount + CHILDREN_SHOWN) })
  }
  const close = (row: TreeRow) => {
    if (row.isOpen) return setOpen(row, false)
    const parent = row.more > 0 ? row.node : row.node.parent
    if (parent) focus(rows.findIndex(({ id }) => id === parent.id))
  }

  const keys: Record<string, (row: TreeRow) => void> = {
    ArrowDown: () => focus(currentIndex + 1),
    ArrowUp: () => focus(currentIndex - 1),
    ArrowRight: row => (row.isOpen ? focus(currentIndex + 1) : setOpen(row, true)),
    ArrowLeft: close,
    Home: () => focus(0),
    End: () => focus(rows.length - 1),
    Enter: choose,
    ' ': choose,
    Escape: onLeave,
  }
  const onKey = (event: KeyboardEvent) => {
    const action = keys[event.key]
    if (!action) return
    event.preventDefault()
    action(rows[currentIndex]!)
  }
  return (
    <div ref={tree} role="tree" aria-label={label} className={classes.tree} onKeyDown={onKey}>
      {rows.map((row, index) => (
        <TreeLine
          key={row.id}
          row={row}
          isCurrent={index === currentIndex}
          isChosen={row.id === chosen}
          onOpen={isOpen => setOpen(row, isOpen)}
          onChoose={() => choose(row)}
          onFocus={() => setCurrent(row.id)}
        />
      ))}
    </div>
  )
}

interface TreeLineOptions {
  row: TreeRow
  isCurrent: boolean
  isChosen: boolean
  onOpen: (isOpen: boolean) => void
  onChoose: () => void
  onFocus: () => void
}

function TreeLine({ row, isCurrent, isChosen, onOpen, onChoose, onFocus }: TreeLineOptions) {
  const { node, more, level, position, siblings, isOpen, canOpen } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its lines
    <div
      role="treeitem"
      className={classes.line}
      style={{ paddingInlineStart: 8 + (level - 1) * 14 }}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isChosen}
      {...(canOpen && { 'aria-expanded': isOpen })}
      onClick={onChoose}
      onFocus={onFocus}
    >
      <span
        aria-hidden
        className={classes.mark}
        onClick={event => {
          if (!canOpen) return
          event.stopPropagation()
          onOpen(!isOpen)
        }}
      >
        {canOpen ? (isOpen ? '▾' : '▸') : ''}
      </span>
      {more > 0 ? (
        <span className={classes.more}>{`${numberText(more)} more`}</span>
      ) : (
        <>
          <span className={classes.label}>{node.label}:</span>{' '}
          <span className={classes.value}>{node.value}</span>
        </>
      )}
    </div>
  )
}
