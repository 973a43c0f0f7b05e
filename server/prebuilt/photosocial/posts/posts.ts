import { z } from 'zod'
import { checkedText } from '../../checked-text.ts'
import { definePrebuilt } from '../../define-prebuilt.ts'
import { exactlyOne } from '../../exactly-one.ts'
import { photosocial } from '../platform.ts'
import { requireUserId, requireUsername } from '../username.ts'
import { readCursor } from './cursor.ts'
import { postsExample, postsOutput } from './output.ts'

export const photosocialPosts = definePrebuilt({
  id: 'photosocial-posts',
  name: 'Photosocial posts',
  summary: 'The posts of an account, page by page.',
  description:
    'Lists the posts of an account, by its name or its id, page by page with `cursor`. A page may hold fewer posts than you asked for. Counts and times are null if the source does not show them.',
  platform: photosocial,
  input: exactlyOne(
    z.strictObject({
      username: checkedText(requireUsername)
        .optional()
        .describe('The account by its name, with or without @, or by the address of any of its pages.')
        .meta({ title: 'Account' }),
      user_id: checkedText(requireUserId)
        .optional()
        .describe('The account by its id, as in `user_id` of a page.')
        .meta({ title: 'Account ID' }),
      cursor: checkedText(readCursor)
        .optional()
        .describe('`end_cursor` of the page before, or of the profile. Without it: the first page.')
        .meta({ title: 'Page cursor' }),
      first: z
        .int()
        .min(1)
        .max(50)
        .default(12)
        .describe('How many posts to return at most, 1 to 50.')
        .meta({ title: 'Posts per page' }),
    }),
    'username',
    'user_id',
  ),
  output: postsOutput,
  example: { input: { username: 'tidepoolstudio' }, output: postsExample },
  probe: { username: 'instagram' },
  paging: { list: 'posts', key: 'id', hasMore: 'has_next_page', cursor: 'end_cursor', input: 'cursor' },
  load: () => import('./work.ts'),
})
