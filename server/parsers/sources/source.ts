import type { DocumentNode } from '../../html/document.ts'
import type { TableCells } from '../html/read-table.ts'
import type { PageView } from '../page-view.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { ReadResult } from '../values/reading.ts'
import type { Range } from './ranges.ts'

/** What a rule searches and what it finds: a node of the page and, inside a JSON rule, the current JSON. */
export interface Scope {
  /** Null stands for the whole page. */
  node: DocumentNode | null
  item: Json | undefined
  /** Present if the place includes siblings that follow the node. */
  range?: Range
  /** Inside a row of a table: its cells by the names of their columns. */
  cells?: TableCells
}

/** The object into which fields are being read, and the objects around it. */
export interface Frame {
  /** Its index in the nearest list, from 0. */
  index: number
  /** The values so far. */
  values: JsonObject
  outer: Frame | null
}

/** The compiled source of a rule. */
export interface CompiledSource {
  /** Returns the places in document order (at most one unless the rule takes all), or the reason why there are none. */
  find(scope: Scope, page: PageView, frame: Frame): Scope[] | string
  read(found: Scope, page: PageView): ReadResult
  /** Combines `find` and `read` for the first place in the markup of the page. A string is the reason why there is none. */
  first?(scope: Scope, page: PageView): ReadResult | string
}
