/** The body that every refused call answers with. */
export interface ErrorBody {
  error: string
  /** The field with the error. */
  field?: string
  /** A word for programs. */
  detail?: string
  /** How to fix it. */
  hint?: string
  [key: string]: unknown
}

/** A call that was refused, or that found nobody (status 0). */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly body: ErrorBody
  readonly requestId: string | null

  constructor(status: number, body: ErrorBody, requestId: string | null = null) {
    super(body.error)
    this.status = status
    this.body = body
    this.requestId = requestId
  }
}

/** Any throw as the one shape. */
export const errorBodyOf = (thrown: unknown): ErrorBody =>
  thrown instanceof CallError
    ? thrown.body
    : { error: thrown instanceof Error ? thrown.message : String(thrown) }
