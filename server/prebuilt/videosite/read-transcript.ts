import type { Payload } from '../define-prebuilt.ts'
import { readLayouts } from '../layouts.ts'
import { jsonCaptions, plainCaptions, timedCaptions } from './captions.ts'
import { transcriptMarkup } from './transcript-markup.ts'
import { modernPanel, searchPanel } from './transcript-panels.ts'
import type { TranscriptPart } from './transcript-part.ts'

/** The more exact source first. */
export const TRANSCRIPT_READERS = [
  jsonCaptions,
  plainCaptions,
  timedCaptions,
  searchPanel,
  modernPanel,
  transcriptMarkup,
]

/** The best transcript that payloads hold; undefined where they hold none with any text. */
export const transcriptIn = (payloads: Payload[]): TranscriptPart | undefined =>
  readLayouts(TRANSCRIPT_READERS, payloads).find(({ segments }) => segments.length > 0)
