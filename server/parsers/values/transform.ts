import type { HtmlEngine } from '../../html/document.ts'
import type { PageView } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import type { ValueSettings } from './convert.ts'
import type { Reading } from './reading.ts'

/** What transforms may look at beside the value. */
export interface Surroundings {
  page: PageView
  engine: HtmlEngine
  settings: ValueSettings
}

/** `each` changes a value, `spread` makes a list of one, `list` changes a list, `gather` makes one value of a list. */
export type Shape = 'each' | 'spread' | 'list' | 'gather'

export interface Transform {
  shape: Shape
  /** Never sees null. */
  apply(value: Json, around: Surroundings): Reading
}
