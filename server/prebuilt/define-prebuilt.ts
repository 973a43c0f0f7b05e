import type { z } from 'zod'
import type { Upstream } from './upstream.ts'

/** Data that a reader may recognise, whatever its source. */
export interface Payload {
  /** The name of the source, as in `X-Source`: `browse`, `about`, `player` …; `saved` for a page of the user. */
  source: string
  /** JSON of the platform, or the text of the response if it is not JSON (captions, markup, a captcha page). */
  body: unknown
  /** The same for all payloads of one document: the subject that one of them names applies to the others. */
  document?: symbol
  /**
   * The address that the platform redirected a call to, if it differs from the requested one: both are the same thing to the
   * platform.
   */
  ledTo?: string
}

/** One layout of a platform: how to recognise and how to read it. */
export interface Reader<Part> {
  /** The name of the layout, used in errors: the platform's own key or path. */
  layout: string
  /** Returns the node of a payload that has this layout, or undefined. */
  recognise(body: unknown): unknown
  /** Reads a node. Pure, and tolerates damaged input: missing values become null or []. */
  read(node: unknown): Part
}

/** How an API returns a list page by page: each result is a page and has the cursor of the next one. */
export interface ListPaging {
  /** The output field with the list. */
  list: string
  /** The field of an item that identifies it. */
  key: string
  /** The field of `pagination` that says whether there are more. */
  hasMore: string
  /** The field of `pagination` with the cursor. */
  cursor: string
  /** The input field that takes the cursor. */
  input: string
}

/** How an API is called, and how its answers and saved pages are read. */
export interface ApiWork<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  /** Sends the requests of a call, in order and with their fallbacks. Returns the responses that hold data. */
  plan(input: z.output<In>, upstream: Upstream): Promise<Payload[]>
  /**
   * Reads payloads of any layout, in any order. Throws AppError according to the platform's meanings if they hold no result.
   * `input` is the input of the call, as far as it is known: a saved page may come without.
   */
  read(payloads: Payload[], input?: Partial<z.output<In>>): z.output<Out>
  /** Returns the value of `X-Notice` for a 200 that holds less than it seems to, such as `comments_disabled`. */
  notice?(payloads: Payload[], input?: Partial<z.output<In>>): string | undefined
  /** Returns the payloads of a page that a user saved (the text of HTML, JSON or a HAR file). */
  payloadsOf(page: string): Payload[]
}

/** A prebuilt API as plain data. Both the call and the extraction from saved pages are built from it. */
export interface Prebuilt<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  /** Also its path: `/v1/<id>`. */
  id: string
  name: string
  summary: string
  description: string
  platform: Platform
  input: In
  output: Out
  example: { input: z.input<In>; output: z.output<Out> }
  /** An input that the platform certainly has data for, used by `winnow doctor --live`. */
  probe: z.input<In>
  /** For an API whose results are pages of a list. */
  paging?: ListPaging
  /** Loads how it is called and read: a start needs neither, and few services are asked for every API. */
  load(): Promise<ApiWork<In, Out>>
}

/** A platform and its address. */
export interface Platform {
  /** The neutral name, used in paths, settings and labels: `videosite` … */
  name: string
  /** The kind of site, in words that people search for. */
  kind: string
  /** The origin that requests are sent to. */
  origin: string
}

/** Types a prebuilt API. Returns its argument unchanged. */
export const definePrebuilt = <In extends z.ZodObject, Out extends z.ZodType>(api: Prebuilt<In, Out>) => api
