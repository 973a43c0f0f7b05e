import { Checkbox } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, useId } from 'react'
import classes from './data-table.module.css'
import type { LayoutColumn } from './table-layout.ts'
import type { TableOptions } from './table-options.ts'
import { type ColumnsByName, pinnedStyle } from './table-options.ts'

/** A row of a table. */
export function BodyRow<Row>({
  row,
  index,
  idOf,
  place,
  measure,
  isStop,
  onFocus,
  onOpen,
  actions,
  selection,
  shown,
  byName,
}: TableOptions<Row> & {
  row: Row
  index: number
  place: CSSProperties
  measure: ((row: HTMLElement | null) => void) | undefined
  /** Whether it is the row that the Tab key focuses. */
  isStop: boolean
  onFocus: () => void
  shown: LayoutColumn[]
  byName: ColumnsByName<Row>
}) {
  const id = idOf(row)
  const checkboxId = useId()
  const firstCellId = useId()
  const isFocusable = onOpen !== undefined || selection !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen?.(row)
    if (event.key !== ' ' || !selection) return
    event.preventDefault()
    selection.toggle(id, event.shiftKey)
  }
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-index={index}
      data-opens={onOpen ? true : undefined}
      data-selected={selection?.has(id) || undefined}
      {...(isFocusable && { 'data-row': index, tabIndex: isStop ? 0 : -1 })}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onOpen && (() => onOpen(row))}
      style={place}
    >
      {selection && (
        <div role="cell" data-pinned="start" style={{ left: 0 }}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            id={checkboxId}
            aria-label="Select this row"
            aria-labelledby={`${checkboxId} ${firstCellId}`}
            checked={selection.has(id)}
            readOnly
            onClick={event => {
              event.stopPropagation()
              selection.toggle(id, event.shiftKey)
            }}
          />
        </div>
      )}
      {shown.map((column, at) => (
        <div
          key={column.id}
          id={at === 0 ? firstCellId : undefined}
          role="cell"
          dir="auto"
          data-right={byName.get(column.id)?.right || undefined}
          data-pinned={column.getIsPinned() || undefined}
          style={pinnedStyle(column, selection)}
        >
          {byName.get(column.id)?.show(row)}
        </div>
      ))}
      {actions && (
        <div role="cell" className={classes.actions}>
          {actions(row)}
        </div>
      )}
    </div>
  )
}
