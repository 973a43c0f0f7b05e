import type { Payload } from '../define-prebuilt.ts'
import { upstreamError } from '../upstream-errors.ts'
import { trackFor } from './caption-tracks.ts'
import { transcriptIn } from './read-transcript.ts'
import { noCaptions } from './transcript-errors.ts'
import { panelParams, transcriptParams } from './transcript-params.ts'

/** A data call that is answered with a panel of the watch page. */
export interface PanelCall {
  endpoint: string
  fields: object
}

/** The panel of today; that of former years, with captions that people wrote and with those that a program made. */
export const panelCalls = (videoId: string, language: string): [PanelCall, PanelCall, PanelCall] => [
  {
    endpoint: 'get_panel',
    fields: { panelId: 'PAmodern_transcript_view', params: panelParams(videoId) },
  },
  { endpoint: 'get_transcript', fields: { params: transcriptParams(videoId, language, false) } },
  { endpoint: 'get_transcript', fields: { params: transcriptParams(videoId, language, true) } },
]

/** A panel with a transcript in the language. Throws `changed` where it has none, `no_captions` for another language. */
export function panelOf(panel: Payload, language: string): Payload[] {
  const found = transcriptIn([panel])
  if (!found) throw upstreamError('changed', "The platform's panel holds no transcript.")
  const track = { language: found.language ?? language, automatic: false, address: null, gated: false }
  if (!trackFor([track], language)) throw noCaptions([track], language)
  return [panel]
}
