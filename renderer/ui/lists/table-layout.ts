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

const NARROWEST_PX = 48
/**
 * Minimum widths of columns without a width of their own: of a number; of any other value; and of any other value in tables
 * whose rows have several lines of text.
 */
const NARROWEST_NUMBER_PX = 64
const NARROWEST_SHARE_PX = 108
const NARROWEST_WRAPPED_PX = 92
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

type KeptLayout = Partial<TableState<typeof features>>

const KEPT = ['columnOrder', 'columnPinning', 'columnSizing', 'columnVisibility'] as const

const keyOf = (keep: string) => `winnow:table:${keep}`

function readLayout(keep: string | undefined): KeptLayout {
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
        minSize: NARROWEST_PX,
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
  const kept = JSON.stringify(Object.fromEntries(KEPT.map(name => [name, table.state[name]])))
  useEffect(() => {
    if (keep) localStorage.setItem(keyOf(keep), kept)
  }, [keep, kept])
  return table
}

export type TableLayout = ReturnType<typeof useTableLayout>
export type LaidOutColumn = ReturnType<TableLayout['getVisibleLeafColumns']>[number]

/** Returns the visible columns in order, pinned ones first. */
export const shownColumns = (layout: TableLayout): LaidOutColumn[] => [
  ...layout.getStartVisibleLeafColumns(),
  ...layout.getCenterVisibleLeafColumns(),
]

/** Whether a column has a width of its own, rather than a share of the remaining width. */
const isFixed = (layout: TableLayout, column: LaidOutColumn) =>
  column.getIsPinned() !== false || layout.state.columnSizing[column.id] !== undefined

/** The width of the longest word of a header. Headers wrap only between words. */
const headerWidth = (name: string) =>
  HEADER_PADDING_PX + HEADER_LETTER_PX * Math.max(...name.split(' ').map(word => word.length))

/** Returns the grid tracks of the rows, and the width below which the table scrolls. */
export function tracksOf(
  layout: TableLayout,
  columns: ReadonlyMap<string, ColumnSize>,
  narrowest: number,
  wraps: boolean,
): { tracks: string[]; minWidth: number } {
  const visible = shownColumns(layout)
  const share = wraps ? NARROWEST_WRAPPED_PX : NARROWEST_SHARE_PX
  const sizes = visible.map(column => {
    const { grow = 1, right, least: given } = columns.get(column.id) ?? {}
    if (isFixed(layout, column)) return { track: `${column.getSize()}px`, width: column.getSize() }
    const usual = right ? Math.max(NARROWEST_NUMBER_PX, headerWidth(column.id)) : share
    const least = given ?? usual
    return { track: `minmax(${least}px, ${grow}fr)`, width: Math.max(least, narrowest) }
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
  const place = order.indexOf(to)
  if (place < 0 || name === to) return
  const rest = order.filter(id => id !== name)
  layout.setColumnOrder([...rest.slice(0, place), name, ...rest.slice(place)])
}
