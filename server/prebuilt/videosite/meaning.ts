import type { AppError } from '../../base/errors.ts'
import { at, find, integerAt, listAt, stringAt } from '../json-walk.ts'
import { meaningOfStatus } from '../status-meaning.ts'
import { ageGateError, type Meaning, upstreamError } from '../upstream-errors.ts'
import { textAt } from './text.ts'

/**
 * Returns what a body without data means (not_found, private, unavailable, blocked, changed or upstream_status), or null if
 * it may hold data. The only place that decides this, for calls and for saved pages.
 */
export const meaningOf = (body: unknown, status = 200): AppError | null =>
  typeof body === 'string'
    ? meaningOfText(body, status)
    : (meaningOfRefusal(body, status) ?? meaningOfPage(body))

const CAPTCHA_OR_CONSENT =
  /g-recaptcha|recaptcha\/api\.js|action="https:\/\/consent\.|unusual traffic|\/sorry\/index/i

function meaningOfText(text: string, status: number): AppError | null {
  const isWithheld = status < 400 && text.trim() === ''
  if (isWithheld || CAPTCHA_OR_CONSENT.test(text)) return upstreamError('blocked')
  if (/<title>\s*404\b/i.test(text)) return upstreamError('not_found')
  return meaningOfStatus(status)
}

/** Error codes that say more than their HTTP status: an invalid id cannot exist; a call without a session is refused. */
const ERROR_MEANINGS: Record<string, Meaning> = {
  INVALID_ARGUMENT: 'not_found',
  FAILED_PRECONDITION: 'blocked',
}

/**
 * Returns the meaning of the HTTP status. An error in the body repeats the status, and is the only source of it in a saved
 * response.
 */
function meaningOfRefusal(body: unknown, httpStatus: number): AppError | null {
  const status = integerAt(body, 'error.code') ?? httpStatus
  const meaning = ERROR_MEANINGS[stringAt(body, 'error.status') ?? '']
  return meaning ? upstreamError(meaning, undefined, { upstreamStatus: status }) : meaningOfStatus(status)
}

/** In the languages of saved pages; calls ask for English. */
const NO_SUCH_THING =
  /(?:does not|doesn['’]t|no longer) exist|existiert nicht|n['’]existe pas|no existe|não existe|non esiste|bestaat niet|nie istnieje|не существует|存在しません|不存在|존재하지 않/i

/** Returns the meaning of a page with status 200 and without metadata: it has an alert, or an age gate before a channel. */
function meaningOfPage(body: unknown): AppError | null {
  if (at(body, 'metadata') !== undefined) return null
  const alert = listAt(body, 'alerts').find(item => stringAt(item, 'alertRenderer.type') === 'ERROR')
  if (alert) return meaningOfAlert(textAt(alert, 'alertRenderer.text') ?? '')
  const isGated = find(at(body, 'contents'), 'channelAgeGateRenderer') !== undefined
  return isGated ? ageGateError() : null
}

function meaningOfAlert(text: string): AppError {
  if (NO_SUCH_THING.test(text)) return upstreamError('not_found')
  return upstreamError(/\bprivate\b/i.test(text) ? 'private' : 'unavailable')
}
