import type { DocumentNode } from '../../html/document.ts'
import type { TableCells } from '../html/read-table.ts'
import type { PageView } from '../page-view.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { Reading } from '../values/reading.ts'
import type { Range } from './ranges.ts'

/** Where a rule looks, and what it finds: a node of the page and, inside a JSON rule, the current JSON. */
export interface Scope {
  /** Null stands for the whole page. */
  node: DocumentNode | null
  item: Json | undefined
  /** With siblings that follow it. */
  range?: Range
  /** Inside a row of a table: its cells by the names of their columns. */
  cells?: TableCells
}

/** The object that fields are being read into, and those around it. */
export interface Frame {
  /** Its place in the nearest list, from 0. */
  index: number
  /** What it holds so far. */
  values: JsonObject
  outer: Frame | null
}

/** The source of a rule, compiled. */
export interface Source {
  /** What is there, in document order, one at most unless the rule takes all; or why there is nothing. */
  find(scope: Scope, page: PageView, frame: Frame): Scope[] | string
  read(found: Scope, page: PageView): Reading
  /** What both say together of the first place in the markup of the page; a text says why there is none. */
  first?(scope: Scope, page: PageView): Reading | string
}
