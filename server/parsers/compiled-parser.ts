import type { HtmlEngine } from '../html/document.ts'
import type { Arrangement } from './arrange.ts'
import type { Json } from './parser-schema.ts'
import type { Source } from './sources/source.ts'
import type { Finish } from './values/finish-value.ts'

/** A parser ready to run, on any number of pages. */
export interface CompiledParser {
  engine: HtmlEngine
  fields: CompiledFields
  /** The keys of all its fields, at any depth. */
  keys: string[]
}

/** The fields of an object. */
export interface CompiledFields {
  /** In the order in which they are read: a field comes after those that it is made of. */
  inTurn: CompiledField[]
  /** Their names in the order of the schema, where that is another one. */
  names: string[] | null
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
  /** Reads every match. */
  many: boolean
  /** Says only how many matches there are, or whether there is one. */
  tally: 'count' | 'exists' | undefined
  /** Which match it takes; undefined for the first one. */
  pick: number | undefined
  arrangement: Arrangement
  /** An item may be left out because of what it lacks. */
  maySkip: boolean
  finish: Finish
  onError: 'null' | 'skip_item' | 'fail' | undefined
  fields?: CompiledFields
  required: boolean
  /** Stands in for null; null when there is none. */
  default: Json
}
