import type { ErrorCode } from '../base/errors.ts'
import type { Json, JsonObject } from './parser-schema.ts'

/** The result of reading a page with a parser. */
export interface ParseResult {
  data: Record<string, unknown>
  /** Why values are null, 1,000 entries at most. */
  nulls: NullReason[]
  /** How often each field had a value of its own, by its path without indices (`offers.price`). */
  fields: Record<string, Fill>
  trace?: FieldTrace[]
  /**
   * The error that ended the parse, if errors are to be reported. The rest of the result is what was recorded until then.
   */
  fault?: ParseFault
  /** The index of the kind of page, from 0. */
  kind: number
  /** The approximate number of characters of the data as JSON. */
  size: number
  /** Pages whose fields are added to the data; absent if there are none. */
  links?: DetailLink[]
  /** The address of the next page; absent if there is none. */
  next?: string
  /** Set if all items of the list that goes on were left out: a key that other items do not have. */
  leftOut?: string
  /** Fields of the page whose lists have fewer or more items than `min_items` and `max_items` allow; absent if there are none. */
  wrongLists?: string[]
  /** Whether the selector that the caller expects matches in the page. */
  expected?: boolean
}

/** The error that ended a parse, such as a missing required field. */
export interface ParseFault {
  code: ErrorCode
  message: string
  field?: string
}

export interface NullReason {
  /** The path in the data: `offers[2].price`. */
  field: string
  /** The path of the rule: `schema.fields.offers.fields.price`. */
  rule: string
  reason: string
}

/** How often a field was filled. A default is not a value of the page, so it does not count. */
export interface Fill {
  filled: number
  total: number
  /** For `any`: how often each choice had the value, up to the last choice that ever had one. */
  hits?: number[]
}

/** How one field got its value. */
export interface FieldTrace {
  field: string
  rule: string
  /** The number of places that the source found. */
  matched: number
  /** The text or JSON of the first place before its type was applied; cut to 200 characters, JSON as text then. */
  raw: Json
  /** The value of the first place after each transform. */
  steps?: { transform: string; value: Json }[]
  /** Cut in the same way; null for an object with fields, which have entries of their own. */
  value: Json
  /** The index of the choice of `any` that had the value. */
  chosen?: number
  /** Why the choices of `any` before it had no value. */
  passed?: string[]
  /** Numbers of the elements that the value was read from, from 0 as in `querySelectorAll('*')`, 500 at most. */
  nodes?: number[]
  /** Why the first place has no value, or why no place was found. */
  reason?: string
  /** The time in milliseconds, nested fields included. */
  ms?: number
}

/** A page behind a link, whose fields are added to an object of the data. */
export interface DetailLink {
  /** The object itself, by reference: it is a part of `data`. */
  into: JsonObject
  url: string
  /** What is read from the page: its path in the schema. */
  page: string
  /** The maximum number of pages that are fetched for links of this kind; null for the default. */
  limit: number | null
  /** What happens if the page cannot be fetched. */
  onError: 'null' | 'skip_item' | 'fail'
  /** The fields that the page adds to the object, and the pages behind its own links. */
  names: string[]
}

/** Whether further pages belong to a page. */
export const hasFurtherPages = ({ next, links }: Pick<ParseResult, 'next' | 'links'>): boolean =>
  next !== undefined || links !== undefined
