import { z } from 'zod'
import type { AppError } from '../../../base/errors.ts'
import { definePrebuilt, type Payload } from '../../define-prebuilt.ts'
import { unreadable } from '../../layouts.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { isEmptyAnswer } from '../ask-video.ts'
import { ofOtherKind } from '../page-kind.ts'
import { videosite } from '../platform.ts'
import { ofOneVideo, playerOf, videoIdIn, videoLabel } from '../player.ts'
import { meaningOfVideo } from '../player-meaning.ts'
import { askedVideo, videoInput } from '../video/video-id.ts'
import {
  type CaptionTrack,
  captionTracks,
  hiddenTranscript,
  noCaptions,
  trackFor,
  withheldCaptions,
} from './caption-tracks.ts'
import { fullText } from './captions.ts'
import { transcriptExample, transcriptOutput } from './output.ts'
import { planTranscript } from './plan.ts'
import { panelVideo, TRANSCRIPT_READERS, transcriptIn } from './read-transcript.ts'

const CODE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{1,8}){0,3}$/

export const videositeTranscript = definePrebuilt({
  id: 'videosite-transcript',
  name: 'Videosite transcript',
  summary: 'What is said in a video, with times.',
  description:
    'Reads the captions of a video in one language: those that people wrote before those that a program made. Nothing is translated. Where the platform shows captions to its own player only, the page of the video, saved with its transcript open, holds them.',
  platform: videosite,
  input: videoInput({
    lang: z
      .string()
      .regex(CODE, 'must be the code of a language, such as `en` or `pt-BR`')
      .default('en')
      .describe('Code of the language; variants count, as `en-GB` for `en`.')
      .meta({ title: 'Language' }),
  }),
  output: transcriptOutput,
  example: { input: { video_id: 'tidepool_01' }, output: transcriptExample },
  probe: { video_id: 'jNQXAC9IVRw' },

  plan: (input, upstream) => planTranscript(askedVideo(input)!, input.lang, upstream),

  read(payloads, asked = {}) {
    const wanted = askedVideo(asked)
    const own = ofOneVideo(payloads, wanted, body => videoIdIn(body) ?? panelVideo(body))
    const found = transcriptIn(own)
    if (!found) throw noTranscript(own, wanted, asked.lang)
    const tracks = own.flatMap(({ body }) => captionTracks(playerOf(body)))
    const named = own.map(({ body }) => videoIdIn(body)).find(id => id !== null)
    return {
      video_id: found.videoId ?? named ?? wanted,
      language: found.language === undefined ? languageOf(tracks, asked.lang) : found.language,
      segments: found.segments,
      full_text: fullText(found.segments),
    }
  },
})

/**
 * Returns the language of captions that do not name it: that of the requested track, or else the only language of all
 * tracks.
 */
function languageOf(tracks: CaptionTrack[], asked: string | undefined): string | null {
  if (tracks.length === 0) return asked ?? null
  const track = asked === undefined ? undefined : trackFor(tracks, asked)
  const [first, ...others] = new Set(tracks.map(({ language }) => language))
  return track?.language ?? (others.length === 0 ? first! : null)
}

/** Returns the error for payloads without a transcript: their meaning, or else what the player says about captions. */
function noTranscript(payloads: Payload[], videoId: string | null, language?: string): AppError {
  const meaning = meaningOfVideo(payloads)
  if (meaning) return meaning
  const players = payloads.map(({ body }) => playerOf(body)).filter(player => player !== undefined)
  if (players.length > 0) return notGiven(players, language, payloads.every(isSaved))
  if (videoId !== null && payloads.some(({ body }) => isEmptyAnswer(body))) return upstreamError('not_found')
  return (
    ofOtherKind(payloads, 'video', videoId && videoLabel(videoId)) ??
    unreadable(TRANSCRIPT_READERS, payloads, 'any text')
  )
}

/** Returns the error for captions that are withheld, not shown, or missing. */
function notGiven(players: unknown[], language: string | undefined, isSavedPage: boolean): AppError {
  const tracks = players.flatMap(captionTracks)
  const has = language === undefined ? tracks.length > 0 : trackFor(tracks, language) !== undefined
  if (!has) return noCaptions(tracks, language)
  return isSavedPage ? hiddenTranscript() : withheldCaptions()
}

const isSaved = ({ source }: Payload) => source === 'saved'
