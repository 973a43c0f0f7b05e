import { z } from 'zod'
import { postSummary, summaryExamples } from '../post/post-summary.ts'

/** A page of an account's posts. All fields are always present; null or [] if the platform does not provide a value. */
export const postsOutput = z.strictObject({
  user_id: z.string().nullable().describe('Id of the account: digits. Goes with `cursor` for the next page.'),
  posts: z
    .array(postSummary)
    .describe('The posts, in the order shown: pinned ones first, then from new to old.'),
  pagination: z.strictObject({
    has_next_page: z.boolean().nullable().describe('Whether there are more.'),
    end_cursor: z.string().nullable().describe('Pass it as `cursor` for the next page; null at the end.'),
  }),
})

export type Posts = z.output<typeof postsOutput>

/** Posts of a fictional account for the docs. */
export const postsExample: Posts = {
  user_id: '48120396571',
  posts: summaryExamples,
  pagination: { has_next_page: true, end_cursor: '3456612345678901234_48120396571' },
}
