import type { HtmlEngine, Selector } from '../../html/document.ts'
import type { Arrangement } from '../arrange.ts'
import type { JsonPath } from '../json/json-path.ts'
import type { ParseResult } from '../parse-result.ts'
import type { Json, JsonObject } from '../parser-schema.ts'
import type { CompiledSource } from '../sources/source.ts'
import type { ValuePipeline } from '../values/finish-value.ts'

/** A compiled parser, which can read any number of pages. */
export interface CompiledParser {
  engine: HtmlEngine
  /** Whether its rules read shadow trees, which are then opened into the page. */
  opensShadows: boolean
  /** The selectors that lead into `noscript`, which is then opened; null if no rule reads it. */
  intoNoscript: WeakSet<Selector> | null
  /** The kinds of pages that it reads, at least one. The first that matches is used. */
  kinds: CompiledKind[]
  /** What it reads from pages behind links, by their path in the schema. */
  followed: Map<string, CompiledPage>
}

/** What is read from one page. */
export interface CompiledPage {
  fields: CompiledFields
  /** The keys of all fields, at any depth. */
  keys: string[]
  expect: CompiledExpectation
  follow?: CompiledLink | undefined
}

export interface CompiledKind extends CompiledPage {
  name: string
  /** Whether an address matches; null if every address does. */
  fitsUrl: ((url: string) => boolean) | null
  /** The conditions for a page of this kind. */
  fits: CompiledExpectation
  next?: CompiledNext | undefined
  /** Ends the list that `paginate` continues at an item that `until` describes; absent without `until`. */
  endList?: ((first: ParseResult) => ParseResult) | undefined
}

/** Rules that must find something, and rules that must find nothing. */
export interface CompiledExpectation {
  must: CompiledRule[]
  mustNot: CompiledRule[]
}

/** How the address of the next page is found. */
export type CompiledNext =
  | { way: 'link'; rule: CompiledRule; list: string }
  | { way: 'cursor'; param: string; rule: CompiledRule }
  | { way: 'count'; param: string; start: number; step: number }

/** A link to a page whose fields are added to an object. */
export interface CompiledLink {
  link: CompiledRule
  /** Its key in `followed` of the parser. */
  page: string
  /** The values of these fields before that page is read. */
  empty: JsonObject
  /** The names of these fields. */
  names: string[]
  limit: number | null
  onError: 'null' | 'skip_item' | 'fail'
}

/** The fields of an object. */
export interface CompiledFields {
  /** The fields in the order in which they are read: a field comes after those that it uses. */
  inTurn: CompiledField[]
  /** The names in the order of the schema; null if that is the reading order. */
  names: string[] | null
}

export interface CompiledField {
  name: string
  /** The step that the field adds to the path of its object: `.price`. */
  step: string
  /** The path without indices, under which it is counted: `offers.price`. */
  key: string
  rule: CompiledRule
}

export interface CompiledRule {
  /** `schema.fields.offers.fields.price` */
  path: string
  /** One source, or rules of which the first with a value is used. */
  source: CompiledSource | CompiledRule[]
  /** Lists that are joined, instead of a source. */
  zip?: { lists: CompiledRule[]; by: JsonPath; names: string[] } | undefined
  /** Alternative rules for reading a match: the first with a value is used. */
  variants?: CompiledRule[] | undefined
  /** Whether evaluating it records notes of fields or items. */
  takesNotes: boolean
  /** Whether it yields a list. */
  all: boolean
  /** Whether it reads every match. */
  many: boolean
  /** Whether it takes one value without further options, and its source can read that directly. */
  takesFirst: boolean
  /** Set if it only counts its matches, or says whether there is a match. */
  tally: 'count' | 'exists' | undefined
  /** The index of the match that it takes; undefined for the first. */
  pick: number | undefined
  arrangement: Arrangement
  /** Whether it reads the list that `paginate` continues. */
  isPaged: boolean
  /** Whether `skip_item` may leave out an item. */
  maySkip: boolean
  finish: ValuePipeline
  onError: 'null' | 'skip_item' | 'fail' | undefined
  fields?: CompiledFields
  follow?: CompiledLink | undefined
  /** Whether an object whose fields are all empty becomes null. */
  dropsEmpty: boolean
  required: boolean
  /** The value in place of null; null if there is no default. */
  default: Json
}
