import type { CSSProperties, ReactNode } from 'react'
import type { Selection } from './selection.tsx'
import type { ColumnSize, LaidOutColumn } from './table-layout.ts'

/** A column of a table. */
export interface Column<Row> extends ColumnSize {
  show: (row: Row) => ReactNode
  /** Replaces the name in the header: buttons that sort and filter. */
  head?: ReactNode
}

/** What a table shows, and what people can do with it. */
export interface TableOptions<Row> {
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
  /** Lets people resize, move, pin and hide columns, and keeps that under this name. */
  keep?: string
  /** Lets people choose rows. */
  selection?: Selection | undefined
  /** Lines of text that a row may have; it is as high as its content. */
  lines?: number
}

/** The columns of a table by their names. */
export type ByName<Row> = ReadonlyMap<string, Column<Row>>

/** The width of the column of checkboxes, and of the button for columns. */
export const BUTTON_PX = 36

/** Where a pinned column stays in view. */
export const placeOf = (column: LaidOutColumn, selection: Selection | undefined): CSSProperties =>
  column.getIsPinned() ? { left: column.getStart('start') + (selection ? BUTTON_PX : 0) } : {}
