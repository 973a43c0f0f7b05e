import { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { readLayouts, unreadable } from '../layouts.ts'
import { filterBySubject } from '../one-subject.ts'
import { type CommentPage, commentList } from './comment-list.ts'
import type { Comments } from './comments-output.ts'
import { meaningIn } from './meaning.ts'
import { otherKindError } from './page-kind.ts'
import { saysNoComments, videoDetail } from './video-page.ts'

/**
 * Reads the comments of one video from payloads: the video that was asked for, or the first if none was. All of its pages
 * are merged. The page of a video is enough if it says that there are no comments. Throws `not_asked_for` if all payloads
 * are about other videos, and their meaning if they hold no comments.
 */
export function readComments(payloads: Payload[], videoId: string | null): Comments {
  const ownPayloads = filterByVideo(payloads, videoId)
  const pages = readLayouts([commentList], ownPayloads)
  if (pages.length > 0) return mergePages(pages)
  if (saysNoComments(ownPayloads)) return { comments: [], pagination: { cursor: null, has_more: false } }
  throw (
    meaningIn(ownPayloads) ??
    (readLayouts([videoDetail], ownPayloads).length > 0 ? notLoaded() : undefined) ??
    otherKindError(ownPayloads, 'video', videoId && videoLabel(videoId)) ??
    unreadable([commentList, videoDetail], ownPayloads, 'comments')
  )
}

/** The error for the page of a video alone, which never holds the comments. */
const notLoaded = () =>
  new AppError(
    'blocked',
    'This page of the video does not hold its comments: the platform loads them afterwards.',
    {
      hint: 'Show the comments in your own browser with its network tools open, and send the HAR file that these write: the answers of /api/comment/list/ in it hold them.',
    },
  )

/** Whether the page of the video says that comments are turned off, and no comments were found. */
export function commentsAreOff(payloads: Payload[], videoId: string | null): boolean {
  const ownPayloads = filterByVideo(payloads, videoId)
  return (
    readLayouts([commentList], ownPayloads).every(({ comments }) => comments.length === 0) &&
    readLayouts([videoDetail], ownPayloads).some(({ comments_off }) => comments_off)
  )
}

const videoLabel = (id: string) => `the video ${id}`

/** A page without comments names no video; it belongs to the one that is chosen. */
const filterByVideo = (payloads: Payload[], videoId: string | null): Payload[] =>
  filterBySubject(
    payloads,
    payload => {
      const [part] = [...readLayouts([commentList], [payload]), ...readLayouts([videoDetail], [payload])]
      return part?.video_id ? { key: part.video_id, label: videoLabel(part.video_id) } : null
    },
    videoId === null ? null : { label: videoLabel(videoId), isSame: ({ key }) => key === videoId },
  )

/**
 * Merges pages in the order of their cursors, without duplicates: new comments move others onto the next page, which repeats
 * them.
 */
function mergePages(pages: CommentPage[]): Comments {
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
