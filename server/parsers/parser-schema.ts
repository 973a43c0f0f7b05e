/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** A parser as its owner writes it: which fields to read from a page, and how. */
export interface ParserSchema {
  description?: string
  /** Builds pages by parse5, whose tree is that of the HTML standard to the letter, in place of the fast engine. */
  strict?: boolean
  fields: Fields
}

export type Fields = Record<string, Rule>

/** A string is short for `{css}`: `"h1"`, `"a@href"`, `"@data-sku"`; `""` is the item itself. */
export type Rule = string | RuleObject

export type ValueType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'price'
  | 'count'
  | 'date'
  | 'datetime'
  | 'duration'
  | 'url'
  | 'email'
  | 'phone'
  | 'object'
  | 'list'
  | 'any'

/** How to read one field. It has one source, or none where it only groups fields. */
export interface RuleObject {
  /** Elements inside the current one; with `@name` at the very end, an attribute of them. */
  css?: string
  /** XPath 1.0 from the current element on. */
  xpath?: string
  /** A pattern (RE2) in the text at hand. */
  regex?: string
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
  /** A path in the parts of the page's address. */
  url?: string
  /** A header of the answer; `:status` is its status. */
  header?: string
  /** The rows of the table (or definition list) that a selector finds. */
  table?: string
  /** A cell of the row at hand, by the name of its column or its number from 1. */
  column?: string | number
  /** A field of an object around this one. */
  parent?: string
  /** The place of the item in its list, counted from 0 or 1. */
  index?: 0 | 1
  /** A text made of other fields: `${a}-${b}`. */
  template?: string

  /** Where in the JSON of `jsonld` or `script`. */
  path?: string
  /** What is read of a node: text, own_text, html, outer_html, markdown, image, value, count, exists, `@attr`. */
  read?: string
  /** What is left out of a node before it is read, as CSS. */
  remove?: string
  /** Which group of a `regex` is the value. */
  group?: number | string
  /** Where the names of a `table` stand. */
  headers?: 'auto' | 'top' | 'left' | 'none'

  /** Every match, as a list, instead of the first one. */
  all?: boolean
  /** Which match: `first`, `last`, or its index from 0, from the end when negative. */
  pick?: 'first' | 'last' | number
  /** So many of a list at most. */
  limit?: number
  /** Reads an object from each match, each field from inside that match. */
  fields?: Fields
  type?: ValueType
  /** Changes a value before its type is applied: names, or objects of a name and an argument. */
  transform?: Json[]
  /** How numbers, prices and dates are written: `de`, `en-GB`. */
  locale?: string
  /** How dates are written: `DD.MM.YYYY`. */
  formats?: string[]
  /** Where times without an offset are meant: `Europe/Berlin`. */
  timezone?: string
  /** What a sign such as `$` stands for: `CAD`. */
  currency?: string
  /** A value that does not match is null. */
  pattern?: string
  min?: number | string
  max?: number | string
  enum?: Json[]
  /** Which items of a list stay, or which match is taken. */
  where?: Json
  /** Which items of a list are one: fields that are the same, or `true` for the whole item. */
  unique_by?: string | string[] | true
  /** A field, with a minus in front from the largest down. */
  sort_by?: string
  /** A list of fewer is as good as none. */
  min_items?: number
  max_items?: number
  /** What a value of the wrong kind does: it is null, leaves out its item, or ends the parse. */
  on_error?: 'null' | 'skip_item' | 'fail'
  /** A null is an error of the whole parse. */
  required?: boolean
  /** Stands in for null. */
  default?: Json
  description?: string
}
