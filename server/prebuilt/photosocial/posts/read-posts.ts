import type { Payload } from '../../define-prebuilt.ts'
import { getOwn } from '../../json-walk.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { summaryOf } from '../post/post-summary.ts'
import {
  type Account,
  accountFrom,
  accountId,
  accountUnreadable,
  type RequestedAccount,
} from '../profile/read-account.ts'
import { usernameOf } from '../username.ts'
import { type Cursor, cursorAfter, FIRST_PAGE, readCursor, skipCursor } from './cursor.ts'
import type { Posts } from './output.ts'
import type { Timeline } from './timeline.ts'

/** The input, as far as it is known. */
export interface PostsInput {
  username?: string | undefined
  user_id?: string | undefined
  cursor?: string | undefined
  first?: number | undefined
}

/** Reads a page of posts from payloads. Throws their meaning if they hold no posts, `private` if the account shows none. */
export function readPosts(payloads: Payload[], input: PostsInput = {}): Posts {
  const username = (input.username && usernameOf(input.username)) || undefined
  const cursor = input.cursor === undefined ? FIRST_PAGE : readCursor(input.cursor)
  const user_id = input.user_id?.trim()
  const account = accountFrom(payloads, { username, user_id })
  const { timeline } = account
  if (!timeline || !showsPosts(account, cursor)) throw postsMissing(payloads, account, { username, user_id })
  const end = input.first === undefined ? timeline.posts.length : cursor.skip + input.first
  return {
    user_id: user_id ?? accountId(account, username),
    posts: timeline.posts.slice(cursor.skip, end).map(summaryOf),
    pagination: paginationAfter(end, timeline, cursor),
  }
}

/** Whether the posts after a cursor are present. A list is empty only at its end; anywhere else its posts were withheld. */
export function showsPosts({ profile, timeline }: Account, { skip }: Cursor): boolean {
  if (!timeline) return false
  const { posts, unread, has_next, cursor } = timeline
  if (posts.length === 0) return has_next === false && unread === 0 && profile.private !== true
  return posts.length > skip || has_next === false || cursor !== null
}

/** Returns the error that says why an account shows no posts. */
export function postsMissing(
  payloads: Payload[],
  { profile, timeline }: Account,
  requested?: RequestedAccount,
) {
  if (profile.private) return upstreamError('private')
  const isPageAlone = profile.username && payloads.every(({ body }) => getOwn(body, 'page') !== undefined)
  return timeline?.unread === 0 || isPageAlone
    ? upstreamError('blocked', 'The platform keeps these posts from visitors for now.')
    : accountUnreadable(payloads, 'a list of posts', requested)
}

/**
 * Returns the pagination after `end` posts of a page. The next cursor points into this page if posts of it are left, or if
 * the page has no cursor of its own.
 */
function paginationAfter(end: number, timeline: Timeline, cursor: Cursor): Posts['pagination'] {
  const { posts, has_next } = timeline
  if (posts.length > end) return { has_next_page: true, end_cursor: skipCursor(end, cursor) }
  const after = cursorAfter(timeline)
  const isStuck = after === null && has_next === true
  return { has_next_page: has_next, end_cursor: isStuck ? skipCursor(posts.length, cursor) : after }
}
