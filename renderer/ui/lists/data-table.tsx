import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react'
import { BodyRow } from './body-row.tsx'
import { ColumnHeader } from './column-header.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import classes from './data-table.module.css'
import { useRowCount } from './paged-rows.tsx'
import { useRowFocus } from './row-focus.ts'
import { shownColumns, type TableLayout, tracksOf, useTableLayout } from './table-layout.ts'
import { BUTTON_PX, type ColumnsByName, pinnedStyle, type TableOptions } from './table-options.ts'

const ROW_PX = 36
/** Up to this many rows, all are rendered and the page scrolls. With more rows, the table itself scrolls. */
const MAX_PLAIN_ROWS = 60
const MAX_HEIGHT_PX = 640
/** The minimum width of a column. If the columns do not fit, the table scrolls horizontally. */
const MIN_COLUMN_PX = 92
const MIN_TABLE_PX = 640

/**
 * A table for any number of rows; only visible rows are rendered. With another `keep`, it starts with the column layout
 * stored under that name.
 */
export const DataTable = <Row,>(options: TableOptions<Row>) => <Table key={options.keep ?? ''} {...options} />

function Table<Row>(options: TableOptions<Row>) {
  const { label, rows, idOf, columns, keep, onOpen, onEnd, fill = false, selection, lines = 1 } = options
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: index => idOf(rows[index]!),
    overscan: fill || rows.length > MAX_PLAIN_ROWS ? 12 : MAX_PLAIN_ROWS,
  })
  const onEndReached = useEffectEvent(() => onEnd?.())
  const last = virtual.getVirtualItems().at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= 0 && last === rows.length - 1) onEndReached()
  }, [last, rows.length])
  const focus = useRowFocus(scroller, rows.length, index => virtual.scrollToIndex(index))
  const layout = useTableLayout(columns, keep)
  const { template, minWidth, byName } = layOutGrid(options, layout)
  const height = fill ? '100%' : rows.length > MAX_PLAIN_ROWS ? MAX_HEIGHT_PX : undefined
  const hasStop = onOpen !== undefined || selection !== undefined
  const table = (
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ height }}
      {...(height && !hasStop && { tabIndex: 0 })}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={useRowCount(rows.length)}
        className={classes.table}
        style={{ minWidth, '--winnow-lines': lines } as CSSProperties}
        data-lines={lines > 1 || undefined}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <Header {...options} layout={layout} template={template} byName={byName} />
        <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!
            return (
              <BodyRow
                key={idOf(row)}
                {...options}
                row={row}
                index={index}
                place={{ gridTemplateColumns: template, top: start }}
                measure={lines > 1 ? virtual.measureElement : undefined}
                isStop={hasStop && focus.active === index}
                onFocus={() => focus.onFocusRow(index)}
                shown={shownColumns(layout)}
                byName={byName}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
  if (keep === undefined) return table
  return (
    <div className={classes.beside} style={{ height: fill ? '100%' : undefined }}>
      {table}
      <div className={classes.columns}>
        <ColumnsMenu layout={layout} />
      </div>
    </div>
  )
}

/** Lays out the grid that all rows share: checkboxes, columns, actions. */
function layOutGrid<Row>(
  { columns, actions, actionsPx = 96, columnPx = MIN_COLUMN_PX, selection, lines = 1 }: TableOptions<Row>,
  layout: TableLayout,
) {
  const byName: ColumnsByName<Row> = new Map(columns.map(column => [column.name, column]))
  const { tracks, minWidth } = tracksOf(layout, byName, columnPx, lines > 1)
  const before = selection ? BUTTON_PX : 0
  const after = actions ? actionsPx : 0
  const template = [
    ...(before ? [`${before}px`] : []),
    ...tracks,
    ...(actions ? [`${actionsPx}px`] : []),
  ].join(' ')
  return { template, byName, minWidth: Math.max(MIN_TABLE_PX, before + minWidth + after) }
}

function Header<Row>({
  rows,
  idOf,
  layout,
  template,
  byName,
  actions,
  keep,
  selection,
}: TableOptions<Row> & {
  layout: TableLayout
  template: string
  byName: ColumnsByName<Row>
}) {
  return (
    <div role="row" aria-rowindex={1} className={classes.head} style={{ gridTemplateColumns: template }}>
      {selection && (
        <div role="columnheader" data-pinned="start" style={{ left: 0 }}>
          <Checkbox
            size="xs"
            aria-label="Select all rows shown"
            {...selection.stateOf(rows.map(idOf))}
            onChange={() => selection.toggleAll(rows.map(idOf))}
          />
        </div>
      )}
      {shownColumns(layout).map(column => (
        <ColumnHeader
          key={column.id}
          layout={layout}
          column={column}
          isFixed={keep === undefined}
          right={byName.get(column.id)?.right}
          style={pinnedStyle(column, selection)}
        >
          {byName.get(column.id)?.head ?? column.id}
        </ColumnHeader>
      ))}
      {actions && <div role="columnheader">Actions</div>}
    </div>
  )
}
