import type { Payload } from '../define-prebuilt.ts'
import { assignedJson } from '../embedded-json.ts'
import { at, stringAt } from '../json-walk.ts'
import { bodyOf, savedPayloads } from '../saved-page.ts'
import { playerOf } from './player.ts'
import { renderedIn } from './rendered.ts'

/** The script variables that hold the state of a page. */
const STATE_VARIABLES = ['ytInitialData', 'ytInitialPlayerResponse']

/** Returns the states of an HTML page, or the page itself if it has none, so that a captcha can still be recognised. */
export function statesOf(html: string): unknown[] {
  const states = STATE_VARIABLES.flatMap(name => [...assignedJson(html, name)])
  const formerPlayers = [...assignedJson(html, 'ytplayer\\.config')].flatMap(formerPlayer)
  const found = [...states, ...formerPlayers]
  return found.length > 0 ? found : [html]
}

/**
 * Returns the player's data in a page until 2020: the same as today, but as text in its arguments; until 2018 only the
 * arguments.
 */
function formerPlayer(config: unknown): unknown[] {
  const args = at(config, 'args')
  const player = at(args, 'raw_player_response') ?? bodyOf(stringAt(args, 'player_response') ?? '')
  if (playerOf(player) !== undefined) return [player]
  const videoId = stringAt(args, 'video_id')
  if (videoId === null) return []
  const videoDetails = {
    videoId,
    title: stringAt(args, 'title'),
    author: stringAt(args, 'author'),
    channelId: stringAt(args, 'ucid'),
    lengthSeconds: stringAt(args, 'length_seconds'),
    viewCount: stringAt(args, 'view_count'),
    keywords: stringAt(args, 'keywords')?.split(',').filter(Boolean),
  }
  return [{ videoDetails }]
}

/** Returns the payloads of a page that a user saved (the text of HTML, JSON or a HAR file). */
export const payloadsOf = (page: string): Payload[] =>
  savedPayloads(page, html => [...statesOf(html), ...renderedIn(html)])
