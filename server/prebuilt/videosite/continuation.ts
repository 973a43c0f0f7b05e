import { AppError } from '../../base/errors.ts'

const TOKEN = /^[\w%=-]{16,}$/

/** The error for a token that is none, or that the platform does not accept. */
export const brokenContinuation = () =>
  new AppError('invalid_input', 'This is no continuation of a list of comments.', {
    field: 'continuation',
    hint: 'Send `pagination.continuation` of the page before, unchanged; without it the list begins anew.',
  })

/**
 * A token of the platform as its calls carry it, percent-encoded: a query that was not encoded twice loses that.
 * Throws 400 for what has not the form of one.
 */
export function requireContinuation(text: string): string {
  const token = text.trim()
  if (!TOKEN.test(token)) throw brokenContinuation()
  return token.replaceAll('=', '%3D')
}
