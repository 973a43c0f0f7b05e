import { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { at, find } from '../json-walk.ts'
import { meaningOfStatus } from '../status-meaning.ts'
import type { UpstreamAnswer } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'

/**
 * Returns what payloads without a home mean (not_found or blocked), or null if they do not say. The only place that decides
 * this, for calls and for saved pages. Call it only if no home was found: good pages contain the script of the bot
 * protection too.
 */
export const meaningIn = (payloads: Payload[]): AppError | null =>
  payloads.map(({ body }) => meaningOf(body)).find(meaning => meaning !== null) ?? null

/** Returns the meaning of a response by its final address and its status. `path` is what was asked for. */
export function meaningOfFinalPage({ url, status }: UpstreamAnswer, path: string): AppError | null {
  const finalPath = new URL(url).pathname
  if (/^\/user\/login\b/.test(finalPath)) return upstreamError('blocked')
  const refusal = meaningOfStatus(status)
  const isElsewhere = finalPath !== path && !/_zpid\b/.test(finalPath)
  return refusal ?? (isElsewhere ? noSuchHome() : null)
}

const meaningOf = (body: unknown): AppError | null =>
  typeof body === 'string' ? meaningOfText(body) : meaningOfState(body)

const CHALLENGE =
  /\bpx-captcha\b|Access to this page has been denied|Press (?:&amp;|&) Hold|verify you(?:'|’|&#0?39;|&#x27;)re (?:a )?human/i

/** The mark of the second bot protection, which large good pages contain too. */
const SMALL_CHALLENGE = /captcha-delivery/i
const MAX_CHALLENGE_LENGTH = 80_000

const SEARCH_PAGE = /\bid=["']search-page-|\bclass=["'][^"'<>]*\b(?:responsive-)?search-page\b/i
const NO_PAGE = /<title[^<>]*>[^<]*\b(?:page not found|404 not found|error 404)\b/i

function meaningOfText(text: string): AppError | null {
  const isSmallChallenge = text.length < MAX_CHALLENGE_LENGTH && SMALL_CHALLENGE.test(text)
  if (text.trim() === '' || isSmallChallenge || CHALLENGE.test(text)) return upstreamError('blocked')
  return SEARCH_PAGE.test(text) || NO_PAGE.test(text) ? noSuchHome() : null
}

function meaningOfState(body: unknown): AppError | null {
  if (find(body, 'searchPageState') !== undefined) return noSuchHome()
  return at(find(body, 'initialReduxState'), 'gdp.building') ? severalHomes() : null
}

const noSuchHome = () =>
  upstreamError(
    'not_found',
    'The platform knows no single home under this address and shows a search instead.',
  )

const severalHomes = () =>
  new AppError('not_found', 'This is a building with several homes, not one property.', {
    hint: 'Open one of its homes and use the address of that page.',
  })
