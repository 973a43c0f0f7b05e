import { z } from 'zod'
import type { MediaPart } from '../media-part.ts'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)

/** A post in a list. */
export const postSummary = z.strictObject({
  id: text('Id of the post: digits.'),
  shortcode: text('Short id, as in its address `/p/…`.'),
  display_url: text('Address of the picture, or of the still before a video; of several, the first.'),
  is_video: z
    .boolean()
    .nullable()
    .describe('Whether it is one video; false for several pictures and videos.'),
  likes: count('Likes. Null where the owner hides them or the source does not say.'),
  comments: count('Comments.'),
  timestamp: count('When it was posted: seconds since 1970.'),
  caption: text('Full text of the post, with its line breaks.'),
})

type PostSummary = z.output<typeof postSummary>

export const summaryOf = (post: MediaPart): PostSummary => ({
  id: post.id ?? null,
  shortcode: post.shortcode ?? null,
  display_url: post.display_url ?? null,
  is_video: post.is_video ?? null,
  likes: post.hides_likes ? null : (post.likes ?? null),
  comments: post.comments ?? null,
  timestamp: post.timestamp ?? null,
  caption: post.caption ?? null,
})

/** Fictional posts for the docs. */
export const summaryExamples: PostSummary[] = [
  {
    id: '3456712345678901234',
    shortcode: 'C_4tZBe5e_y',
    display_url: 'https://pictures.photosocial.example/C_4tZBe5e_y_1080.jpg',
    is_video: false,
    likes: 318,
    comments: 9,
    timestamp: 1_726_292_000,
    caption: 'A sea star that lost an arm, and kept walking.',
  },
  {
    id: '3456612345678901234',
    shortcode: 'C_4Wp1Oa6_y',
    display_url: 'https://pictures.photosocial.example/C_4Wp1Oa6_y_1080.jpg',
    is_video: true,
    likes: 1_204,
    comments: 37,
    timestamp: 1_726_280_000,
    caption: 'Low tide at six.\n\n#tidepool',
  },
]
