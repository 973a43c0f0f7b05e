import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import classes from './data-table.module.css'

/** A column of a table. */
export interface Column<Row> {
  name: string
  show: (row: Row) => ReactNode
  /** Right-aligned, with tabular figures. */
  right?: boolean
  /** Share of the width; 1 by default. */
  grow?: number
  /** Replaces the name in the header: buttons that sort and filter. */
  head?: ReactNode
}

const ROW_PX = 36
/** Up to this many rows are all rendered, and the page scrolls; above, the table scrolls by itself. */
const MANY = 60
const MOST_PX = 640
/** The minimum width of a column; below it the table scrolls horizontally. */
const COLUMN_PX = 92

/** A table for any number of rows: only visible ones are rendered. */
export function DataTable<Row>({
  label,
  rows,
  idOf,
  columns,
  actions,
  actionsPx = 96,
  onOpen,
  onEnd,
  columnPx = COLUMN_PX,
  fill = false,
}: {
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** Their width. */
  actionsPx?: number
  /** Opens a row on click or Enter. */
  onOpen?: ((row: Row) => void) | undefined
  /** Called when the last row becomes visible, to fetch more. */
  onEnd?: (() => void) | undefined
  /** The minimum width of a column. */
  columnPx?: number
  /** Fills the height of its container and scrolls by itself, even with few rows. */
  fill?: boolean
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: fill || rows.length > MANY ? 12 : MANY,
  })
  const reached = useEffectEvent(() => onEnd?.())
  const last = virtual.getVirtualItems().at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= 0 && last === rows.length - 1) reached()
  }, [last, rows.length])
  const template = [
    ...columns.map(({ grow = 1 }) => `minmax(0, ${grow}fr)`),
    ...(actions ? [`${actionsPx}px`] : []),
  ].join(' ')
  const minWidth = Math.max(640, columnPx * columns.length + (actions ? actionsPx : 0))
  const height = fill ? '100%' : rows.length > MANY ? MOST_PX : undefined
  return (
    <div ref={scroller} className={classes.scroller} style={{ height }} {...(height && { tabIndex: 0 })}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={classes.table}
        style={{ minWidth }}
      >
        <Row template={template} index={0} className={classes.head}>
          {columns.map(({ name, right, head }) => (
            <div key={name} role="columnheader" data-right={right || undefined}>
              {head ?? name}
            </div>
          ))}
          {actions && <div role="columnheader">Actions</div>}
        </Row>
        <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!
            return (
              <Row
                key={idOf(row)}
                template={template}
                index={index + 1}
                top={start}
                className={classes.row}
                onOpen={onOpen && (() => onOpen(row))}
              >
                {columns.map(({ name, show, right }) => (
                  <div key={name} role="cell" data-right={right || undefined}>
                    {show(row)}
                  </div>
                ))}
                {actions && <div role="cell">{actions(row)}</div>}
              </Row>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Row({
  template,
  index,
  top,
  className,
  onOpen,
  children,
}: {
  template: string
  index: number
  top?: number
  className: string | undefined
  onOpen?: (() => void) | undefined
  children: ReactNode
}) {
  const place = top === undefined ? {} : { position: 'absolute' as const, top, left: 0, right: 0 }
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={className}
      data-opens={onOpen ? true : undefined}
      {...(onOpen && { tabIndex: 0 })}
      onClick={onOpen}
      onKeyDown={event => event.key === 'Enter' && event.target === event.currentTarget && onOpen?.()}
      style={{ gridTemplateColumns: template, ...place }}
    >
      {children}
    </div>
  )
}
