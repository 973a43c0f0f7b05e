import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { unreadable } from '../layouts.ts'
import { upstreamError } from '../upstream-errors.ts'
import { isEmptyAnswer } from './ask-video.ts'
import { captionTracks, trackFor } from './caption-tracks.ts'
import { playerOf } from './player.ts'
import { TRANSCRIPT_READERS } from './read-transcript.ts'
import { noCaptions, withheldCaptions } from './transcript-errors.ts'
import { meaningOfVideo } from './video-meaning.ts'

/** The error for payloads that hold no transcript: what the platform says, else what its player was told about captions. */
export function noTranscript(payloads: Payload[], videoId: string | null, language?: string): AppError {
  const meaning = meaningOfVideo(payloads)
  if (meaning) return meaning
  const players = payloads.map(({ body }) => playerOf(body)).filter(player => player !== undefined)
  if (players.length > 0) return notGiven(players, language)
  if (videoId !== null && payloads.some(({ body }) => isEmptyAnswer(body))) return upstreamError('not_found')
  return unreadable(TRANSCRIPT_READERS, payloads, 'any text')
}

/** Captions that are not given, or that are not there. */
function notGiven(players: unknown[], language?: string): AppError {
  const tracks = players.flatMap(captionTracks)
  const has = language === undefined ? tracks.length > 0 : trackFor(tracks, language) !== undefined
  return has ? withheldCaptions() : noCaptions(tracks, language)
}
