import type { MouseEvent, ReactNode } from 'react'
import classes from './data-table.module.css'
import { fixWidths, type LayoutColumn, moveColumn, type TableLayout } from './table-layout.ts'

const COLUMN_DRAG_TYPE = 'application/x-winnow-column'

/** The header of a column. Unless the layout is fixed, it can be dragged, and its right edge resizes the column. */
export function ColumnHeader({
  layout,
  column,
  isFixed,
  right,
  style,
  children,
}: {
  layout: TableLayout
  column: LayoutColumn
  /** Whether the layout cannot be changed. */
  isFixed: boolean
  right: boolean | undefined
  style: React.CSSProperties
  children: ReactNode
}) {
  const drag = isFixed
    ? {}
    : {
        draggable: true,
        onDragStart: (event: React.DragEvent) => event.dataTransfer.setData(COLUMN_DRAG_TYPE, column.id),
        onDragOver: (event: React.DragEvent) =>
          event.dataTransfer.types.includes(COLUMN_DRAG_TYPE) && event.preventDefault(),
        onDrop: (event: React.DragEvent) =>
          moveColumn(layout, event.dataTransfer.getData(COLUMN_DRAG_TYPE), column.id),
      }
  return (
    <div
      role="columnheader"
      data-column={column.id}
      data-right={right || undefined}
      data-pinned={column.getIsPinned() || undefined}
      style={style}
      {...drag}
    >
      {children}
      {!isFixed && <ResizeHandle layout={layout} column={column} />}
    </div>
  )
}

function ResizeHandle({ layout, column }: { layout: TableLayout; column: LayoutColumn }) {
  const start = (event: MouseEvent<HTMLElement>) => {
    // Otherwise the browser would drag the header.
    event.preventDefault()
    fixWidths(layout, event.currentTarget.closest<HTMLElement>('[role=row]')!)
    const header = layout.getFlatHeaders().find(({ id }) => id === column.id)
    header?.getResizeHandler()(event)
  }
  return (
    <span
      className={classes.resize}
      aria-hidden
      onMouseDown={start}
      onDoubleClick={() => column.resetSize()}
    />
  )
}
