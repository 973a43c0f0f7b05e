import { checkedText } from '../checked-text.ts'
import { definePrebuilt, type Payload } from '../define-prebuilt.ts'
import { readLayouts, unreadable } from '../layouts.ts'
import { commentsAnswer } from './comments-answer.ts'
import { commentsMarkup } from './comments-markup.ts'
import { type Comment, type CommentsPage, commentsExample, commentsOutput } from './comments-output.ts'
import type { CommentsPart } from './comments-part.ts'
import { planComments } from './comments-plan.ts'
import { commentsAreOff } from './comments-section.ts'
import { requireContinuation } from './continuation.ts'
import { videosite } from './platform.ts'
import { askedVideo, videoInput } from './video-input.ts'
import { meaningOfVideo } from './video-meaning.ts'

const READERS = [commentsAnswer, commentsMarkup]

export const videositeComments = definePrebuilt({
  id: 'videosite-comments',
  name: 'Videosite comments',
  summary: 'The comments of a video, a page at a time.',
  description:
    'Reads the comments below a video as a visitor sees them, the top ones first: text, author, likes, number of replies and time, about 20 a page. Counts that the platform shows only rounded are given rounded. Where comments are turned off the list is empty and `X-Notice` is `comments_disabled`.',
  platform: videosite,
  input: videoInput({
    continuation: checkedText(requireContinuation)
      .optional()
      .describe('`pagination.continuation` of the page before; without it the first page.'),
  }),
  output: commentsOutput,
  example: { input: { video_id: 'tidepool_01' }, output: commentsExample },

  plan: (input, get) => planComments(askedVideo(input)!, input.continuation, get),

  read(payloads) {
    const parts = readLayouts(READERS, payloads)
    const hasComments = parts.some(({ comments }) => comments.length > 0)
    const isEmpty = areOff(payloads) || parts.some(part => part.isEmpty)
    if (hasComments || isEmpty) return pageOf(parts)
    throw meaningOfVideo(payloads) ?? unreadable(READERS, payloads, 'comments that can be read')
  },

  notice: payloads => (areOff(payloads) ? 'comments_disabled' : undefined),
})

/** Off is what no comment speaks against. */
const areOff = (payloads: Payload[]) =>
  payloads.some(({ body }) => commentsAreOff(body)) &&
  readLayouts(READERS, payloads).every(({ comments }) => comments.length === 0)

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
