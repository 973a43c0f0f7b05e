import { readJson } from '../read-json.ts'

/** The body of every error answer. */
export interface ErrorBody {
  error: string
  /** The field that caused the error. */
  field?: string
  /** A code for programs. */
  detail?: string
  /** How to fix it. */
  hint?: string
  /** Only for a refused deletion: the ids of the records that depend on the record. */
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

const isText = (value: unknown) => value === undefined || typeof value === 'string'

/** Whether a parsed body has the form of every error of Winnow. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error, field, detail, hint, dependants = [] } = body as Record<string, unknown>
  return typeof error === 'string' && [field, detail, hint].every(isText) && Array.isArray(dependants)
}

/** Returns the error of a failed call. A proxy in front of Winnow may have answered with a body of its own. */
export function failedCall(status: number, text: string, requestId: string | null = null): CallError {
  const body = readJson(text)
  return new CallError(status, isErrorBody(body) ? body : foreignBody(status), requestId)
}

const foreignBody = (status: number): ErrorBody => ({
  is_foreign: true,
  error: `The answer with status ${status} is not from Winnow.`,
  hint: 'Something in front of Winnow, such as a proxy, answered in its place. Check that it reaches Winnow, and try again.',
})

/** The error of a record, such as a job. */
interface RecordError {
  code: string
  message: string
  hint?: string | undefined
  field?: string | undefined
}

/** Converts the error of a record to the common form of errors. */
export const errorOfRecord = ({ code, message, hint, field }: RecordError): CallError =>
  new CallError(0, { error: message, detail: code, ...(hint && { hint }), ...(field && { field }) })

/** Whether the answer was not from Winnow. */
export const isForeign = ({ body }: CallError) => body.is_foreign === true

/** Whether a call failed since its record does not exist, or no longer. */
export const isNotFound = (error: unknown) => error instanceof CallError && error.status === 404

/** Joins the message of an error and its hint; null if there is no error. */
export const errorText = (error: ErrorBody | null): string | null =>
  error && [error.error, error.hint].filter(Boolean).join(' ')

/** Converts any thrown value to an error body. */
export const errorBodyOf = (thrown: unknown): ErrorBody =>
  thrown instanceof CallError
    ? thrown.body
    : { error: thrown instanceof Error ? thrown.message : String(thrown) }

/** Returns a function that finds the error of a form field by its input path; null if the error names another field. */
export const errorsOf =
  (error: unknown) =>
  (path: string): ErrorBody | null => {
    const body = error ? errorBodyOf(error) : null
    return body?.field === path ? body : null
  }
