import type { Payload } from '../define-prebuilt.ts'
import { readLayouts, unreadable } from '../layouts.ts'
import { type CommentPage, commentList } from './comment-list.ts'
import type { Comments } from './comments-output.ts'
import { meaningIn } from './meaning.ts'
import { saysNoComments, videoDetail } from './video-page.ts'

/**
 * The comments of one video, of all its pages together: the asked video where several lie there, else the first. A
 * video page alone answers where it says that there are none. Throws what the payloads mean where they hold no comments.
 */
export function readComments(payloads: Payload[], askedId: string | null): Comments {
  const pages = ofOneVideo(readLayouts([commentList], payloads), askedId)
  if (pages.length > 0) return merged(pages)
  if (saysNoComments(payloads)) return { comments: [], pagination: { cursor: null, has_more: false } }
  throw (
    meaningIn(payloads) ??
    unreadable(
      [commentList, videoDetail],
      payloads,
      'comments: the page of a video loads them afterwards from /api/comment/list/, which a HAR file keeps',
    )
  )
}

/** Whether the page of the video says that nobody may comment, and no comments lie beside it. */
export const commentsAreOff = (payloads: Payload[]): boolean =>
  readLayouts([commentList], payloads).every(({ comments }) => comments.length === 0) &&
  readLayouts([videoDetail], payloads).some(({ comments_off }) => comments_off)

/** A page without comments names no video; it counts where no other video's page lies beside it. */
function ofOneVideo(pages: CommentPage[], askedId: string | null): CommentPage[] {
  const ids = new Set(pages.map(({ video_id }) => video_id).filter(id => id !== null))
  const wanted = askedId !== null && ids.has(askedId) ? askedId : ids.values().next().value
  return pages.filter(({ video_id }) => video_id === wanted || (video_id === null && ids.size < 2))
}

/** Pages in the order of their cursors. Comments that were written meanwhile move others onto the next page, where they come twice. */
function merged(pages: CommentPage[]): Comments {
  const sorted = pages.toSorted((one, other) => (one.cursor ?? Infinity) - (other.cursor ?? Infinity) || 0)
  const comments = sorted.flatMap(page => page.comments)
  const flags = pages.map(({ has_more }) => has_more)
  return {
    comments: [...new Map(comments.map(comment => [comment.id ?? comment, comment])).values()],
    pagination: {
      cursor: sorted.findLast(({ cursor }) => cursor !== null)?.cursor ?? null,
      has_more: flags.includes(false) ? false : flags.includes(true) ? true : null,
    },
  }
}
