import { message, textsOf, token } from '../protobuf.ts'
import { idOf } from '../video/video-id.ts'

/** The panel of the older transcript. */
const SEARCH_PANEL = 'engagement-panel-searchable-transcript-search-panel'

/** What `get_transcript` asks with: {1: video, 2: {1: kind, 2: language, 3: name} as a token, 3: 1, 5: panel, 6–8: 1}. */
export const transcriptParams = (videoId: string, language: string, automatic: boolean): string =>
  token(
    message({
      1: videoId,
      2: token(message({ 1: automatic ? 'asr' : '', 2: language, 3: '' })),
      3: 1,
      5: SEARCH_PANEL,
      6: 1,
      7: 1,
      8: 1,
    }),
  )

/** What `get_panel` asks with: {149 {1: video, 3: 1}}. */
export const panelParams = (videoId: string): string => token(message({ 149: message({ 1: videoId, 3: 1 }) }))

/** Video and language of a segment's `targetId`: `<video>.<track>.<start>.<end>`, its track as `get_transcript` asks for it. */
export function targetOf(targetId: string | null): { videoId: string | null; language: string | null } {
  const [video, track] = targetId?.split('.') ?? []
  return { videoId: idOf(video), language: (track && textsOf(track).get(2)) || null }
}
