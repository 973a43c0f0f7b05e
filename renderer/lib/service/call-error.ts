/** The body of every error answer. */
export interface ErrorBody {
  error: string
  /** The field that caused the error. */
  field?: string
  /** A code for programs. */
  detail?: string
  /** How to fix it. */
  hint?: string
  /** Of a deletion that is refused: the ids of the records that need the record. */
  dependants?: string[]
  [key: string]: unknown
}

/** A failed call; status 0 if the service did not answer. */
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

/** What an error says, with its hint; null where there is none. */
export const explained = (error: ErrorBody | null): string | null =>
  error && [error.error, error.hint].filter(Boolean).join(' ')

/** Any thrown value as an error body. */
export const errorBodyOf = (thrown: unknown): ErrorBody =>
  thrown instanceof CallError
    ? thrown.body
    : { error: thrown instanceof Error ? thrown.message : String(thrown) }

/** What a form shows at a path of its input: the error that names it, or null. */
export const errorsOf =
  (error: unknown) =>
  (path: string): ErrorBody | null => {
    const body = error ? errorBodyOf(error) : null
    return body?.field === path ? body : null
  }
