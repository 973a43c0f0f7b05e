import { shortText } from './text/cut-text.ts'

/**
 * All errors that users can see: code, HTTP status and, for some, the word in `detail`. The words of `detail` are one
 * closed list, shared by REST answers, job errors and tool errors.
 */
const ERRORS = {
  invalid_input: { status: 400 },
  target_forbidden: { status: 400, detail: 'target_forbidden' },
  not_asked_for: { status: 400, detail: 'not_asked_for' },
  unauthenticated: { status: 401 },
  insufficient_credits: { status: 402 },
  forbidden: { status: 403 },
  unknown_resource: { status: 404 },
  not_found: { status: 404, detail: 'not_found' },
  private: { status: 404, detail: 'private' },
  unavailable: { status: 404, detail: 'unavailable' },
  no_captions: { status: 404, detail: 'no_captions' },
  method_not_allowed: { status: 405 },
  request_timeout: { status: 408 },
  conflict: { status: 409 },
  still_running: { status: 409, detail: 'still_running' },
  gone: { status: 410 },
  stale: { status: 412, detail: 'stale' },
  body_too_large: { status: 413, detail: 'too_large' },
  unsupported_media: { status: 415 },
  extraction_failed: { status: 422, detail: 'extraction_failed' },
  required_missing: { status: 422, detail: 'required_missing' },
  too_few_items: { status: 422, detail: 'too_few_items' },
  invalid_graph: { status: 422, detail: 'invalid_graph' },
  run_too_large: { status: 422, detail: 'too_large' },
  expression_failed: { status: 422, detail: 'expression_failed' },
  idempotency_mismatch: { status: 422, detail: 'idempotency_mismatch' },
  rate_limited: { status: 429 },
  too_many_calls: { status: 429 },
  head_too_large: { status: 431 },
  duplicate: { status: 409, detail: 'duplicate' },
  over_budget: { status: 402, detail: 'over_budget' },
  interrupted: { status: 503, detail: 'interrupted' },
  cancelled: { status: 499, detail: 'cancelled' },
  internal: { status: 500 },
  blocked: { status: 502, detail: 'blocked' },
  session_expired: { status: 502, detail: 'session_expired' },
  changed: { status: 502, detail: 'changed' },
  upstream_status: { status: 502, detail: 'upstream_status' },
  upstream_404: { status: 502, detail: 'upstream_404' },
  timeout: { status: 502, detail: 'timeout' },
  dns: { status: 502, detail: 'dns' },
  tls: { status: 502, detail: 'tls' },
  connection: { status: 502, detail: 'connection' },
  redirects: { status: 502, detail: 'redirects' },
  encoding: { status: 502, detail: 'encoding' },
  page_too_large: { status: 502, detail: 'too_large' },
  no_browser: { status: 502, detail: 'no_browser' },
  no_display: { status: 409, detail: 'no_display' },
  unavailable_service: { status: 503 },
} as const satisfies Record<string, { status: number; detail?: string }>

export type ErrorCode = keyof typeof ERRORS
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** Details of an error: the invalid field, a hint, more keys of the body, the seconds to wait. */
export interface ErrorFacts {
  field?: string
  hint?: string
  /** More keys of the body, such as `required` and `available` of a 402. */
  extra?: Record<string, unknown>
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfter?: number
  /** HTTP status that a site or platform answered with. */
  upstreamStatus?: number
  /** The cause may pass within moments, unlike other errors of this code: jobs retry it. */
  mayPass?: boolean
  /** A site sent an answer that breaks the rules of HTTP, which a browser may be able to read. */
  needsBrowser?: boolean
  /** More headers of the answer, such as `Allow`. */
  headers?: Record<string, string>
  cause?: unknown
}

/** Maximum lengths in characters. Texts of an error may quote what a client or a page wrote, however long. */
const MAX_LENGTHS = { message: 1_000, field: 500, hint: 4_000 }

/** A quoted name so long that a message with it might be cut. */
const LONG_NAME = /`([^`]{200,})`/g
const MAX_NAME = 100

/** Shortens a message: first the names that it quotes, so that it stays a sentence. */
const shortMessage = (message: string): string =>
  message.length <= MAX_LENGTHS.message
    ? message
    : shortText(
        message.replaceAll(LONG_NAME, (_, name: string) => `\`${shortText(name, MAX_NAME)}\``),
        MAX_LENGTHS.message,
      )

/** Whether an error names its field itself. */
export const namesField = (error: string, field: string): boolean => error.includes(`\`${field}\``)

/** One of several problems with an input. */
interface Problem {
  field: string
  error: string
  hint?: string | undefined
}

/** Shortens the texts of a problem to what an error shows. */
export const shortProblem = <Of extends Problem>(problem: Of): Of => ({
  ...problem,
  field: shortText(problem.field, MAX_LENGTHS.field),
  error: shortMessage(problem.error),
  ...(problem.hint !== undefined && { hint: shortText(problem.hint, MAX_LENGTHS.hint) }),
})

/** The only error class. `message` is a sentence for the user; `cause` is only logged. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly facts: ErrorFacts

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(shortMessage(message), { cause: facts.cause })
    this.code = code
    const { field, hint } = facts
    this.facts = {
      ...facts,
      ...(field !== undefined && { field: shortText(field, MAX_LENGTHS.field) }),
      ...(hint !== undefined && { hint: shortText(hint, MAX_LENGTHS.hint) }),
    }
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  /** The body of the answer: `{error, field?, detail?, hint?}` and the keys of `extra`. */
  toJSON(): Record<string, unknown> {
    const { field, hint, extra } = this.facts
    const row: { status: number; detail?: string } = ERRORS[this.code]
    return {
      error: this.message,
      ...(field !== undefined && { field }),
      ...(row.detail && { detail: row.detail }),
      ...(hint && { hint }),
      ...extra,
    }
  }

  /** Turns any thrown value into an AppError. An unexpected one becomes `internal`, with the request id as its only detail. */
  static from(thrown: unknown, requestId?: string): AppError {
    if (thrown instanceof AppError) return thrown
    return new AppError('internal', 'Internal error.', {
      cause: thrown,
      ...(requestId && { extra: { detail: requestId } }),
      hint: 'Please report this with the id in `detail`; the log holds the cause.',
    })
  }
}

/** Returns the 400 for a field of an input. */
export const invalidInput = (field: string, message: string, hint: string) =>
  new AppError('invalid_input', message, { field, hint })

/** Returns the 503 for work that a stop of the service ends. `hint` says what becomes of it. */
export const serviceStopping = (hint: string, facts: Pick<ErrorFacts, 'retryAfter'> = {}) =>
  new AppError('unavailable_service', 'Winnow is stopping.', { hint, ...facts })
