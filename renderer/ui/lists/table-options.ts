import type { CSSProperties, ReactNode } from 'react'
import type { Selection } from './selection.tsx'
import type { ColumnSize, LayoutColumn } from './table-layout.ts'

/** A column of a table. */
export interface Column<Row> extends ColumnSize {
  show: (row: Row) => ReactNode
  /** Replaces the name in the header, such as by buttons that sort and filter. */
  head?: ReactNode
}

/** The content and features of a table. */
export interface TableOptions<Row> {
  label: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** The width of these buttons in pixels. */
  actionsPx?: number
  /** Called to open a row, on click or Enter. */
  onOpen?: ((row: Row) => void) | undefined
  /** Called when the last row becomes visible, to fetch more rows. */
  onEnd?: (() => void) | undefined
  /** The minimum width of a column in pixels. */
  columnPx?: number
  /** Fills the height of its container and scrolls itself, even with few rows. */
  fill?: boolean
  /** Lets users resize, move, pin and hide columns, and stores the layout under this name. */
  keep?: string
  /** Lets users select rows. */
  selection?: Selection | undefined
  /** The maximum lines of text in a row. With more than 1, a row is as high as its content. */
  lines?: number
}

/** The columns of a table by their names. */
export type ColumnsByName<Row> = ReadonlyMap<string, Column<Row>>

/** The least width of columns in tables with many of them, so that a window of 1,024 px shows all columns. */
export const NUMBER_PX = 72

/** The width of the column of checkboxes, and of the button for columns. */
export const BUTTON_PX = 36

/** Returns the style that keeps a pinned column in view. */
export const pinnedStyle = (column: LayoutColumn, selection: Selection | undefined): CSSProperties =>
  column.getIsPinned() ? { left: column.getStart('start') + (selection ? BUTTON_PX : 0) } : {}
