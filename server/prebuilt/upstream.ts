import type { AppError } from '../base/errors.ts'

/** A request of a plan to a platform. The address is the platform's own; settings may replace its origin. */
export interface UpstreamRequest {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a form (application/x-www-form-urlencoded). */
  form?: Record<string, string>
}

/** A response. `url` is the address after redirects, on the platform's own host. */
export interface UpstreamAnswer {
  status: number
  url: string
  headers: Record<string, string>
  /** The body, decoded by the charset of the response. */
  text: string
}

/**
 * Fetches for a plan. Throws AppError if the request fails (timeout, dns, tls, connection, page_too_large); a response
 * with any HTTP status is returned.
 */
export type Get = (request: UpstreamRequest) => Promise<UpstreamAnswer>

/** A request of a plan to open a page in a browser. */
export interface BrowseRequest {
  /** The platform's own address; settings may replace its origin. */
  url: string
  /** Selects, by address, the responses to the page's own requests that are kept. */
  keep?: (url: URL) => boolean
  /** Number of kept responses after which the browser stops waiting. Default with `keep`: 1. */
  enough?: number
  /** Scrolls down while waiting, so that the page loads what is further down. */
  scroll?: boolean
  /** Requests to send from within the page, whose own scripts sign them as the platform requires. */
  ask?: UpstreamRequest[]
}

/** The page after its scripts have run; `text` is its HTML. */
export interface BrowseAnswer extends UpstreamAnswer {
  /** Responses to the page's own requests, in the order of their arrival. */
  kept: UpstreamAnswer[]
  /** One response for each request in `ask`. */
  asked: UpstreamAnswer[]
}

/** Opens a page in a browser, with the browser profile of the platform. Throws AppError like `Get`, and `no_browser`. */
export type Browse = (request: BrowseRequest) => Promise<BrowseAnswer>

/** What the running service remembers about a platform's sources. */
export interface SourceMemory {
  /** Returns all of the sources, with recently blocked ones at the end. */
  order<R extends { source: string }>(sources: readonly R[]): R[]
  /** Whether a source was recently refused. */
  shuns(source: string): boolean
  /** Records the result of a source: its failure, or null if it returned data. */
  note(source: string, failure: AppError | null): void
}

/** The ways to a platform's data that a plan may use. */
export interface Upstream {
  /** Aborted when nobody waits for the data any longer. */
  signal: AbortSignal
  get: Get
  browse: Browse
  sources: SourceMemory
}
