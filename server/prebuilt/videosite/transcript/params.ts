import { decodeTexts, encodeMessage, encodeToken } from '../protobuf.ts'
import { idOf } from '../video/video-id.ts'

/** The panel of the former transcript. */
const SEARCH_PANEL = 'engagement-panel-searchable-transcript-search-panel'

/**
 * Returns the parameters of `get_transcript`: {1: video, 2: {1: kind, 2: language, 3: name} as a token, 3: 1, 5: panel, 6–8:
 * 1}.
 */
export const transcriptParams = (videoId: string, language: string, isAutomatic: boolean): string =>
  encodeToken(
    encodeMessage({
      1: videoId,
      2: encodeToken(encodeMessage({ 1: isAutomatic ? 'asr' : '', 2: language, 3: '' })),
      3: 1,
      5: SEARCH_PANEL,
      6: 1,
      7: 1,
      8: 1,
    }),
  )

/** Returns the parameters of `get_panel`: {149 {1: video, 3: 1}}. */
export const panelParams = (videoId: string): string =>
  encodeToken(encodeMessage({ 149: encodeMessage({ 1: videoId, 3: 1 }) }))

/**
 * Reads the video and the language from the `targetId` of a segment: `<video>.<track>.<start>.<end>`, with the track in the
 * form that `get_transcript` takes.
 */
export function parseTargetId(targetId: string | null): { videoId: string | null; language: string | null } {
  const [video, track] = targetId?.split('.') ?? []
  return { videoId: idOf(video), language: (track && decodeTexts(track).get(2)) || null }
}
