import type { MouseEvent, ReactNode } from 'react'
import classes from './data-table.module.css'
import { fixWidths, type LaidOutColumn, moveColumn, type TableLayout } from './table-layout.ts'

const DRAGGED = 'application/x-winnow-column'

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
  column: LaidOutColumn
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
        onDragStart: (event: React.DragEvent) => event.dataTransfer.setData(DRAGGED, column.id),
        onDragOver: (event: React.DragEvent) =>
          event.dataTransfer.types.includes(DRAGGED) && event.preventDefault(),
        onDrop: (event: React.DragEvent) =>
          moveColumn(layout, event.dataTransfer.getData(DRAGGED), column.id),
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

function ResizeHandle({ layout, column }: { layout: TableLayout; column: LaidOutColumn }) {
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
