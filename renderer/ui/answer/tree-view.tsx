import { useClipboard } from '@mantine/hooks'
import { type KeyboardEvent, useCallback, useId } from 'react'
import classes from './answer.module.css'
import type { TreeRow as Row } from './json-tree.ts'
import type { OpenAnswer } from './open-answer.ts'
import { TreeRow } from './tree-row.tsx'
import { TreeSearch } from './tree-search.tsx'
import { useBlocks } from './use-blocks.ts'
import { type TreeState, useTree } from './use-tree.ts'
import { useVirtualRows } from './virtual-rows.tsx'

const ROW_PX = 24

/** The answer as a tree. Rows open and close; names and values can be searched; paths and values can be copied. */
export function TreeView({ answer }: { answer: OpenAnswer }) {
  const tree = useTree(answer)
  const { box, items, height, range } = useVirtualRows(tree.count, ROW_PX, tree.rows)
  const load = useCallback((from: number, to: number) => answer.ask('treeRows', from, to), [answer])
  const rowAt = useBlocks(load, tree.version, range)
  const clipboard = useClipboard()
  const id = useId()
  const copyValue = () => answer.ask('copy', tree.active).then(clipboard.copy)

  return (
    <div className={classes.view}>
      <TreeSearch tree={tree} />
      <div
        ref={box}
        className={classes.scroll}
        role="tree"
        tabIndex={0}
        aria-label="Answer"
        aria-activedescendant={`${id}-${tree.active}`}
        onKeyDown={event => {
          const row = rowAt(tree.active)
          onTreeKey(event, tree, row, { copyValue, copyPath: () => clipboard.copy(row?.path ?? '') })
        }}
      >
        <div className={classes.fitted} style={{ height }} role="presentation">
          {items.map(({ index, start }) => {
            const row = rowAt(index)
            return (
              row && (
                <TreeRow
                  key={index}
                  row={row}
                  id={`${id}-${index}`}
                  top={start}
                  active={index === tree.active}
                  match={tree.found.total > 0 && index === tree.active}
                  onActivate={() => tree.activate(index)}
                  onToggle={() => void tree.toggle(index)}
                  copyValue={() => answer.ask('copy', index)}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface CopyActions {
  copyPath: () => void
  copyValue: () => void
}

/** Handles the keys of the ARIA tree pattern, and `c` and `p` to copy. */
function onTreeKey(event: KeyboardEvent, tree: TreeState, row: Row | undefined, copyActions: CopyActions) {
  if (event.metaKey || event.ctrlKey || event.altKey) return
  const { active, count, activate } = tree
  const page = tree.rows.current?.page() ?? 1
  const activateRow = (index: number) => activate(Math.max(0, Math.min(count - 1, index)))
  const actions: Record<string, () => unknown> = {
    ArrowDown: () => activateRow(active + 1),
    ArrowUp: () => activateRow(active - 1),
    PageDown: () => activateRow(active + page),
    PageUp: () => activateRow(active - page),
    Home: () => activateRow(0),
    End: () => activateRow(count - 1),
    ArrowRight: () => (row?.open === false ? tree.toggle(active) : row?.open && activateRow(active + 1)),
    ArrowLeft: () => (row?.open ? tree.toggle(active) : tree.toParent()),
    Enter: () => row?.open !== null && tree.toggle(active),
    ' ': () => row?.open !== null && tree.toggle(active),
    c: copyActions.copyValue,
    p: copyActions.copyPath,
  }
  const action = actions[event.key]
  if (!action) return
  event.preventDefault()
  action()
}
