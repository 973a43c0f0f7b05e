import { z } from 'zod'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)

const comment = z.strictObject({
  id: text('Id of the comment.'),
  text: text('What it says; empty where it is a picture alone.'),
  create_time: count('When it was written, in seconds since 1970.'),
  likes: count('Likes.'),
  reply_count: count('Replies to it.'),
  author: z.strictObject({
    id: text('Id of who wrote it.'),
    unique_id: text('Name of their account, without @.'),
    nickname: text('Their name as shown.'),
    avatar: text('Address of their picture. It expires after a few days.'),
  }),
})

/** A page of comments. All fields are always present; null if the platform does not provide a value. */
export const commentsOutput = z.strictObject({
  comments: z.array(comment).describe('Comments in the order shown, without their replies.'),
  pagination: z.strictObject({
    cursor: count('Where the next page begins, for `cursor`. Not the number of comments so far.'),
    has_more: z.boolean().nullable().describe('Whether there are more.'),
  }),
})

export type Comment = z.output<typeof comment>
export type Comments = z.output<typeof commentsOutput>

/** Fictional comments for the docs. */
export const commentsExample: Comments = {
  comments: [
    {
      id: '7600000000000000101',
      text: 'Is that a sea slug?',
      create_time: 1_770_281_693,
      likes: 42,
      reply_count: 2,
      author: {
        id: '6900000000000000007',
        unique_id: 'limpet.fan',
        nickname: 'Limpet',
        avatar: 'https://pictures.shortvideo.example/limpet~100x100.jpeg?x-expires=1770375600',
      },
    },
  ],
  pagination: { cursor: 20, has_more: true },
}
