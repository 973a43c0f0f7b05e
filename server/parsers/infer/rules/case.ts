import type { DocumentNode } from '../../../html/document.ts'
import { elementsIn } from '../../../html/walk-nodes.ts'
import type { Json } from '../../parser-schema.ts'
import type { Range } from '../../sources/ranges.ts'
import type { Scope } from '../../sources/source.ts'
import type { LearningPage } from '../page/learning-page.ts'

/** The wanted value of a field at one place: the whole page, or an item of a list. */
export interface FieldCase {
  page: LearningPage
  /** The index of the page, from 0. */
  at: number
  /** The item; null for the whole page. */
  node: DocumentNode | null
  /** If the item continues after its element, all parts of the item. */
  range?: Range
  /** If the item is a table row, its cells by their headings. */
  cells?: NonNullable<Scope['cells']>
  /** The value as the page shows it: a text, number or boolean, a list of these, or null if there is none. */
  wanted: Json
  /** The type of linked data that the page is about, if known. */
  subject?: string | null
}

/**
 * Returns the element that contains the values of a place: the item, or its parent if the item continues after its element.
 */
export const scopeOf = ({ page, node, range }: FieldCase): DocumentNode | null =>
  range && node !== null ? page.html.parent(node) : node

/** Returns the elements that may hold the values of a place; null for the whole page. */
export function elementsAt({ page, node, range }: FieldCase): ReadonlySet<DocumentNode> | null {
  if (node === null) return null
  return new Set((range?.parts ?? [node]).flatMap(part => [part, ...elementsIn(page.html, part)]))
}
