import { AppError } from '../../base/errors.ts'
import type { CaptionTrack } from './caption-tracks.ts'

/** A video without captions, or without any in the language that was asked for. */
export function noCaptions(tracks: CaptionTrack[], language: string | undefined): AppError {
  const known = [...new Set(tracks.map(track => track.language))].join(', ')
  return known === ''
    ? new AppError('no_captions', 'This video has no captions.', {
        hint: 'They may come later: the platform makes them some time after a video or a stream ends.',
      })
    : new AppError('no_captions', `This video has no captions in the language ${language}.`, {
        hint: `Its languages: ${known}.`,
      })
}

/** Captions that are named but not given. */
export const withheldCaptions = () =>
  new AppError('blocked', 'The platform gives the captions of this video to its own player only.', {
    hint: 'Open the video in your own browser, show its transcript, save the page and send it to POST /v1/extract/videosite-transcript.',
  })
