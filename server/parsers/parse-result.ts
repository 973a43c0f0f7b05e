import type { ErrorCode } from '../base/errors.ts'
import type { Json, JsonObject } from './parser-schema.ts'

/** What a page says, in the terms of a parser. */
export interface ParseResult {
  data: Record<string, unknown>
  /** Why values are null, a thousand at most. */
  nulls: NullReason[]
  /** How often each field had a value of its own, by its path without indices (`offers.price`). */
  fields: Record<string, Fill>
  trace?: FieldTrace[]
  /** What ended a parse early, where that was to be reported: the rest is what was noted until then. */
  fault?: ParseFault
  /** Which kind of pages it is, from 0. */
  kind: number
  /** About the characters of the data as JSON. */
  size: number
  /** Pages whose fields belong into the data, where there are any. */
  links?: DetailLink[]
  /** The address of the next page, where there is one. */
  next?: string
  /** Whether the selector that the caller expects to match is in the page. */
  expected?: boolean
}

/** A field that the page must have and does not. */
export interface ParseFault {
  code: ErrorCode
  message: string
  field?: string
}

export interface NullReason {
  /** Where in the data: `offers[2].price`. */
  field: string
  /** Which rule: `schema.fields.offers.fields.price`. */
  rule: string
  reason: string
}

/** A default is not a value of the page, so it does not count as filled. */
export interface Fill {
  filled: number
  total: number
  /** Of a chain (`any`): how often each of its rules had the value, up to the last that ever had. */
  hits?: number[]
}

/** How one field came by its value. */
export interface FieldTrace {
  field: string
  rule: string
  /** How many places the source found. */
  matched: number
  /** What the first of them said, before its type was applied; cut to 200 characters, JSON as its text then. */
  raw: Json
  /** What each transform made of the first of them. */
  steps?: { transform: string; value: Json }[]
  /** Cut in the same way; null for what has fields, since these have entries of their own. */
  value: Json
  /** Which rule of `any` had the value. */
  chosen?: number
  /** Why the rules of `any` before that one had none. */
  passed?: string[]
  /** Numbers of the elements that it was read from, 500 at most, as `querySelectorAll('*')` counts them, from 0. */
  nodes?: number[]
  /** Why the first of them has no value, or why there is none. */
  reason?: string
  /** Milliseconds that it took, with all that lies in it. */
  ms?: number
}

/** A page whose fields belong to an object of the data. */
export interface DetailLink {
  /** That object itself, which stands somewhere in `data`. */
  into: JsonObject
  url: string
  /** What is read of the page, by its path in the schema. */
  page: string
  /** So many pages at most are fetched for links of this kind. */
  limit: number
  /** What a page that cannot be fetched does. */
  onError: 'null' | 'skip_item' | 'fail'
}
