import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { readLayouts, unreadable } from '../layouts.ts'
import { commentsAnswer } from './comments-answer.ts'
import { commentsMarkup } from './comments-markup.ts'
import type { Comment, CommentsPage } from './comments-output.ts'
import type { CommentsPart } from './comments-part.ts'
import { commentsAreOff } from './comments-section.ts'
import { meaningOfVideo } from './video-meaning.ts'

const READERS = [commentsAnswer, commentsMarkup]

/** The comments that payloads hold, also where they say that there are none; null where they say nothing of any. */
export function commentsIn(payloads: Payload[]): CommentsPage | null {
  const parts = readLayouts(READERS, payloads)
  const isEmpty = areOff(payloads) || parts.some(part => part.isEmpty)
  return isEmpty || hasComments(parts) ? pageOf(parts) : null
}

/** The error of payloads without a word on comments: what they mean, or which layouts were tried. */
export const noComments = (payloads: Payload[]): AppError =>
  meaningOfVideo(payloads) ?? unreadable(READERS, payloads, 'comments that can be read')

/** Whether comments are turned off: what no comment speaks against. */
export const areOff = (payloads: Payload[]): boolean =>
  payloads.some(({ body }) => commentsAreOff(body)) && !hasComments(readLayouts(READERS, payloads))

const hasComments = (parts: CommentsPart[]) => parts.some(({ comments }) => comments.length > 0)

/** One page of many parts: a HAR file holds all pages that were scrolled through. Replies only where there is nothing else. */
function pageOf(parts: CommentsPart[]): CommentsPage {
  const threads = parts.filter(({ isReplies }) => !isReplies)
  const shown = threads.length > 0 ? threads : parts
  const last = shown.findLast(({ hasMore }) => hasMore !== null)
  return {
    comments: withoutRepeats(shown.flatMap(({ comments }) => comments)),
    pagination: {
      continuation: last?.continuation ?? null,
      has_more: last ? last.hasMore : shown.length > 0 ? null : false,
    },
  }
}

function withoutRepeats(comments: Comment[]): Comment[] {
  const seen = new Set<string>()
  return comments.filter(({ id }) => id === null || (!seen.has(id) && seen.add(id)))
}
