import { useClipboard } from '@mantine/hooks'
import { useCallback, useId } from 'react'
import classes from './answer.module.css'
import type { OpenAnswer } from './open-answer.ts'
import { onTreeKey } from './tree-keys.ts'
import { TreeRow } from './tree-row.tsx'
import { TreeSearch } from './tree-search.tsx'
import { useBlocks } from './use-blocks.ts'
import { useTree } from './use-tree.ts'
import { useVirtualRows } from './virtual-rows.tsx'

const ROW = 24

/** The answer as a tree: open and close, find, copy a path or a value. */
export function TreeView({ answer }: { answer: OpenAnswer }) {
  const tree = useTree(answer)
  const { box, items, height, range } = useVirtualRows(tree.count, ROW, tree.rows)
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
