import type { AppError } from '../../base/errors.ts'
import { at, find, integerAt, listAt, stringAt } from '../json-walk.ts'
import { type Meaning, upstreamError } from '../upstream-errors.ts'
import { textAt } from './text.ts'

/**
 * What an answer of this platform means instead of data: not_found, private, unavailable, blocked, changed or
 * upstream_status; null where nothing speaks against data. The only place that decides it, live and for saved pages.
 */
export const meaningOf = (body: unknown, status = 200): AppError | null =>
  typeof body === 'string'
    ? meaningOfText(body, status)
    : (meaningOfStatus(body, status) ?? meaningOfPage(body))

const CAPTCHA_OR_CONSENT =
  /g-recaptcha|recaptcha\/api\.js|action="https:\/\/consent\.|unusual traffic|\/sorry\/index/i

function meaningOfText(text: string, status: number): AppError | null {
  const withheld = status < 400 && text.trim() === ''
  if (withheld || CAPTCHA_OR_CONSENT.test(text)) return upstreamError('blocked')
  if (/<title>\s*404\b/i.test(text)) return upstreamError('not_found')
  return meaningOfStatus(null, status)
}

/** Error words that say more than their HTTP status: a malformed id names nothing; a call without a session is turned away. */
const BY_WORD: Record<string, Meaning> = { INVALID_ARGUMENT: 'not_found', FAILED_PRECONDITION: 'blocked' }

const BY_STATUS: Record<number, Meaning> = {
  401: 'blocked',
  403: 'blocked',
  404: 'not_found',
  410: 'not_found',
  429: 'blocked',
  451: 'unavailable',
}

/** Of the HTTP status; an error in the body repeats it, and is all that a saved answer has. */
function meaningOfStatus(body: unknown, httpStatus: number): AppError | null {
  const status = integerAt(body, 'error.code') ?? httpStatus
  const meaning = BY_WORD[stringAt(body, 'error.status') ?? ''] ?? BY_STATUS[status]
  const facts = { upstreamStatus: status }
  if (meaning) return upstreamError(meaning, undefined, facts)
  if (status >= 500)
    return upstreamError('upstream_status', `The platform answered with status ${status}.`, facts)
  return status >= 400
    ? upstreamError('changed', `The platform refused the request with status ${status}.`, facts)
    : null
}

/** In the languages in which pages are saved; calls ask for English. */
const NO_SUCH_THING =
  /(?:does not|doesn['’]t|no longer) exist|existiert nicht|n['’]existe pas|no existe|não existe|non esiste|bestaat niet|nie istnieje|не существует|存在しません|不存在|존재하지 않/i

/** Of a page that came with status 200 and has no metadata: an alert, or the gate before a channel for grown-ups. */
function meaningOfPage(body: unknown): AppError | null {
  if (at(body, 'metadata') !== undefined) return null
  const alert = listAt(body, 'alerts').find(item => stringAt(item, 'alertRenderer.type') === 'ERROR')
  if (alert) return meaningOfAlert(textAt(alert, 'alertRenderer.text') ?? '')
  const gated = find(at(body, 'contents'), 'channelAgeGateRenderer') !== undefined
  return gated
    ? upstreamError(
        'unavailable',
        'The platform shows this only to visitors who signed in and proved their age.',
      )
    : null
}

function meaningOfAlert(text: string): AppError {
  if (NO_SUCH_THING.test(text)) return upstreamError('not_found')
  return upstreamError(/\bprivate\b/i.test(text) ? 'private' : 'unavailable')
}
