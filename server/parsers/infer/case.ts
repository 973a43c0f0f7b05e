import type { DocumentNode } from '../../html/document.ts'
import type { Json } from '../parser-schema.ts'
import type { Scope } from '../sources/source.ts'
import type { LearningPage } from './learning-page.ts'

/** What a field should hold at one place: the whole page, or one item of a list. */
export interface Case {
  page: LearningPage
  /** Which of the pages it is, from 0. */
  at: number
  /** The item; null for the whole page. */
  node: DocumentNode | null
  /** Of a row of a table, its cells by their headings. */
  cells?: NonNullable<Scope['cells']>
  /** A text, number or boolean as the page shows it, a list of them, or null where there is none. */
  wanted: Json
}
