import type { HtmlEngine, Selector } from '../../html/document.ts'
import type { Arrangement } from '../arrange.ts'
import type { JsonPath } from '../json/json-path.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { Source } from '../sources/source.ts'
import type { Finish } from '../values/finish-value.ts'

/** A parser ready to run, on any number of pages. */
export interface CompiledParser {
  engine: HtmlEngine
  /** Its rules look into shadow trees, which then are a part of the page. */
  opensShadows: boolean
  /** Its selectors that lead into `noscript`, which then is opened; null where no rule looks there. */
  intoNoscript: WeakSet<Selector> | null
  /** The kinds of pages that it reads, one at least; the first that fits counts. */
  kinds: CompiledKind[]
  /** What it reads of pages behind links, by their path in the schema. */
  followed: Map<string, CompiledPage>
}

/** What is read of one page. */
export interface CompiledPage {
  fields: CompiledFields
  /** The keys of all its fields, at any depth. */
  keys: string[]
  expect: CompiledExpect
  follow?: CompiledFollow | undefined
}

export interface CompiledKind extends CompiledPage {
  name: string
  /** Whether the address is right; null where every one is. */
  fitsUrl: ((url: string) => boolean) | null
  /** What the page must be like to be of this kind. */
  fits: CompiledExpect
  next?: CompiledNext | undefined
}

/** Rules that must find something, and others that must not. */
export interface CompiledExpect {
  must: CompiledRule[]
  mustNot: CompiledRule[]
}

/** How the address of the next page is had. */
export type CompiledNext =
  | { way: 'link'; rule: CompiledRule }
  | { way: 'cursor'; param: string; rule: CompiledRule }
  | { way: 'count'; param: string; start: number; step: number }

/** The way to a page whose fields are added to an object. */
export interface CompiledFollow {
  link: CompiledRule
  /** Its key among the parser's `followed`. */
  page: string
  /** What these fields are before that page was read. */
  empty: JsonObject
  limit: number
  onError: 'null' | 'skip_item' | 'fail'
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
  /** Lists that become one, instead of a source. */
  zip?: { lists: CompiledRule[]; by: JsonPath; names: string[] } | undefined
  /** Rules of which the first with a value reads a match. */
  variants?: CompiledRule[] | undefined
  /** Notes something of its own while it is evaluated: of fields, or of items. */
  takesNotes: boolean
  /** Yields a list. */
  all: boolean
  /** Reads every match. */
  many: boolean
  /** Wants one value and nothing else, and its source reads such a one at once. */
  takesFirst: boolean
  /** Says only how many matches there are, or whether there is one. */
  tally: 'count' | 'exists' | undefined
  /** Which match it takes; undefined for the first one. */
  pick: number | undefined
  arrangement: Arrangement
  /** An item may be left out because of what is missing. */
  maySkip: boolean
  finish: Finish
  onError: 'null' | 'skip_item' | 'fail' | undefined
  fields?: CompiledFields
  follow?: CompiledFollow | undefined
  /** An object whose fields are all empty is null. */
  dropsEmpty: boolean
  required: boolean
  /** Stands in for null; null when there is none. */
  default: Json
}
