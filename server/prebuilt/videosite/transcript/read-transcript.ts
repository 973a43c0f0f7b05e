import type { Payload, Reader } from '../../define-prebuilt.ts'
import { at, find, findAll, stringAt } from '../../json-walk.ts'
import { readLayouts } from '../../layouts.ts'
import { firstOf, openMarkup } from '../../markup.ts'
import { piecesOf, SEGMENT_ELEMENTS, visibleText } from '../rendered.ts'
import { textAt, textOf } from '../text.ts'
import {
  jsonCaptions,
  millisecondsOf,
  plainCaptions,
  secondsOf,
  timedCaptions,
  toSegments,
} from './captions.ts'
import type { Segment, TranscriptPart } from './output.ts'
import { parseTargetId } from './params.ts'

/**
 * The panel of `get_transcript`: exact times, and the track in the id of each segment. Chapter headings are not segments.
 */
const searchPanel: Reader<TranscriptPart> = {
  layout: 'transcriptSegmentRenderer',
  recognise: body => (find(body, 'transcriptSegmentRenderer') === undefined ? undefined : body),
  read(body) {
    const rows = [...findAll(body, 'transcriptSegmentRenderer')]
    return { segments: rows.flatMap(searchSegment), ...parseTargetId(targetIn(rows)) }
  },
}

const targetIn = (rows: unknown[]) =>
  rows.map(row => stringAt(row, 'targetId')).find(id => id !== null) ?? null

/** Returns the video that the former panel names, or null for any other body. */
export const panelVideo = (body: unknown): string | null =>
  parseTargetId(targetIn([...findAll(body, 'transcriptSegmentRenderer')])).videoId

function searchSegment(row: unknown) {
  const [start, end] = [millisecondsOf(at(row, 'startMs')), millisecondsOf(at(row, 'endMs'))]
  const duration = start !== null && end !== null ? secondsOf(end - start) : null
  return toSegments(textAt(row, 'snippet') ?? '', secondsOf(start), duration)
}

/** The panel of `get_panel`, since 2026: start times in whole seconds, no end times, no language. */
const modernPanel: Reader<TranscriptPart> = {
  layout: 'transcriptSegmentViewModel',
  recognise: body => (find(body, 'transcriptSegmentViewModel') === undefined ? undefined : body),
  read(body) {
    const items = [...findAll(body, 'timelineItemViewModel')]
    return {
      segments: withDurations((items.length > 0 ? items : [body]).flatMap(modernSegments)),
      language: null,
    }
  },
}

const modernSegments = (item: unknown) =>
  [...findAll(item, 'transcriptSegmentViewModel')].flatMap(row =>
    toSegments(
      textOf(row) ?? '',
      clockSeconds(stringAt(row, 'timestamp') ?? stringAt(item, 'timestamp')),
      null,
    ),
  )

const TIME = '.ytwTranscriptSegmentViewModelTimestamp, .segment-timestamp'
const TEXT = '[role="text"], .yt-core-attributed-string, .ytAttributedStringHost, .segment-text'

/**
 * The transcript in a saved watch page that showed it beside the video: start times in whole seconds, no end times, no
 * language.
 */
const transcriptMarkup: Reader<TranscriptPart> = {
  layout: SEGMENT_ELEMENTS.join(', '),
  recognise: body => (typeof body === 'string' && nameOf(body) ? body : undefined),
  read: markup => ({
    segments: withDurations(piecesOf(markup as string, nameOf(markup as string)!).flatMap(readSegments)),
    language: null,
  }),
}

const nameOf = (markup: string) => SEGMENT_ELEMENTS.find(name => markup.startsWith(`<${name}`))

function readSegments(piece: string) {
  const html = openMarkup(piece)
  const textFor = (css: string) => visibleText(html, firstOf(html, css))
  return toSegments(textFor(TEXT) ?? '', clockSeconds(textFor(TIME)), null)
}

/** More exact sources first. */
export const TRANSCRIPT_READERS = [
  jsonCaptions,
  plainCaptions,
  timedCaptions,
  searchPanel,
  modernPanel,
  transcriptMarkup,
]

/** Returns the best transcript in payloads, or undefined if none has any text. */
export const transcriptIn = (payloads: Payload[]): TranscriptPart | undefined =>
  readLayouts(TRANSCRIPT_READERS, payloads).find(({ segments }) => segments.length > 0)

const CLOCK = /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{2})\s*$/

/** Converts `8:43` or `1:02:03` to seconds. */
function clockSeconds(text: string | null): number | null {
  const [found, hours = '0', minutes, seconds] = CLOCK.exec(text ?? '') ?? []
  return found === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Gives segments without an end time the duration until the next one starts; that of the last one is unknown. */
const withDurations = (segments: Segment[]): Segment[] =>
  segments.map(({ text, start }, index) => {
    const next = segments[index + 1]?.start ?? null
    return { text, start, duration: start !== null && next !== null && next >= start ? next - start : null }
  })
