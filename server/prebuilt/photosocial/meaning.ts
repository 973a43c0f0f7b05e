import type { AppError } from '../../errors.ts'
import { at, findAll, holdersOf, integerAt, listAt, own, stringAt } from '../json-walk.ts'
import { meaningOfStatus } from '../status-meaning.ts'
import { type Meaning, upstreamError } from '../upstream-errors.ts'
import { meaningOfPage } from './page-meaning.ts'

/**
 * What a body of this platform means instead of data: not_found, private, unavailable, blocked, changed or
 * upstream_status; null where nothing speaks against data. The only place that decides it, live and for saved pages.
 */
export function meaningOf(body: unknown, status = 200): AppError | null {
  if (typeof body === 'string') return meaningOfStatus(status) ?? upstreamError('blocked')
  const page = own(body, 'page')
  if (page !== undefined) return meaningOfPage(page) ?? meaningOfStatus(status)
  return meaningOfMessage(body) ?? meaningOfErrors(body) ?? meaningOfStatus(status) ?? meaningOfAbsence(body)
}

/** What `message` says beside `"status": "fail"`. The first that fits counts. */
const MESSAGES: [says: RegExp, meaning: Meaning][] = [
  [/not authorized to view/i, 'private'],
  [/(?:media|user|page) not found|media is unavailable|media deleted/i, 'not_found'],
  [
    /wait a few minutes|(?:checkpoint|challenge|login|consent|feedback)_required|useragent mismatch|secfetch|rate.?limit/i,
    'blocked',
  ],
]

/** Any other message names a source that is at fault, as that of deleted business categories. */
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

/** Of a query. Beside data, errors that are not critical are none. */
function meaningOfErrors(body: unknown): AppError | null {
  const errors = listAt(body, 'errors')
  const fatal = errors.filter(error => stringAt(error, 'severity') === 'CRITICAL')
  const lacksData = at(body, 'data') === null || at(body, 'data') === undefined
  const [first] = fatal.length > 0 ? fatal : lacksData ? errors : []
  if (first === undefined) return null
  const meaning = ERRORS[integerAt(first, 'code') ?? 0]
  return meaning
    ? upstreamError(meaning)
    : upstreamError('changed', 'The platform refused a query, which it has probably replaced.')
}

/** What a post or a profile stands under. Null in its place says that there is none. */
const PLACES = [
  'xig_user_by_username',
  'xig_user_by_igid_v2',
  'xig_polaris_media',
  'xdt_shortcode_media',
  'shortcode_media',
]

/** Of a body with a place for data and nothing in it. */
function meaningOfAbsence(body: unknown): AppError | null {
  if (at(body, 'data') === null)
    return upstreamError('unavailable', 'The platform shows this only to visitors who signed in.')
  const values = [
    ...PLACES.flatMap(key => [...findAll(body, key)]),
    ...['data.user', 'data.node', 'graphql.user'].map(path => at(body, path)),
  ].filter(value => value !== undefined)
  if (values.length > 0 && values.every(value => value === null)) return upstreamError('not_found')
  const lists = [...findAll(body, 'xdt_api__v1__media__shortcode__web_info')]
  if (lists.length > 0 && lists.every(list => listAt(list, 'items').length === 0))
    return upstreamError('not_found')
  return isGated(body)
    ? upstreamError(
        'unavailable',
        'The platform shows this only to visitors who signed in and proved their age.',
      )
    : null
}

/** A post behind a gate of age or sensitivity has a place for what stands before it and nothing behind. */
function isGated(body: unknown): boolean {
  const gates = [...holdersOf(body, 'if_not_gated_logged_out')]
  return gates.length > 0 && gates.every(gate => own(gate, 'if_not_gated_logged_out') === null)
}
