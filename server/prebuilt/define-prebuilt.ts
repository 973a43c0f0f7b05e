import type { z } from 'zod'
import type { Upstream } from './upstream.ts'

/** Something that a reader may recognise, wherever it was found. */
export interface Payload {
  /** The name of its source, as `X-Source` shows it: `browse`, `about`, `player` …; `saved` for a page of the user. */
  source: string
  /** JSON of an upstream; or a text as it came, where that is not JSON (captions, markup, a captcha page). */
  body: unknown
  /** The same for all payloads that one document holds: what one of them names is what the others are about. */
  document?: symbol
  /** Where a redirect of the platform led a call, if elsewhere than was asked for: the platform's word that both are one. */
  ledTo?: string
}

/** One upstream layout: how it is recognized, and what it yields. */
export interface Reader<Part> {
  /** The layout's name, quoted by every failure to read it: the upstream's own key or path. */
  layout: string
  /** The node of a payload that has this layout; undefined where there is none. */
  recognise(body: unknown): unknown
  /** Pure, and made for damaged input: what the node does not have is null or []. */
  read(node: unknown): Part
}

/** How a list goes on: an answer of its API is a page of it, and says by which cursor the next one is asked for. */
export interface ListPaging {
  /** The field of an answer that is the list. */
  list: string
  /** The field of an item that names it. */
  key: string
  /** The field of `pagination` that says whether there are more. */
  hasMore: string
  /** The field of `pagination` with the cursor. */
  cursor: string
  /** The field of the input that takes it. */
  input: string
}

/** A prebuilt API as plain data: the call and the extraction from saved pages are both made from it. */
export interface Prebuilt<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> {
  /** Its id and its path: `/v1/<id>`. */
  id: string
  name: string
  summary: string
  description: string
  platform: Platform
  input: In
  output: Out
  example: { input: z.input<In>; output: z.output<Out> }
  /** An input whose answer surely exists on the platform, for `winnow doctor --live`. */
  probe: z.input<In>
  /** For an API whose answers are pages of one list. */
  paging?: ListPaging
  /** Which requests, in which order, with which fallback. Returns what the platform answered with data. */
  plan(input: z.output<In>, upstream: Upstream): Promise<Payload[]>
  /**
   * From payloads to the result, whichever layouts they have and in whichever order they come; throws AppError in
   * the words of the platform's meanings. `asked` is the input as far as it is known: a saved page may come without.
   */
  read(payloads: Payload[], asked?: Partial<z.output<In>>): z.output<Out>
  /** A word for `X-Notice` beside a 200 that is less than it seems: `comments_disabled`. */
  notice?(payloads: Payload[], asked?: Partial<z.output<In>>): string | undefined
}

/** A platform: where it lives, and how its saved pages are opened. */
export interface Platform {
  /** `videosite` …: the neutral name, which paths, settings and labels use. */
  name: string
  /** What kind of site it is, with the common words that people search for. */
  kind: string
  /** Its own address, where a request must be sent. */
  origin: string
  /** A page as a user saved it (the text of HTML, JSON or a HAR file) → what it holds. */
  payloadsOf(page: string): Payload[]
}

/** Returns a prebuilt API its types; the value is what was passed. */
export const definePrebuilt = <In extends z.ZodObject, Out extends z.ZodType>(api: Prebuilt<In, Out>) => api
