import { z } from 'zod'
import { onCard } from '../../card-parts.ts'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)

/** A post. All fields are always present; null if the platform does not provide a value. */
export const postOutput = z.strictObject({
  id: text('Id of the post: digits.'),
  shortcode: text('Short id, as in its address.'),
  owner: z.strictObject({
    id: text('Id of the account: digits.'),
    username: text('Name of the account.').meta(onCard('subtitle')),
    full_name: text('Name as shown.').meta(onCard('name')),
    profile_pic_url: text('Address of its picture.'),
    is_verified: z.boolean().nullable().describe('Whether the platform has verified the account.'),
  }),
  caption: text('Full text of the post, with its line breaks.').meta(onCard('text')),
  display_url: text('Address of the picture, or of the still before a video; of several, the first.').meta(
    onCard('picture'),
  ),
  is_video: z
    .boolean()
    .nullable()
    .describe('Whether it is one video; false for several pictures and videos.'),
  video_url: text('Address of the video.'),
  likes: count('Likes. Null where the owner hides them; rounded where the platform shows no more.').meta(
    onCard('count'),
  ),
  comments: count('Comments, without replies where the platform counts them apart.').meta(onCard('count')),
  timestamp: count('When it was posted: seconds since 1970.'),
  location: text('Name of the place.'),
})

export type Post = z.output<typeof postOutput>

/** A fictional post for the docs. */
export const postExample: Post = {
  id: '3456612345678901234',
  shortcode: 'C_4Wp1Oa6_y',
  owner: {
    id: '48120396571',
    username: 'tidepoolstudio',
    full_name: 'Tidepool Studio',
    profile_pic_url: 'https://pictures.photosocial.example/tidepoolstudio_150.jpg',
    is_verified: false,
  },
  caption: 'Low tide at six.\n\n#tidepool',
  display_url: 'https://pictures.photosocial.example/C_4Wp1Oa6_y_1080.jpg',
  is_video: true,
  video_url: 'https://pictures.photosocial.example/C_4Wp1Oa6_y.mp4',
  likes: 1_204,
  comments: 37,
  timestamp: 1_726_280_000,
  location: 'Kaikōura',
}
