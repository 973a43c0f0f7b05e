import { AppError } from '../../../base/errors.ts'

const TOKEN = /^[\w%=-]{16,}$/

/** The error for a text that is not a token, or that the platform does not accept. */
export const invalidContinuation = () =>
  new AppError('invalid_input', 'This is not a continuation of a list of comments.', {
    field: 'continuation',
    hint: 'Send `pagination.continuation` of the page before, unchanged; without it the list starts again.',
  })

/**
 * Returns a token of the platform percent-encoded, as calls send it. In a query that was encoded only once, the token
 * arrives decoded. Throws AppError `invalid_input` if the text does not have the form of a token.
 */
export function requireContinuation(text: string): string {
  const token = text.trim()
  if (!TOKEN.test(token)) throw invalidContinuation()
  return token.replaceAll('=', '%3D')
}
