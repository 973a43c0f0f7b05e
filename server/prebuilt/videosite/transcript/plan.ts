import { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { bodyOf } from '../../saved-page.ts'
import { firstThatWorks, isUpstreamFailure } from '../../try-sources.ts'
import type { Get, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { ask } from '../ask.ts'
import { askPlayer, askReel, createIdentifier } from '../ask-video.ts'
import { ANDROID, IOS, VISIONOS } from '../clients.ts'
import { meaningOf } from '../meaning.ts'
import { videosite } from '../platform.ts'
import { playerOf } from '../player.ts'
import { meaningOfPlayer } from '../player-meaning.ts'
import { browseTranscript, type PanelCall, panelCalls, panelOf } from './browse.ts'
import { captionTracks, noCaptions, trackFor, withheldCaptions } from './caption-tracks.ts'
import { transcriptIn } from './read-transcript.ts'

/**
 * Tries the sources of a transcript, most reliable first: the players of clients whose captions have no gate, then the
 * panels of the watch page, then a browser, whose player has the proof that gates require. The first player is asked without
 * a visitor id, which usually works; the others have one.
 */
export function planTranscript(
  videoId: string,
  language: string,
  { get, browse, sources }: Upstream,
): Promise<Payload[]> {
  const identify = createIdentifier(get)
  const captions = async (player: Promise<Payload>) => captionsOf(await player, language, get)
  const panel = (source: string, { endpoint, fields }: PanelCall) => ({
    source,
    ask: async () => panelOf(await ask(get, source, endpoint, fields), language),
  })
  const [modern, manual, automatic] = panelCalls(videoId, language)
  const [reel, ios, vision] = ['reel', 'ios_player', 'visionos_player'] as const

  return firstThatWorks(
    [
      { source: 'player', ask: () => captions(askPlayer(get, 'player', videoId, ANDROID)) },
      { source: reel, ask: async () => captions(askReel(get, reel, videoId, await identify(ANDROID))) },
      { source: ios, ask: async () => captions(askPlayer(get, ios, videoId, await identify(IOS))) },
      {
        source: vision,
        ask: async () =>
          notFoundAsBlocked(captions(askPlayer(get, vision, videoId, await identify(VISIONOS)))),
      },
      panel('get_panel', modern),
      panel('get_transcript', manual),
      panel('get_transcript_asr', automatic),
      { source: 'browser', ask: () => browseTranscript(browse, videoId, language) },
    ],
    sources,
  )
}

/** Returns the captions that a player's response lists. Skips gated tracks, which another client may have without a gate. */
async function captionsOf(player: Payload, language: string, get: Get): Promise<Payload[]> {
  const meaning = meaningOfPlayer(playerOf(player.body))
  if (meaning) throw meaning
  const tracks = captionTracks(playerOf(player.body))
  if (!trackFor(tracks, language)) throw noCaptions(tracks, language)
  const ungated = tracks.filter(({ isGated, address }) => !isGated && address !== null)
  const track = trackFor(ungated, language)
  if (!track) throw withheldCaptions()
  try {
    return [player, await askCaptions(get, track.address!)]
  } catch (error) {
    throw isUpstreamFailure(error) && ungated.length < tracks.length ? withheldCaptions() : error
  }
}

/** Turns "not found" into `blocked`, for a client that does not have all videos. */
async function notFoundAsBlocked<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw error instanceof AppError && error.status === 404 ? upstreamError('blocked') : error
  }
}

/** An HTML page in place of captions is always a captcha. */
const PAGE_START = /^\s*<(?:!doctype|html)/i

/**
 * Returns the captions at the address of a track. Asks for JSON, but reads all of their formats. Throws `blocked` if the
 * response is empty or a page, otherwise `changed`, since a dead address says nothing about its video.
 */
async function askCaptions(get: Get, address: string): Promise<Payload> {
  const { text, status } = await get({ url: jsonAddress(address) })
  const captions = { source: 'timedtext', body: bodyOf(text) }
  if (transcriptIn([captions])) return captions
  const meaning = meaningOf(captions.body, status)
  if (meaning?.code === 'blocked' || PAGE_START.test(text)) throw upstreamError('blocked')
  throw upstreamError('changed', 'What the platform sent as captions has no captions in it.')
}

/** Adds the JSON format to an address, which may lack a host or name another format. */
function jsonAddress(address: string): string {
  const url = URL.parse(address, videosite.origin)
  if (!url) throw upstreamError('changed', 'The address of the captions is not valid.')
  url.searchParams.set('fmt', 'json3')
  return videosite.origin + url.pathname + url.search
}
