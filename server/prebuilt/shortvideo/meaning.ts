import type { AppError } from '../../base/errors.ts'
import { parseCount } from '../../base/text/counts.ts'
import type { Payload } from '../define-prebuilt.ts'
import { at } from '../json-walk.ts'
import { meaningOfStatus } from '../status-meaning.ts'
import { type Meaning, upstreamError } from '../upstream-errors.ts'
import { scopeOf } from './states.ts'

/**
 * Returns what a body without data means (not_found, private, unavailable, blocked, changed or upstream_status), or null if
 * it may hold data. The only place that decides this, for calls and for saved pages. Call it only if no data was found: a
 * body may hold both, such as a private account with its profile.
 */
export const meaningOf = (body: unknown, status = 200): AppError | null =>
  typeof body === 'string'
    ? meaningOfText(body, status)
    : (meaningOfCode(body) ?? meaningOfShell(body) ?? meaningOfStatus(status))

/** Returns the meaning of the first payload that has one, or null. */
export const meaningIn = (payloads: Payload[]): AppError | null =>
  payloads.map(({ body }) => meaningOf(body)).find(meaning => meaning !== null) ?? null

/**
 * Marks of pages without any state: the puzzle, the captcha, the refusal of a whole network. They are only looked for in
 * such pages, since good pages mention captchas too.
 */
const REFUSAL =
  /SlardarWAF|wafchallengeid|waforiginalreid|captcha[_-](?:container|verify)|tiktok-verify|<title>\s*(?:Access Denied|Security Check)/i

function meaningOfText(text: string, status: number): AppError | null {
  const isWithheld = status < 400 && text.trim() === ''
  return isWithheld || REFUSAL.test(text) ? upstreamError('blocked') : meaningOfStatus(status)
}

/** Codes in the body; the HTTP status is 200 for all of them. */
const CODE_MEANINGS: Record<number, Meaning> = {
  10000: 'blocked',
  10202: 'not_found',
  10204: 'not_found',
  10216: 'private',
  10221: 'not_found',
  10222: 'private',
  10231: 'unavailable',
}

/** An unknown code counts only if it is about the account or the video of the page. */
function meaningOfCode(body: unknown): AppError | null {
  const pageCode =
    codeOf(scopeOf(body, 'webapp.user-detail')) ??
    codeOf(scopeOf(body, 'webapp.video-detail')) ??
    codeOf(at(body, 'UserPage'))
  const meaning = CODE_MEANINGS[pageCode ?? codeOf(body) ?? 0]
  if (meaning) return upstreamError(meaning)
  return pageCode
    ? upstreamError('unavailable', `The platform does not show this and answers with the code ${pageCode}.`)
    : null
}

const codeOf = (node: unknown) => parseCount(at(node, 'statusCode') ?? at(node, 'status_code'))

/** A page without the requested data: the platform withholds it from this visitor. */
function meaningOfShell(body: unknown): AppError | null {
  const isShell =
    at(body, '__DEFAULT_SCOPE__') !== undefined &&
    scopeOf(body, 'webapp.user-detail') === undefined &&
    scopeOf(body, 'webapp.video-detail') === undefined
  return isShell
    ? upstreamError(
        'blocked',
        'The platform sent its page without the data, as it does to visitors that it distrusts.',
      )
    : null
}
