import type { DocumentNode } from '../../../html/document.ts'
import { elementsIn } from '../../html/elements-in.ts'
import type { Json } from '../../parser-schema.ts'
import type { Range } from '../../sources/ranges.ts'
import type { Scope } from '../../sources/source.ts'
import type { LearningPage } from '../page/learning-page.ts'

/** What a field should hold at one place: the whole page, or one item of a list. */
export interface Case {
  page: LearningPage
  /** Which of the pages it is, from 0. */
  at: number
  /** The item; null for the whole page. */
  node: DocumentNode | null
  /** Of an item that goes on behind its element, all that belongs to it. */
  range?: Range
  /** Of a row of a table, its cells by their headings. */
  cells?: NonNullable<Scope['cells']>
  /** A text, number or boolean as the page shows it, a list of them, or null where there is none. */
  wanted: Json
  /** The type of linked data that the page is about, where that is known. */
  subject?: string | null
}

/** The element inside which the values of a place lie: of an item that goes on behind its element, what holds both. */
export const scopeOf = ({ page, node, range }: Case): DocumentNode | null =>
  range && node !== null ? page.html.parent(node) : node

/** The elements among which the values of a place are; null for the whole page. */
export function elementsAt({ page, node, range }: Case): ReadonlySet<DocumentNode> | null {
  if (node === null) return null
  return new Set((range?.parts ?? [node]).flatMap(part => [part, ...elementsIn(page.html, part)]))
}
