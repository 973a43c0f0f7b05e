/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** A parser as its owner writes it: which fields to read from a page, and how. */
export interface ParserSchema {
  description?: string
  fields: Fields
}

export type Fields = Record<string, Rule>

/** A string is short for `{css}`: `"h1"`, `"a@href"`, `"@data-sku"`; `""` is the item itself. */
export type Rule = string | RuleObject

export type ValueType = 'string' | 'integer' | 'number' | 'boolean'

/** How to read one field. It has one source, or none where it only groups fields. */
export interface RuleObject {
  /** Elements inside the current one; with `@name` at the very end, an attribute of them. */
  css?: string
  /** The first of several rules that has a value of the right type. */
  any?: Rule[]
  /** The same value on every page. */
  const?: Json
  /** The content of a meta element, by its property, name or itemprop. */
  meta?: string
  /** Linked data (JSON-LD) of the page, by `@type`. */
  jsonld?: string | string[]
  /** JSON inside a script, by the script's id or by the variable it is assigned to. */
  script?: string
  /** A path in the JSON at hand; beside `jsonld` or `script`, another word for `path`. */
  json?: string
  /** Where in the JSON of `jsonld` or `script`. */
  path?: string

  /** Every match, as a list, instead of the first one. */
  all?: boolean
  /** Reads an object from each match, each field from inside that match. */
  fields?: Fields
  type?: ValueType
  /** A null is an error of the whole parse. */
  required?: boolean
  /** Stands in for null. */
  default?: Json
  description?: string
}
