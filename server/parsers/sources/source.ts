import type { DocumentNode } from '../document.ts'
import type { PageView } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import type { Reading } from '../values/reading.ts'

/** Where a rule looks, and what it finds: a node of the page and, inside a JSON rule, the JSON at hand. */
export interface Scope {
  /** Null stands for the whole page. */
  node: DocumentNode | null
  item: Json | undefined
}

/** The source of a rule, compiled. */
export interface Source {
  /** What is there, in document order, one at most unless the rule takes all; or why there is nothing. */
  find(scope: Scope, page: PageView): Scope[] | string
  read(found: Scope, page: PageView): Reading
}
