import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type TableState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useEffect, useMemo } from 'react'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
})

/** TanStack Table manages only the layout of columns; `DataTable` renders the rows itself. */
const NO_ROWS: never[] = []

const MIN_PX = 48
/**
 * Minimum widths of columns without a width of their own: of a number; of any other value; and of any other value in tables
 * whose rows have several lines of text.
 */
const MIN_NUMBER_PX = 64
const MIN_SHARE_PX = 108
const MIN_WRAPPED_PX = 92
/** The padding of a header, and the width of a letter in it. */
const HEADER_PADDING_PX = 16
const HEADER_LETTER_PX = 7
const DEFAULT_PX = 160

/** The layout options of a column. */
export interface ColumnSize {
  name: string
  grow?: number
  /** The width in pixels that fits its usual values. */
  least?: number
  /** Right-aligned, with tabular figures. */
  right?: boolean
  /** The initial width in pixels once it is pinned or resized. */
  width?: number
}

type StoredLayout = Partial<TableState<typeof features>>

const STORED_STATES = ['columnOrder', 'columnPinning', 'columnSizing', 'columnVisibility'] as const

const keyOf = (keep: string) => `winnow:table:${keep}`

function readLayout(keep: string | undefined): StoredLayout {
  try {
    return (keep && JSON.parse(localStorage.getItem(keyOf(keep)) ?? '{}')) || {}
  } catch {
    return {}
  }
}

/**
 * The order, widths, pinning and visibility of columns. Stored under `keep`, which must not change while the table is
 * mounted.
 */
export function useTableLayout(columns: readonly ColumnSize[], keep: string | undefined) {
  const names = JSON.stringify(columns.map(({ name, width }) => [name, width]))
  const defs = useMemo(
    () =>
      (JSON.parse(names) as [string, number | undefined][]).map(([id, size = DEFAULT_PX]) => ({
        id,
        size,
        minSize: MIN_PX,
        accessorFn: () => null,
      })),
    [names],
  )
  const initialState = useMemo(() => readLayout(keep), [keep])
  const table = useTable({
    features,
    columns: defs,
    data: NO_ROWS,
    initialState,
    columnResizeMode: 'onChange',
  })
  const storedLayout = JSON.stringify(
    Object.fromEntries(STORED_STATES.map(name => [name, table.state[name]])),
  )
  useEffect(() => {
    if (keep) localStorage.setItem(keyOf(keep), storedLayout)
  }, [keep, storedLayout])
  return table
}

export type TableLayout = ReturnType<typeof useTableLayout>
export type LayoutColumn = ReturnType<TableLayout['getVisibleLeafColumns']>[number]

/** Returns the visible columns in order, pinned ones first. */
export const shownColumns = (layout: TableLayout): LayoutColumn[] => [
  ...layout.getStartVisibleLeafColumns(),
  ...layout.getCenterVisibleLeafColumns(),
]

/** Whether a column has a width of its own, rather than a share of the remaining width. */
const isFixed = (layout: TableLayout, column: LayoutColumn) =>
  column.getIsPinned() !== false || layout.state.columnSizing[column.id] !== undefined

/** The width of the longest word of a header. Headers wrap only between words. */
const headerWidth = (name: string) =>
  HEADER_PADDING_PX + HEADER_LETTER_PX * Math.max(...name.split(' ').map(word => word.length))

/** Returns the grid tracks of the rows, and the width below which the table scrolls. */
export function tracksOf(
  layout: TableLayout,
  columns: ReadonlyMap<string, ColumnSize>,
  minColumnPx: number,
  wraps: boolean,
): { tracks: string[]; minWidth: number } {
  const visible = shownColumns(layout)
  const share = wraps ? MIN_WRAPPED_PX : MIN_SHARE_PX
  const sizes = visible.map(column => {
    const { grow = 1, right, least: ownWidth } = columns.get(column.id) ?? {}
    if (isFixed(layout, column)) return { track: `${column.getSize()}px`, width: column.getSize() }
    const defaultWidth = right ? Math.max(MIN_NUMBER_PX, headerWidth(column.id)) : share
    const least = ownWidth ?? defaultWidth
    return { track: `minmax(${least}px, ${grow}fr)`, width: Math.max(least, minColumnPx) }
  })
  const minWidth = sizes.reduce((sum, { width }) => sum + width, 0)
  return { tracks: sizes.map(({ track }) => track), minWidth }
}

/** Fixes every column at its current width on screen, so that no column jumps while another is resized. */
export function fixWidths(layout: TableLayout, header: HTMLElement): void {
  const cells = [...header.querySelectorAll<HTMLElement>('[data-column]')]
  layout.setColumnSizing(
    Object.fromEntries(cells.map(cell => [cell.dataset.column!, Math.round(cell.offsetWidth)])),
  )
}

/** Moves a column to the position of another. */
export function moveColumn(layout: TableLayout, name: string, to: string): void {
  const order = layout.getAllLeafColumns().map(({ id }) => id)
  const position = order.indexOf(to)
  if (position < 0 || name === to) return
  const rest = order.filter(id => id !== name)
  layout.setColumnOrder([...rest.slice(0, position), name, ...rest.slice(position)])
}
