import type { Reader } from '../define-prebuilt.ts'
import { at, find, findAll, stringAt } from '../json-walk.ts'
import { millisecondsOf, secondsOf, segment } from './caption-text.ts'
import { clockSeconds, untilNext } from './clock.ts'
import { textAt, textOf } from './text.ts'
import { targetOf } from './transcript-params.ts'
import type { TranscriptPart } from './transcript-part.ts'

/** The panel of `get_transcript`: exact times, and the track in the id of every segment. Headings of chapters are no segments. */
export const searchPanel: Reader<TranscriptPart> = {
  layout: 'transcriptSegmentRenderer',
  recognise: body => (find(body, 'transcriptSegmentRenderer') === undefined ? undefined : body),
  read(body) {
    const rows = [...findAll(body, 'transcriptSegmentRenderer')]
    const target = rows.map(row => stringAt(row, 'targetId')).find(id => id !== null) ?? null
    return { segments: rows.flatMap(searchSegment), ...targetOf(target) }
  },
}

function searchSegment(row: unknown) {
  const [start, end] = [millisecondsOf(at(row, 'startMs')), millisecondsOf(at(row, 'endMs'))]
  const duration = start !== null && end !== null ? secondsOf(end - start) : null
  return segment(textAt(row, 'snippet') ?? '', secondsOf(start), duration)
}

/** The panel of `get_panel`, since 2026: whole seconds, no ends, and no word about the language. */
export const modernPanel: Reader<TranscriptPart> = {
  layout: 'transcriptSegmentViewModel',
  recognise: body => (find(body, 'transcriptSegmentViewModel') === undefined ? undefined : body),
  read(body) {
    const items = [...findAll(body, 'timelineItemViewModel')]
    return {
      segments: untilNext((items.length > 0 ? items : [body]).flatMap(modernSegments)),
      language: null,
    }
  },
}

const modernSegments = (item: unknown) =>
  [...findAll(item, 'transcriptSegmentViewModel')].flatMap(row =>
    segment(textOf(row) ?? '', clockSeconds(stringAt(row, 'timestamp') ?? stringAt(item, 'timestamp')), null),
  )
