import { z } from 'zod'

const text = (description: string) => z.string().nullable().describe(description)
const count = (description: string) => z.int().nullable().describe(description)

/** A page of comments. All fields are always present; null or [] if the platform does not provide a value. */
export const commentsOutput = z.strictObject({
  comments: z
    .array(
      z.strictObject({
        id: text('Id of the comment; that of a reply begins with the id of its thread.'),
        text: text('The text as shown, with its line breaks and emoji.'),
        author: text('Name of the author as shown: a handle since 2022, a free name before.'),
        author_channel_id: text("Id of the author's channel."),
        likes: count('Likes; the platform rounds large numbers.'),
        reply_count: count('Answers to the comment.'),
        published_at: text('When it was written, as shown: the platform shows no date.'),
      }),
    )
    .describe('The comments in the order shown.'),
  pagination: z.strictObject({
    continuation: text('Goes into `continuation` of the next call; null on the last page.'),
    has_more: z
      .boolean()
      .nullable()
      .describe('Whether there is a next page; null where a saved page does not say.'),
  }),
})

export type CommentsPage = z.output<typeof commentsOutput>
export type Comment = CommentsPage['comments'][number]

/** Fictional comments for the docs. */
export const commentsExample: CommentsPage = {
  comments: [
    {
      id: 'UgxTidepoolStudio0001AaABAg',
      text: 'That crab at 2:14 has seen things.',
      author: '@kelpwalker',
      author_channel_id: 'UCk3LpWaLk3rRrV0bW3nYd7u',
      likes: 1_204,
      reply_count: 18,
      published_at: '3 weeks ago',
    },
    {
      id: 'UgxTidepoolStudio0002AaABAg',
      text: 'Filmed at low tide or with a snorkel?',
      author: '@low.tide.liz',
      author_channel_id: 'UCl0wT1d3L1zRrV0bW3nYd7u',
      likes: 0,
      reply_count: 1,
      published_at: '2 days ago (edited)',
    },
  ],
  pagination: { continuation: 'Eg0SC3RpZGVwb29sXzAxGAYyJQ%3D%3D', has_more: true },
}

/** What one response or page holds of comments. */
export interface CommentsPart {
  comments: Comment[]
  /** Whether it says that there are no comments, as opposed to comments that cannot be read. */
  isEmpty: boolean
  /** Number of comments that it refers to but that are missing or in an unknown form. */
  unread: number
  /** The token of the next page; null on the last page. */
  continuation: string | null
  /** Null if it does not say. */
  hasMore: boolean | null
  /** Whether the comments are replies, which are a list of their own. */
  isReplies: boolean
}
