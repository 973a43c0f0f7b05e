import type { Request } from 'express'
import { AppError } from '../base/errors.ts'
import { flagIn } from '../base/fields/flag-text.ts'

/** Most parameters of a query: far more than any operation has fields. */
const MAX_PARAMETERS = 256

/** The query of a request: parameters of every call, and the fields of the operation. */
export interface Query {
  /** A key in the query, kept for compatibility; a list if it was sent more than once. */
  apiKey: string | string[] | undefined
  /** `?debug=1` asks for a trace. Throws 400 for anything but a boolean. */
  debug(): boolean
  /** Has no prototype. A field that was sent more than once is a list. */
  fields: Record<string, unknown>
}

/**
 * Query parser for Express: returns an object without a prototype, with repeated parameters as lists. Throws 400 for too
 * many parameters.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null)
  if (!text) return fields
  const parameters = new URLSearchParams(text)
  if (parameters.size > MAX_PARAMETERS) throw tooMany()
  for (const [name, value] of parameters) {
    const previous = fields[name]
    fields[name] = previous === undefined ? value : [previous, value].flat()
  }
  return fields
}

const tooMany = () =>
  new AppError('invalid_input', `The query has more than ${MAX_PARAMETERS} parameters.`, {
    hint: 'Send long lists in the body, with POST.',
  })

/** Splits the query of a request into the parameters of every call and the fields of the operation. */
export function queryOf(req: Request): Query {
  const fields = req.query as Record<string, string | string[]>
  const { api_key: apiKey, debug } = fields
  if (apiKey !== undefined) delete fields.api_key
  if (debug !== undefined) delete fields.debug
  return { apiKey, debug: () => flagIn('debug', debug), fields }
}
