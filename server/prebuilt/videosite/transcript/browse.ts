import type { Payload } from '../../define-prebuilt.ts'
import type { Browse } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { browsePage, dataCall } from '../ask.ts'
import { playerOf } from '../player.ts'
import { meaningOfPlayer } from '../player-meaning.ts'
import { captionTracks, noCaptions, trackFor, withheldCaptions } from './caption-tracks.ts'
import { panelParams, transcriptParams } from './params.ts'
import { transcriptIn } from './read-transcript.ts'

/**
 * Returns the captions that the player of the watch page loads in a browser, with the proof that only it has; or else a
 * panel that is requested from within the page. Throws the meaning of the page, `no_captions` if the video has none in the
 * language, or `blocked` if they are withheld.
 */
export async function browseTranscript(
  browse: Browse,
  videoId: string,
  language: string,
): Promise<Payload[]> {
  const { states, kept, asked } = await browsePage(browse, watchPath(videoId, language), {
    keep: address => isCaptions(address, language),
    ask: panelCalls(videoId, language).map(({ endpoint, fields }) => dataCall(endpoint, fields)),
  })
  const players = states.map(({ body }) => playerOf(body)).filter(player => player !== undefined)
  const meaning = players.map(meaningOfPlayer).find(error => error !== null)
  if (meaning) throw meaning
  const tracks = players.flatMap(captionTracks)
  if (players.length > 0 && !trackFor(tracks, language)) throw noCaptions(tracks, language)
  const found = [...kept, ...asked].find(payload => isTranscript(payload, language))
  if (found) return [...states, found]
  throw withheldCaptions()
}

/** Turns captions on, like a user's setting to always show them. */
const watchPath = (videoId: string, language: string) =>
  `/watch?${new URLSearchParams({ v: videoId, cc_load_policy: '1', cc_lang_pref: language })}`

/** Whether the address is that of captions in the language that are not translated. */
const isCaptions = ({ pathname, searchParams }: URL, language: string): boolean =>
  pathname === '/api/timedtext' &&
  !searchParams.has('tlang') &&
  matchesLanguage(searchParams.get('lang') ?? '', language)

function isTranscript(payload: Payload, language: string): boolean {
  const found = transcriptIn([payload])
  return found !== undefined && matchesLanguage(found.language ?? language, language)
}

const matchesLanguage = (language: string, requested: string) =>
  trackFor([{ language, isAutomatic: false, address: null, isGated: false }], requested) !== undefined

/** A data call that returns a panel of the watch page. */
export interface PanelCall {
  endpoint: string
  fields: object
}

/** Returns the calls for the current panel, and for the former panel with manual and with automatic captions. */
export const panelCalls = (videoId: string, language: string): [PanelCall, PanelCall, PanelCall] => [
  {
    endpoint: 'get_panel',
    fields: { panelId: 'PAmodern_transcript_view', params: panelParams(videoId) },
  },
  { endpoint: 'get_transcript', fields: { params: transcriptParams(videoId, language, false) } },
  { endpoint: 'get_transcript', fields: { params: transcriptParams(videoId, language, true) } },
]

/**
 * Returns a panel with a transcript in the language. Throws `changed` if it has no transcript, `no_captions` if it is in
 * another language.
 */
export function panelOf(panel: Payload, language: string): Payload[] {
  const found = transcriptIn([panel])
  if (!found) throw upstreamError('changed', "The platform's panel holds no transcript.")
  const track = { language: found.language ?? language, isAutomatic: false, address: null, isGated: false }
  if (!trackFor([track], language)) throw noCaptions([track], language)
  return [panel]
}
