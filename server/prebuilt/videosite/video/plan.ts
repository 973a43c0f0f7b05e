import type { Payload } from '../../define-prebuilt.ts'
import { at } from '../../json-walk.ts'
import { trySources } from '../../try-sources.ts'
import type { Get, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { browsePage } from '../ask.ts'
import { askPlayer, askWatchPage } from '../ask-video.ts'
import { ANDROID, type Client, WEB } from '../clients.ts'
import { playerOf } from '../player.ts'
import { meaningOfPlayer } from '../player-meaning.ts'
import { isWatchPage } from '../watch-page.ts'
import { noVideo, videoFrom } from './read-video.ts'

/** `details` come from players; `counts`, of likes and comments, only from the page. */
type VideoRequirement = 'details' | 'counts'

/**
 * Asks the desktop player, which has the most data, and if it is refused the player of an app. Then reads the watch page for
 * likes and comments; it also replaces the players if both are refused. Opens a browser, whose page has both, if everything
 * is refused.
 */
export function planVideo(videoId: string, { get, browse, sources }: Upstream): Promise<Payload[]> {
  const player = (source: string, client: Client) => askDetails(client, source, videoId, get)
  return trySources<VideoRequirement>(
    {
      sources: [
        { source: 'player', provides: ['details'], ask: () => player('player', WEB) },
        { source: 'app_player', provides: ['details'], ask: () => player('app_player', ANDROID) },
        { source: 'next', provides: ['counts'], ask: async () => [await askWatchPage(get, 'next', videoId)] },
        {
          source: 'browser',
          provides: ['details', 'counts'],
          lastResort: true,
          ask: async () => (await browsePage(browse, `/watch?v=${videoId}`)).states,
        },
      ],
      missing,
      emptiness: payloads => (videoFrom(payloads, videoId) ? null : noVideo(payloads, videoId)),
    },
    sources,
  )
}

function missing(found: Payload[]): VideoRequirement[] {
  const hasDetails = found.some(({ body }) => at(playerOf(body), 'videoDetails') !== undefined)
  const hasCounts = found.some(({ body }) => isWatchPage(body))
  return [...(hasDetails ? [] : ['details' as const]), ...(hasCounts ? [] : ['counts' as const])]
}

/** A player may have all the details of a video that it may not play. */
async function askDetails(client: Client, source: string, videoId: string, get: Get): Promise<Payload[]> {
  const answer = await askPlayer(get, source, videoId, client)
  const player = playerOf(answer.body)
  if (at(player, 'videoDetails') !== undefined) return [answer]
  throw (
    meaningOfPlayer(player) ?? upstreamError('changed', "The platform's answer does not have videoDetails.")
  )
}
