/** Anything JSON can say. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** A parser as its owner writes it: which fields to read from a page, and how. */
export interface ParserSchema extends PageSchema {
  /** Of the language; there is one so far. */
  version?: 1
  /** Builds pages by parse5, whose tree is that of the HTML standard to the letter, in place of the fast engine. */
  strict?: boolean
  /** Rules by name, which others take over by `ref`. */
  defs?: Fields
  /** Kinds of pages, of which the first that fits counts; each reads the fields of the schema and its own. */
  pages?: PageKind[]
}

/** What is read from a page, and which further pages belong to it. */
export interface PageSchema {
  description?: string
  /** A note for those who read the schema. */
  $comment?: Json
  fields: Fields
  expect?: Expect
  paginate?: Paginate
  follow?: Follow
}

/** One of several kinds of pages. */
export interface PageKind extends Partial<PageSchema> {
  name?: string
  /** What a page has to be like; without it, every page fits. */
  match?: { url_patterns?: string[]; expect?: Expect }
}

/** What distinguishes the page that is meant from a login wall or a captcha in its place. */
export interface Expect {
  /** Rules that must find something. */
  must?: Rule[]
  /** Rules that must not. */
  must_not?: Rule[]
}

/** How a list goes on, page after page. One of `next`, `param` alone and `param` with `cursor`. */
export interface Paginate {
  $comment?: Json
  /** The field that holds the list; the only list of the schema where it is absent. */
  list?: string
  /** The address of the next page. */
  next?: Rule
  /** A parameter of the address that counts pages, or takes the `cursor`. */
  param?: string
  cursor?: Rule
  /** The number of the first page, and how far it is to the next one. */
  start?: number
  step?: number
  /** So many pages at most, the first included. */
  limit?: number
  /** The list ends before an item for which all of these conditions hold. */
  until?: Json
}

/** The page behind a link, whose fields are added to those beside it. */
export interface Follow {
  $comment?: Json
  link: Rule
  fields: Fields
  expect?: Expect
  /** From there to yet another page. */
  follow?: Follow
  /** So many pages at most. */
  limit?: number
  /** What a page that cannot be fetched does: its fields are null, its item is left out, or the parse ends. */
  on_error?: 'null' | 'skip_item' | 'fail'
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
  | 'percent'
  | 'range'
  | 'object'
  | 'list'
  | 'any'

/** How to read one field. It has one source, or none where it only groups fields. */
export interface RuleObject {
  /** Elements inside the current one; with `@name` at the very end, an attribute of them. */
  css?: string
  /** XPath 1.0 from the current element on. */
  xpath?: string
  /** A pattern (RE2) in the current text. */
  regex?: string
  /** The first of several rules that has a value of the right type; beside a source, for each of its matches. */
  any?: Rule[]
  /** The same value on every page. */
  const?: Json
  /** The content of a meta element, by its property, name or itemprop. */
  meta?: string
  /** Linked data (JSON-LD) of the page, by `@type`. */
  jsonld?: string | string[]
  /** An item of microdata (`itemscope`), by its type. */
  microdata?: string | string[]
  /** Lists of objects, of which those that agree in the field `by` become one. */
  zip?: Rule[]
  by?: string
  /** Data inside a script, JSON or JavaScript, by the script's id or by the variable it is assigned to. */
  script?: string
  /** Data that the page's scripts fetched, by the address: `*` is any text. Only a browser sees it. */
  network?: string
  /** A path in the current JSON; beside `jsonld` or `script`, another word for `path`. */
  json?: string
  /** A path in the parts of the page's address. */
  url?: string
  /** A header of the answer; `:status` is its status. */
  header?: string
  /** The rows of the table (or definition list) that a selector finds. */
  table?: string
  /** A cell of the current row, by the name of its column or its number from 1. */
  column?: string | number
  /** A field of an object around this one. */
  parent?: string
  /** The place of the item in its list, counted from 0 or 1. */
  index?: 0 | 1
  /** A text made of other fields: `${a}-${b}`. */
  template?: string

  /** Where in the JSON of `jsonld` or `script`, or in that which `css` reads. */
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
  /** With `css`: all from each match up to the next sibling that this selects. */
  until?: string
  /** What becomes of an object whose fields are all empty: it is kept, or null and no item of a list. */
  empty?: 'keep' | 'drop'
  /** Makes an object of lists of a list of objects, by the value of this field. */
  group_by?: string
  /** Makes an object of a list of objects: this field names each entry, the other one is its value. */
  entries?: [string, string]
  /** Reads an object from each match, each field from inside that match. */
  fields?: Fields
  /** A rule of `defs`, to which the other keys are added. */
  ref?: string
  $comment?: Json
  /** Adds fields of the page behind a link to each object. */
  follow?: Follow
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
