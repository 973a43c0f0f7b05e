import type { Segment } from './transcript-output.ts'

/** What one body tells of a transcript. */
export interface TranscriptPart {
  segments: Segment[]
  /** Where the body itself names it. */
  videoId?: string | null
  /** Null where the body does not name it; undefined where it is the track's that was asked for. */
  language?: string | null
}
