import { z } from 'zod'
import { onCard } from '../../card-parts.ts'
import type { Image } from '../text.ts'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)
const flag = (description: string) => z.boolean().nullable().describe(description)

/** A video. All fields are always present; null or [] if the platform does not provide a value. */
export const videoOutput = z.strictObject({
  video_id: text('Id of the video: 11 characters.'),
  url: text('Address of its page.').meta(onCard('link')),
  title: text('Title as shown.').meta(onCard('name')),
  description: text('Whole description, with its line breaks.').meta(onCard('text')),
  channel: z.strictObject({
    id: text('Id of the channel: `UC` and 22 characters.'),
    name: text('Name of the channel.').meta(onCard('subtitle')),
    url: text('Address of the channel by its id.'),
  }),
  published_at: text('When it was published: date and time where the platform shows them, else as shown.'),
  duration_seconds: count('Length in seconds; null while it is live and before.'),
  view_count: count('Views.').meta(onCard('count')),
  like_count: count('Likes. Null where the owner hides them.').meta(onCard('count')),
  comment_count: count('Comments; the platform rounds large numbers. Null where they are turned off.').meta(
    onCard('count'),
  ),
  thumbnails: z
    .array(
      z.strictObject({
        url: z.string().describe('Address of the picture.'),
        width: count('Width in pixels.'),
        height: count('Height in pixels.'),
      }),
    )
    .describe('The preview in each size.')
    .meta(onCard('picture')),
  keywords: z.array(z.string().describe('One keyword.')).describe('Keywords that the owner gave the video.'),
  category: text('Category that the owner chose.'),
  is_live: flag('Whether it is being streamed right now.'),
  is_family_safe: flag('Whether it is suitable for all ages.'),
  caption_languages: z
    .array(z.string().describe('Code of a language.'))
    .describe('Languages of its captions, automatic ones included.'),
})

export type Video = z.output<typeof videoOutput>

/** A fictional video for the docs. */
export const videoExample: Video = {
  video_id: 'tidepool_01',
  url: 'https://www.videosite.example/watch?v=tidepool_01',
  title: 'The crab that owns the pool',
  description: 'Eleven minutes at low tide.\n\nCamera: Mara Lind',
  channel: {
    id: 'UCk2Tq9ZxRrV0bW3nYd7uLmA',
    name: 'Tidepool Studio',
    url: 'https://www.videosite.example/channel/UCk2Tq9ZxRrV0bW3nYd7uLmA',
  },
  published_at: '2026-03-15T09:00:11-07:00',
  duration_seconds: 664,
  view_count: 48_211,
  like_count: 2_930,
  comment_count: 187,
  thumbnails: [
    { url: 'https://pictures.videosite.example/tidepool_01/medium.jpg', width: 320, height: 180 },
    { url: 'https://pictures.videosite.example/tidepool_01/large.jpg', width: 1280, height: 720 },
  ],
  keywords: ['tide pools', 'crab'],
  category: 'Science & Technology',
  is_live: false,
  is_family_safe: true,
  caption_languages: ['en', 'de'],
}

/** What one layout holds about a video. A field is absent if the layout never has it. */
export interface VideoPart {
  video_id?: string | null
  title?: string | null
  description?: string | null
  channel_id?: string | null
  channel_name?: string | null
  published_at?: string | null
  duration_seconds?: number | null
  view_count?: number | null
  like_count?: number | null
  comment_count?: number | null
  thumbnails?: Image[]
  keywords?: string[]
  category?: string | null
  is_live?: boolean | null
  is_family_safe?: boolean | null
  caption_languages?: string[]
}
