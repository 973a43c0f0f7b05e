import type { HtmlEngine } from './document.ts'
import type { Json, ValueType } from './parser-schema.ts'
import type { Source } from './sources/source.ts'

/** A parser ready to run, on any number of pages. */
export interface CompiledParser {
  engine: HtmlEngine
  fields: CompiledField[]
  /** The keys of all its fields, at any depth. */
  keys: string[]
}

export interface CompiledField {
  name: string
  /** What the field adds to the path of its object: `.price`. */
  step: string
  /** Its path without indices, under which it is counted: `offers.price`. */
  key: string
  rule: CompiledRule
}

export interface CompiledRule {
  /** `schema.fields.offers.fields.price` */
  path: string
  /** Where it looks: one source, or rules of which the first with a value counts. */
  source: Source | CompiledRule[]
  /** Yields a list. */
  all: boolean
  fields?: CompiledField[]
  type?: ValueType
  required: boolean
  /** Stands in for null; null when there is none. */
  default: Json
}
