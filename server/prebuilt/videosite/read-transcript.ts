import type { Payload, Reader } from '../define-prebuilt.ts'
import { readLayouts } from '../layouts.ts'
import { firstOf, openMarkup } from '../markup.ts'
import { segment } from './caption-text.ts'
import { jsonCaptions, plainCaptions, timedCaptions } from './captions.ts'
import { clockSeconds, untilNext } from './clock.ts'
import { piecesOf, SEGMENTS, shownText } from './rendered.ts'
import { modernPanel, searchPanel } from './transcript-panels.ts'
import type { TranscriptPart } from './transcript-part.ts'

const TIME = '.ytwTranscriptSegmentViewModelTimestamp, .segment-timestamp'
const TEXT = '[role="text"], .yt-core-attributed-string, .ytAttributedStringHost, .segment-text'

/** The transcript that a saved watch page shows where it was opened beside the video: whole seconds, no ends, no language. */
const transcriptMarkup: Reader<TranscriptPart> = {
  layout: SEGMENTS.join(', '),
  recognise: body => (typeof body === 'string' && nameOf(body) ? body : undefined),
  read: markup => ({
    segments: untilNext(piecesOf(markup as string, nameOf(markup as string)!).flatMap(segmentIn)),
    language: null,
  }),
}

const nameOf = (markup: string) => SEGMENTS.find(name => markup.startsWith(`<${name}`))

function segmentIn(piece: string) {
  const html = openMarkup(piece)
  const shown = (css: string) => shownText(html, firstOf(html, css))
  return segment(shown(TEXT) ?? '', clockSeconds(shown(TIME)), null)
}

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
