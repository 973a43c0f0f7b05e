import { parseCount } from '../../base/text/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, listAt, secondsAt, stringAt } from '../json-walk.ts'
import type { Comment } from './comments-output.ts'

/** One page of comments of the platform. */
export interface CommentPage {
  video_id: string | null
  comments: Comment[]
  cursor: number | null
  has_more: boolean | null
}

/**
 * The response of `/api/comment/list/`, for the web page and for the app. `comments` is null if there are none. A response
 * with only replies belongs to one comment, and is not recognised.
 */
export const commentList: Reader<CommentPage> = {
  layout: 'comments[].cid',
  recognise(body) {
    const comments = at(body, 'comments')
    const isEmpty = comments === null || (Array.isArray(comments) && comments.length === 0)
    const isPage = isEmpty ? at(body, 'has_more') !== undefined : commentsIn(body).length > 0
    return isPage ? body : undefined
  },
  read(body) {
    const comments = commentsIn(body)
    return {
      video_id: stringAt(comments[0], 'aweme_id'),
      comments: comments.map(commentOf),
      cursor: parseCount(at(body, 'cursor')),
      has_more: flagOf(at(body, 'has_more')),
    }
  },
}

/** The values of `reply_id` in a comment that is no reply. Replies name the comment that they answer. */
const NO_REPLY = new Set<unknown>([undefined, null, 0, '0', ''])

const commentsIn = (body: unknown): unknown[] =>
  listAt(body, 'comments').filter(entry => isComment(entry) && NO_REPLY.has(at(entry, 'reply_id')))

const isComment = (entry: unknown) => stringAt(entry, 'cid') !== null || stringAt(entry, 'text') !== null

const commentOf = (entry: unknown): Comment => ({
  id: stringAt(entry, 'cid'),
  text: stringAt(entry, 'text'),
  create_time: secondsAt(entry, 'create_time'),
  likes: parseCount(at(entry, 'digg_count')),
  reply_count: repliesOf(entry),
  author: {
    id: stringAt(entry, 'user.uid'),
    unique_id: stringAt(entry, 'user.unique_id'),
    nickname: stringAt(entry, 'user.nickname'),
    avatar: stringAt(entry, 'user.avatar_thumb.url_list.0'),
  },
})

/** Returns the number of replies. If the total is absent, it is 0, or unknown if there are previews of replies. */
function repliesOf(entry: unknown): number | null {
  const total = at(entry, 'reply_comment_total')
  if (total !== undefined) return parseCount(total)
  return listAt(entry, 'reply_comment').length > 0 ? null : 0
}

/** Reads a boolean, or 0 and 1 as a number or a text. */
function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const flag = parseCount(value)
  return flag === null ? null : flag !== 0
}
