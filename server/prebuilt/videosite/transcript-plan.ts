import { AppError } from '../../errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { firstThatWorks, isUpstreamFailure } from '../first-that-works.ts'
import type { Get } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { ask } from './ask.ts'
import { askCaptions } from './ask-captions.ts'
import { askPlayer, askReel, identities } from './ask-video.ts'
import { captionTracks, trackFor } from './caption-tracks.ts'
import { ANDROID, IOS, VISIONOS } from './clients.ts'
import { playerOf } from './player.ts'
import { meaningOfPlayer } from './player-meaning.ts'
import { transcriptIn } from './read-transcript.ts'
import { noCaptions, withheldCaptions } from './transcript-errors.ts'
import { panelParams, transcriptParams } from './transcript-params.ts'

/**
 * The ways to a transcript, in the order of what works: the players of clients whose captions have no gate, then the
 * panels of the watch page. The first asks without an identity, which mostly does; the other players take one.
 */
export function planTranscript(videoId: string, language: string, get: Get): Promise<Payload[]> {
  const known = identities(get)
  const captions = async (player: Promise<Payload>) => captionsOf(await player, language, get)
  const panel = async (endpoint: string, fields: object) =>
    panelOf(await ask(get, endpoint, endpoint, fields), language)

  return firstThatWorks(
    [
      () => captions(askPlayer(get, videoId, ANDROID)),
      async () => captions(askReel(get, videoId, await known(ANDROID))),
      async () => captions(askPlayer(get, videoId, await known(IOS))),
      async () => unsure(captions(askPlayer(get, videoId, await known(VISIONOS)))),
      () => panel('get_panel', { panelId: 'PAmodern_transcript_view', params: panelParams(videoId) }),
      () => panel('get_transcript', { params: transcriptParams(videoId, language, false) }),
      () => panel('get_transcript', { params: transcriptParams(videoId, language, true) }),
    ],
    failures => failures.find(({ code }) => code === 'blocked') ?? failures[0],
  )
}

/** The captions that a player's answer leads to. A gated track is passed over; another client may have it without. */
async function captionsOf(player: Payload, language: string, get: Get): Promise<Payload[]> {
  const meaning = meaningOfPlayer(playerOf(player.body))
  if (meaning) throw meaning
  const tracks = captionTracks(playerOf(player.body))
  if (!trackFor(tracks, language)) throw noCaptions(tracks, language)
  const open = tracks.filter(({ gated, address }) => !gated && address !== null)
  const track = trackFor(open, language)
  if (!track) throw withheldCaptions()
  try {
    return [player, await askCaptions(get, track.address!)]
  } catch (error) {
    throw isUpstreamFailure(error) && open.length < tracks.length ? withheldCaptions() : error
  }
}

/** A panel with a transcript in the language. */
function panelOf(panel: Payload, language: string): Payload[] {
  const found = transcriptIn([panel])
  if (!found) throw upstreamError('changed', "The platform's panel holds no transcript.")
  const track = { language: found.language ?? language, automatic: false, address: null, gated: false }
  if (!trackFor([track], language)) throw noCaptions([track], language)
  return [panel]
}

/** A client that lacks some videos: that it knows none is no answer. */
async function unsure<T>(way: Promise<T>): Promise<T> {
  try {
    return await way
  } catch (error) {
    throw error instanceof AppError && error.status === 404 ? upstreamError('blocked') : error
  }
}
