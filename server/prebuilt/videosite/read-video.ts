import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { mergeParts, readLayouts, unreadable } from '../layouts.ts'
import { upstreamError } from '../upstream-errors.ts'
import { isEmptyAnswer } from './ask-video.ts'
import { ofOneVideo } from './player.ts'
import { meaningOfVideo } from './video-meaning.ts'
import type { VideoPart } from './video-part.ts'
import { captionList, playerMicroformat, videoDetails } from './video-player.ts'
import { watchPage } from './video-watch.ts'

/** Where two layouts tell the same field, the earlier one here wins: it is more exact. */
const READERS = [videoDetails, playerMicroformat, captionList, watchPage]

/** What payloads tell of one video: of the wanted one, or else of the first. Null where they tell of none. */
export function videoFrom(payloads: Payload[], wanted: string | null): VideoPart | null {
  const video = mergeParts(readLayouts(READERS, ofOneVideo(payloads, wanted)))
  return video.title == null ? null : video
}

/** The error of payloads without a video: what they mean, or which layouts were tried. */
export function noVideo(payloads: Payload[], wanted: string | null): AppError {
  const own = ofOneVideo(payloads, wanted)
  const isNone = wanted !== null && own.some(({ body }) => isEmptyAnswer(body))
  const meaning = meaningOfVideo(own) ?? (isNone ? upstreamError('not_found') : undefined)
  return meaning ?? unreadable(READERS, own, 'the title of the video')
}
