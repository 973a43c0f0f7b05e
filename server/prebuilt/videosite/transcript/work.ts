import type { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { unreadable } from '../../layouts.ts'
import type { Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { isEmptyAnswer } from '../ask-video.ts'
import { otherKindError } from '../page-kind.ts'
import { filterByVideo, playerOf, videoIdIn, videoLabel } from '../player.ts'
import { meaningOfVideo } from '../player-meaning.ts'
import { type RequestedVideo, videoIdOfInput } from '../video/video-id.ts'
import {
  type CaptionTrack,
  captionTracks,
  hiddenTranscript,
  noCaptions,
  trackFor,
  withheldCaptions,
} from './caption-tracks.ts'
import { fullText } from './captions.ts'
import type { Transcript } from './output.ts'
import { planTranscript } from './plan.ts'
import { panelVideo, TRANSCRIPT_READERS, transcriptIn } from './read-transcript.ts'

export { payloadsOf } from '../states.ts'

/** What a call asks for, as far as it is known. */
type RequestedCaptions = RequestedVideo & { lang?: string | undefined }

export const plan = (input: RequestedVideo & { lang: string }, upstream: Upstream) =>
  planTranscript(videoIdOfInput(input)!, input.lang, upstream)

export function read(payloads: Payload[], input: RequestedCaptions = {}): Transcript {
  const videoId = videoIdOfInput(input)
  const ownPayloads = filterByVideo(payloads, videoId, body => videoIdIn(body) ?? panelVideo(body))
  const found = transcriptIn(ownPayloads)
  if (!found) throw noTranscript(ownPayloads, videoId, input.lang)
  const tracks = ownPayloads.flatMap(({ body }) => captionTracks(playerOf(body)))
  const namedId = ownPayloads.map(({ body }) => videoIdIn(body)).find(id => id !== null)
  return {
    video_id: found.videoId ?? namedId ?? videoId,
    language: found.language === undefined ? languageOf(tracks, input.lang) : found.language,
    segments: found.segments,
    full_text: fullText(found.segments),
  }
}

/**
 * Returns the language of captions that do not name it: that of the requested track, or else the only language of all
 * tracks.
 */
function languageOf(tracks: CaptionTrack[], requested: string | undefined): string | null {
  if (tracks.length === 0) return requested ?? null
  const track = requested === undefined ? undefined : trackFor(tracks, requested)
  const [first, ...others] = new Set(tracks.map(({ language }) => language))
  return track?.language ?? (others.length === 0 ? first! : null)
}

/** Returns the error for payloads without a transcript: their meaning, or else what the player says about captions. */
function noTranscript(payloads: Payload[], videoId: string | null, language?: string): AppError {
  const meaning = meaningOfVideo(payloads)
  if (meaning) return meaning
  const players = payloads.map(({ body }) => playerOf(body)).filter(player => player !== undefined)
  if (players.length > 0) return captionsError(players, language, payloads.every(isSaved))
  if (videoId !== null && payloads.some(({ body }) => isEmptyAnswer(body))) return upstreamError('not_found')
  return (
    otherKindError(payloads, 'video', videoId && videoLabel(videoId)) ??
    unreadable(TRANSCRIPT_READERS, payloads, 'any text')
  )
}

/** Returns the error for captions that are withheld, not shown, or missing. */
function captionsError(players: unknown[], language: string | undefined, isSavedPage: boolean): AppError {
  const tracks = players.flatMap(captionTracks)
  const hasCaptions = language === undefined ? tracks.length > 0 : trackFor(tracks, language) !== undefined
  if (!hasCaptions) return noCaptions(tracks, language)
  return isSavedPage ? hiddenTranscript() : withheldCaptions()
}

const isSaved = ({ source }: Payload) => source === 'saved'
