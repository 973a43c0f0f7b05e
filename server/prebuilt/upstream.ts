import type { AppError } from '../base/errors.ts'

/** One request to a platform, as a plan asks for it. The address is the platform's own; settings may move it elsewhere. */
export interface UpstreamRequest {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a form (application/x-www-form-urlencoded). */
  form?: Record<string, string>
}

/** What came back. `url` is the address after redirects, in the platform's own host. */
export interface UpstreamAnswer {
  status: number
  url: string
  headers: Record<string, string>
  /** Bytes decoded by the charset of the answer. */
  text: string
}

/**
 * Fetches for a plan. Throws AppError for what cannot be fetched (timeout, dns, tls, connection, too_large); any HTTP status is
 * an answer.
 */
export type Get = (request: UpstreamRequest) => Promise<UpstreamAnswer>

/** A page to open in a browser, as a plan asks for it. */
export interface BrowseRequest {
  /** The platform's own address; settings may move it elsewhere. */
  url: string
  /** Which answers to the page's own requests are kept, by their address. */
  keep?: (url: URL) => boolean
  /** Once this many answers are kept, nothing more is waited for. 1 where absent and `keep` is there. */
  enough?: number
  /** Scrolls down while waiting, so that the page asks for what stands below. */
  scroll?: boolean
  /** Questions put from within the page, whose own scripts sign them as the platform wants. */
  ask?: UpstreamRequest[]
}

/** The page as it stands after its scripts ran; `text` is its HTML. */
export interface BrowseAnswer extends UpstreamAnswer {
  /** Answers to the page's own requests, in the order in which they came. */
  kept: UpstreamAnswer[]
  /** One answer for each question of `ask`. */
  asked: UpstreamAnswer[]
}

/** Opens a page in a browser, with the platform's own profile. Throws AppError as `Get` does, and `no_browser`. */
export type Browse = (request: BrowseRequest) => Promise<BrowseAnswer>

/** What the running service remembers of a platform's sources. */
export interface SourceMemory {
  /** The same sources, those that were lately blocked at the end. None is left out. */
  order<R extends { source: string }>(sources: readonly R[]): R[]
  /** Whether a source was lately refused. */
  shuns(source: string): boolean
  /** Reports how a source did: null where it returned data. */
  note(source: string, failure: AppError | null): void
}

/** The ways to a platform's data that a plan is handed. */
export interface Upstream {
  /** Aborted where nobody waits for the data any longer. */
  signal: AbortSignal
  get: Get
  browse: Browse
  sources: SourceMemory
}
