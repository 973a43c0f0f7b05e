import type { AppError } from '../../base/errors.ts'
import { at, findAll, getOwn, holdersOf, integerAt, listAt, stringAt } from '../json-walk.ts'
import { meaningOfStatus } from '../status-meaning.ts'
import { ageGateError, doubtedError, type Meaning, upstreamError } from '../upstream-errors.ts'

/**
 * Returns what a body without data means (not_found, private, unavailable, blocked, changed or upstream_status), or null if
 * it may hold data. The only place that decides this, for calls and for saved pages.
 */
export function meaningOf(body: unknown, status = 200): AppError | null {
  if (typeof body === 'string') return meaningOfStatus(status) ?? upstreamError('blocked')
  const page = getOwn(body, 'page')
  if (page !== undefined) return meaningOfPage(page) ?? meaningOfStatus(status)
  return meaningOfMessage(body) ?? meaningOfErrors(body) ?? meaningOfStatus(status) ?? meaningOfAbsence(body)
}

/** Texts of `message` beside `"status": "fail"`. The first match counts. */
const MESSAGES: [says: RegExp, meaning: Meaning][] = [
  [/not authorized to view/i, 'private'],
  [/(?:media|user|page)[ _]not[ _]found|media is unavailable|media deleted/i, 'not_found'],
  [
    /wait a few minutes|(?:checkpoint|challenge|login|consent|feedback)_required|useragent mismatch|secfetch|rate.?limit/i,
    'blocked',
  ],
]

/** Any other message means that the source itself is at fault, such as a message about deleted business categories. */
function meaningOfMessage(body: unknown): AppError | null {
  if (at(body, 'require_login') === true) return upstreamError('blocked')
  const message = stringAt(body, 'message')
  if (message === null || at(body, 'data') !== undefined) return null
  const meaning = MESSAGES.find(([says]) => says.test(message))?.[1]
  return meaning
    ? upstreamError(meaning)
    : upstreamError('changed', `The platform refused the request: “${message.slice(0, 200)}”`)
}

const ERRORS: Record<number, Meaning> = { 1675004: 'blocked', 4630001: 'not_found' }

/** Errors of a query. If there is data too, only critical errors count. */
function meaningOfErrors(body: unknown): AppError | null {
  const isEmpty = (at(body, 'data') ?? null) === null || isAbsent(body)
  const criticalErrors = listAt(body, 'errors').filter(
    error => isEmpty || stringAt(error, 'severity') === 'CRITICAL',
  )
  if (criticalErrors.length === 0) return null
  const meaning = criticalErrors.map(error => ERRORS[integerAt(error, 'code') ?? 0]).find(Boolean)
  return meaning
    ? upstreamError(meaning)
    : upstreamError('changed', 'The platform refused a query, which it has probably replaced.')
}

/** A body that has the key for its data, but no data. */
function meaningOfAbsence(body: unknown): AppError | null {
  if (at(body, 'data') === null)
    return doubtedError('unavailable', 'The platform shows this only to visitors who signed in.')
  if (isAbsent(body)) return upstreamError('not_found')
  return isGated(body) ? ageGateError() : null
}

/** Keys of a post or a profile. If the value is null, there is none. */
const CONTENT_KEYS = /^(?:xig_user_by_.+|xig_polaris_media|(?:xdt_)?shortcode_media)$/

function isAbsent(body: unknown): boolean {
  const contents = [
    ...findAll(body, CONTENT_KEYS),
    ...['data.user', 'data.node', 'graphql.user'].map(path => at(body, path)),
  ].filter(value => value !== undefined)
  const lists = [...findAll(body, 'xdt_api__v1__media__shortcode__web_info')].map(list =>
    listAt(list, 'items'),
  )
  return (
    (contents.length > 0 && contents.every(value => value === null)) ||
    (lists.length > 0 && lists.every(items => items.length === 0))
  )
}

/** A post behind an age or sensitivity gate has the key for its content, but null as the value. */
function isGated(body: unknown): boolean {
  const gates = [...holdersOf(body, 'if_not_gated_logged_out')]
  return gates.length > 0 && gates.every(gate => getOwn(gate, 'if_not_gated_logged_out') === null)
}

/** In the languages of saved pages; calls ask for English. */
const NOT_FOUND =
  /not found|isn['’]t available|nicht (?:gefunden|verfügbar)|no encontrad|no está disponible|introuvable|n['’]est (?:pas|plus) disponible|não encontrad|não está disponível|non trovat|niet gevonden|nie znaleziono|не найдена|見つかりません|找不到|찾을 수 없/i

const WALL = /instagram|log ?in|sign ?up|challenge/i

/** Returns what an HTML page means, or null if it may hold data. */
function meaningOfPage(page: unknown): AppError | null {
  if (at(page, 'embed.broken') === true)
    return doubtedError('not_found', 'The platform has no such post, or its owner lets no one embed it.')
  const title = stringAt(page, 'title') ?? ''
  if (isAboutSomething(page)) return null
  if (NOT_FOUND.test(title)) return upstreamError('not_found')
  // The empty shell of the web app: all that some visitors get, and also the page for things that do not exist.
  if (title === 'Instagram') return doubtedError('blocked')
  return WALL.test(title) ? upstreamError('blocked') : null
}

/** Pages of posts and profiles name their subject; an embed shows it. */
function isAboutSomething(page: unknown): boolean {
  const app = stringAt(page, 'metas.al:ios:url') ?? ''
  const type = stringAt(page, 'metas.og:type') ?? ''
  const hasEmbed = stringAt(page, 'embed.id') !== null || stringAt(page, 'embed.username') !== null
  const showsPosts = listAt(page, 'posts').length > 0
  return (
    showsPosts ||
    hasEmbed ||
    /media\?id=|user\?username=/.test(app) ||
    /profile|article|video|photo/.test(type)
  )
}
