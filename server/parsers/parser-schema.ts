/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** A parser as its owner writes it: which fields to read from a page, and how. */
export interface ParserSchema extends PageSchema {
  /** The version of the schema language. There is only version 1. */
  version?: 1
  /** Parses pages with parse5, which follows the HTML standard exactly, instead of the fast engine. */
  strict?: boolean
  /** Named rules, which other rules reuse with `ref`. */
  defs?: Fields
  /** Kinds of pages. The first that matches is used; it reads the fields of the schema and its own. */
  pages?: PageKind[]
}

/** What is read from a page, and which further pages belong to it. */
export interface PageSchema {
  description?: string
  /** A note for those who read the schema. */
  $comment?: Json
  fields: Fields
  expect?: PageExpectation
  paginate?: Pagination
  follow?: FollowedLink
}

/** One of several kinds of pages. */
export interface PageKind extends Partial<PageSchema> {
  name?: string
  /** The conditions for a page of this kind. Without them, every page matches. */
  match?: { url_patterns?: string[]; expect?: PageExpectation }
}

/** What distinguishes the expected page from a login page or a captcha that the site sends instead. */
export interface PageExpectation {
  /** Rules that must find something. */
  must?: Rule[]
  /** Rules that must find nothing. */
  must_not?: Rule[]
}

/** How a list continues on further pages: by `next`, by `param` alone, or by `param` with `cursor`. */
export interface Pagination {
  $comment?: Json
  /** The field with the list. May be absent if the schema has only one list. */
  list?: string
  /** The address of the next page. */
  next?: Rule
  /** A query parameter that holds the page number, or the value of `cursor`. */
  param?: string
  cursor?: Rule
  /** The number of the first page, and the difference from one page to the next. */
  start?: number
  step?: number
  /** The maximum number of pages, including the first. */
  limit?: number
  /** The list ends before the first item for which all these conditions hold. */
  until?: Json
}

/** The page behind a link, whose fields are added to those beside it. */
export interface FollowedLink {
  $comment?: Json
  link: Rule
  fields: Fields
  expect?: PageExpectation
  /** A further link on that page. */
  follow?: FollowedLink
  /** The maximum number of pages. */
  limit?: number
  /** What happens if a page cannot be fetched: its fields are null, its item is left out, or the parse fails. */
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

/** How to read one field. It has one source, or none if it only groups fields. */
export interface RuleObject {
  /** A selector of elements inside the current one; with `@name` at the end, it reads that attribute. */
  css?: string
  /** An XPath 1.0 expression, evaluated from the current element. */
  xpath?: string
  /** A regular expression (RE2) for the current text. */
  regex?: string
  /**
   * Alternative rules: the first that has a value of the right type is used. Beside a source, they read each of its
   * matches.
   */
  any?: Rule[]
  /** The same value on every page. */
  const?: Json
  /** The content of a meta element, by its property, name or itemprop. */
  meta?: string
  /** Linked data (JSON-LD) of the page, by `@type`. */
  jsonld?: string | string[]
  /** An item of microdata (`itemscope`), by its type. */
  microdata?: string | string[]
  /** Rules of lists that are joined: objects with the same value in the field `by` become one. */
  zip?: Rule[]
  by?: string
  /** Data of a script, JSON or JavaScript, by the id of the script or the name of the variable. */
  script?: string
  /**
   * Data that the page's scripts fetched, by its address, in which `*` stands for any text. Only pages of a browser have
   * it.
   */
  network?: string
  /** A path in the current JSON. Beside `jsonld` or `script` it means the same as `path`. */
  json?: string
  /** A path in the parts of the page's address. */
  url?: string
  /** A header of the response; `:status` reads its status. */
  header?: string
  /** A selector of a table or a definition list, whose rows are read. */
  table?: string
  /** A cell of the current row, by the name of its column or its number from 1. */
  column?: string | number
  /** A field of an object around this one. */
  parent?: string
  /** The index of the item in its list, counted from 0 or 1. */
  index?: 0 | 1
  /** A text composed of other fields: `${a}-${b}`. */
  template?: string

  /** A path in the JSON of `jsonld` or `script`, or in the JSON that `css` reads. */
  path?: string
  /** What is read from a node: text, own_text, html, outer_html, markdown, image, value, count, exists, `@attr`. */
  read?: string
  /** A CSS selector of what is left out of a node before it is read. */
  remove?: string
  /** The group of a `regex` that is the value. */
  group?: number | string
  /** Where a `table` has its headers. */
  headers?: 'auto' | 'top' | 'left' | 'none'

  /** Reads all matches as a list, instead of the first one. */
  all?: boolean
  /** Which match is read: `first`, `last`, or an index from 0; negative indices count from the end. */
  pick?: 'first' | 'last' | number
  /** The maximum length of a list. */
  limit?: number
  /** With `css`: each match is read together with all that follows it, up to the next sibling that matches this selector. */
  until?: string
  /** What happens to an object whose fields are all empty: it is kept, or becomes null and is left out of a list. */
  empty?: 'keep' | 'drop'
  /** Groups a list of objects by this field, into an object of lists. */
  group_by?: string
  /** Makes an object of a list of objects: the first field names each entry, the second is its value. */
  entries?: [string, string]
  /** Reads an object from each match; each field is read inside that match. */
  fields?: Fields
  /** The name of a rule in `defs`, which is used with the other keys added. */
  ref?: string
  $comment?: Json
  /** Adds the fields of the page behind a link to each object. */
  follow?: FollowedLink
  type?: ValueType
  /** Changes the value before its type is applied. Each is a name, or an object with a name and an argument. */
  transform?: Json[]
  /** How numbers, prices and dates are written: `de`, `en-GB`. */
  locale?: string
  /** How dates are written: `DD.MM.YYYY`. */
  formats?: string[]
  /** The time zone of times without an offset: `Europe/Berlin`. */
  timezone?: string
  /** The currency of an ambiguous sign such as `$`: `CAD`. */
  currency?: string
  /** A regular expression. A value that does not match becomes null. */
  pattern?: string
  min?: number | string
  max?: number | string
  enum?: Json[]
  /** Conditions for the items of a list that are kept, or for the match that is taken. */
  where?: Json
  /** What makes two items of a list duplicates: the same values in these fields, or `true` for the whole item. */
  unique_by?: string | string[] | true
  /** The field by which a list is sorted; a leading minus sorts in descending order. */
  sort_by?: string
  /** A list with fewer items counts as missing. */
  min_items?: number
  max_items?: number
  /** What happens if a value has the wrong type: it becomes null, its item is left out, or the parse fails. */
  on_error?: 'null' | 'skip_item' | 'fail'
  /** Fails the whole parse if the value is null. */
  required?: boolean
  /** The value in place of null. */
  default?: Json
  description?: string
}
