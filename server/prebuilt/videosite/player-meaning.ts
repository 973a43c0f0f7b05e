import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { at, findAll, listAt, stringAt } from '../json-walk.ts'
import { upstreamError } from '../upstream-errors.ts'
import { meaningOf } from './meaning.ts'
import { playerOf } from './player.ts'
import { textAt } from './text.ts'
import { meaningOfWatchPage } from './watch-page.ts'

/** The platform's help page for visitors that it takes for bots. */
const BOT_HELP = /support\.google\.com\/youtube\/answer\/3037019/

/** Reasons in English, which calls ask for; `PRIVATE` also in the languages of saved pages. */
const BOT_SUSPICION =
  /not a bot|unusual traffic|try again later|page needs to be reloaded|latest version|on this app/i
const PRIVATE = /privat|privé|privado|prywatn|частн|приватн|非公開|私人|비공개/i
const REMOVED = /removed|terminated|closed|deleted|violat|copyright/i
const AGE_RESTRICTION = /inappropriate|your age/i

/**
 * Returns what a player's response means if the video does not play (not_found, private, unavailable or blocked), or null if
 * it may. A stream that has not begun is not a refusal.
 */
export function meaningOfPlayer(player: unknown): AppError | null {
  const state = at(player, 'playabilityStatus')
  const status = stringAt(state, 'status')
  if (status === null || status === 'OK' || status === 'LIVE_STREAM_OFFLINE') return null
  const reason = reasonIn(state)
  if (BOT_SUSPICION.test(reason) || linksBotHelp(state)) return upstreamError('blocked')
  if (PRIVATE.test(reason)) return upstreamError('private')
  if (status === 'ERROR') return upstreamError(REMOVED.test(reason) ? 'unavailable' : 'not_found')
  const isAgeRestricted =
    AGE_RESTRICTION.test(reason) || at(state, 'desktopLegacyAgeGateReason') !== undefined
  // A gate before one video still names that video; a wall before every video does not.
  const isWall = status === 'LOGIN_REQUIRED' && !isAgeRestricted && at(player, 'videoDetails') === undefined
  return upstreamError(isWall ? 'blocked' : 'unavailable')
}

/** Returns all texts that a refusal gives as its reason. */
const reasonIn = (state: unknown): string =>
  [
    stringAt(state, 'reason'),
    textAt(state, 'errorScreen.playerErrorMessageRenderer.reason'),
    textAt(state, 'errorScreen.playerErrorMessageRenderer.subreason'),
    ...listAt(state, 'messages'),
  ].join('\n')

/** The link is the same in every language. */
const linksBotHelp = (state: unknown) =>
  [...findAll(at(state, 'errorScreen'), 'url')].some(url => typeof url === 'string' && BOT_HELP.test(url))

/**
 * If several bodies give a reason, that of a player says more than that of its page: `private`, for example, when the page
 * only shows nothing.
 */
const MEANING_READERS: ((body: unknown) => AppError | null)[] = [
  body => meaningOf(body),
  body => meaningOfPlayer(playerOf(body)),
  meaningOfWatchPage,
]

/** Returns why payloads about a video do not hold what was asked for; undefined if none of them says. */
export const meaningOfVideo = (payloads: Payload[]): AppError | undefined =>
  MEANING_READERS.flatMap(readMeaning => payloads.map(({ body }) => readMeaning(body))).find(
    meaning => meaning !== null,
  )
