import { z } from 'zod'

/** A transcript. All fields are always present; null if the platform does not provide a value. */
export const transcriptOutput = z.strictObject({
  video_id: z.string().nullable().describe('Id of the video.'),
  language: z
    .string()
    .nullable()
    .describe('Code of the language of the captions: `en`, `pt-BR`. Null where the source does not name it.'),
  segments: z
    .array(
      z.strictObject({
        text: z.string().describe('What is said, without surrounding blanks.'),
        start: z.number().nullable().describe('Seconds from the beginning of the video.'),
        duration: z
          .number()
          .nullable()
          .describe('Seconds for which it is shown; automatic captions run into the next ones.'),
      }),
    )
    .describe('The captions in their order.'),
  full_text: z.string().describe('All segments in one text, a blank between them.'),
})

export type Transcript = z.output<typeof transcriptOutput>
export type Segment = Transcript['segments'][number]

/** A fictional transcript for the docs. */
export const transcriptExample: Transcript = {
  video_id: 'tidepool_01',
  language: 'en',
  segments: [
    { text: 'This is a tide pool', start: 0.4, duration: 1.92 },
    { text: 'and this is the crab that owns it.', start: 2.32, duration: 2.6 },
  ],
  full_text: 'This is a tide pool and this is the crab that owns it.',
}

/** What one body holds of a transcript. */
export interface TranscriptPart {
  segments: Segment[]
  /** Present if the body itself names it. */
  videoId?: string | null
  /** Null if the body does not name it; undefined if it is the language of the requested track. */
  language?: string | null
}
