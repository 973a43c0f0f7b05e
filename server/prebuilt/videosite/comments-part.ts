import type { Comment } from './comments-output.ts'

/** What one answer or page tells of comments. */
export interface CommentsPart {
  comments: Comment[]
  /** Whether it says that there are none, unlike one whose comments cannot be read. */
  isEmpty: boolean
  /** The token of the next page; null on the last one. */
  continuation: string | null
  /** Null where it does not tell. */
  hasMore: boolean | null
  /** Answers to a comment are a list of their own. */
  isReplies: boolean
}
