import { parseCount } from '../../../base/counts.ts'
import { AppError } from '../../../base/errors.ts'
import type { HtmlDocument } from '../../../html/document.ts'
import type { Payload, Reader } from '../../define-prebuilt.ts'
import { readLayouts, unreadable } from '../../layouts.ts'
import { attributeOf, firstOf, openMarkup } from '../../markup.ts'
import { channelIdOf } from '../channel/path.ts'
import { ofOtherKind } from '../page-kind.ts'
import { videosite } from '../platform.ts'
import { ofOneVideo, playerOf, videoIdIn, videoLabel } from '../player.ts'
import { meaningOfVideo } from '../player-meaning.ts'
import { COMMENT, piecesOf, shownText } from '../rendered.ts'
import { isWatchPage } from '../watch-page.ts'
import { commentsAnswer, countOf } from './answer.ts'
import type { Comment, CommentsPage, CommentsPart } from './output.ts'
import { commentedVideo, commentsAreOff, firstCommentsToken } from './section.ts'

/** The comments that a saved watch page shows. It holds no token, and no id of an author who has a handle. */
const commentsMarkup: Reader<CommentsPart> = {
  layout: COMMENT,
  recognise: body => (typeof body === 'string' && body.startsWith(`<${COMMENT}`) ? body : undefined),
  read(markup) {
    const pieces = piecesOf(markup as string, COMMENT)
    const comments = pieces.map(commentIn).filter(comment => comment !== null)
    return {
      // The ids of replies, which may stand in threads of their own, begin with that of another comment and a dot.
      comments: comments.filter(({ id }) => !id?.includes('.')),
      isEmpty: false,
      unread: 0,
      continuation: null,
      hasMore: null,
      isReplies: false,
    }
  },
}

/** The comment at the head of a thread; null where the piece shows none. */
function commentIn(piece: string): Comment | null {
  const html = openMarkup(piece)
  const root = firstOf(html, 'ytd-comment-view-model, ytd-comment-renderer') ?? html.root
  const shown = (css: string) => shownText(html, firstOf(html, css, root))
  const text = shown('#content-text')
  if (text === null) return null
  const attribute = (css: string, name: string) => attributeOf(html, firstOf(html, css, root), name) ?? ''
  const link = URL.parse(
    attribute('#published-time-text a, .published-time-text a', 'href'),
    videosite.origin,
  )
  return {
    id: link?.searchParams.get('lc') ?? null,
    text,
    author: shown('#author-text'),
    author_channel_id: channelIdOf(attribute('#author-text', 'href').split('/channel/')[1]),
    likes: countOf(shown('#vote-count-middle'), attribute('#like-button button', 'aria-label')),
    reply_count: repliesOf(html, piece.endsWith(`</${COMMENT}>`)),
    published_at: shown('#published-time-text, .published-time-text'),
  }
}

/** A thread without the button that opens its replies has none. */
function repliesOf(html: HtmlDocument, isWhole: boolean): number | null {
  const button = firstOf(html, '#more-replies, #less-replies, ytd-comment-replies-renderer')
  return button === null && isWhole ? 0 : parseCount(shownText(html, firstOf(html, '#more-replies')))
}

const READERS = [commentsAnswer, commentsMarkup]

/** The payloads about one video: that which was asked for, or else the first. Throws `not_asked_for`. */
export const commentPayloads = (payloads: Payload[], videoId: string | null): Payload[] =>
  ofOneVideo(payloads, videoId, body => videoIdIn(body) ?? commentedVideo(body))

/** The comments that payloads hold of one video, also where they say that there are none; null where they say nothing of any. */
export function commentsIn(payloads: Payload[], videoId: string | null): CommentsPage | null {
  const own = commentPayloads(payloads, videoId)
  const parts = readLayouts(READERS, own)
  const isEmpty = areOff(own) || parts.some(part => part.isEmpty)
  return isEmpty || hasComments(parts) ? pageOf(parts) : null
}

/** The error of payloads without a word on comments: what they mean, that they were not loaded, or which layouts were tried. */
export function noComments(payloads: Payload[], videoId: string | null): AppError {
  const own = commentPayloads(payloads, videoId)
  return (
    meaningOfVideo(own) ??
    (isNotLoaded(own) ? notLoaded() : undefined) ??
    ofOtherKind(own, 'video', videoId && videoLabel(videoId)) ??
    unreadable(READERS, own, 'comments that can be read')
  )
}

/**
 * Whether there is nothing but the page of a video before it asked for its comments, or its player alone. A page that
 * has neither comments nor the token to ask for them has changed.
 */
const isNotLoaded = (payloads: Payload[]): boolean => {
  const hasToken = payloads.some(({ body }) => firstCommentsToken(body) !== null)
  const isPlayerAlone = payloads.some(({ body }) => playerOf(body) !== undefined && !isWatchPage(body))
  const isPage = payloads.some(({ body }) => isWatchPage(body))
  return (
    (hasToken || (isPlayerAlone && !isPage)) &&
    payloads.every(({ body }) => isWatchPage(body) || playerOf(body) !== undefined)
  )
}

const notLoaded = () =>
  new AppError(
    'blocked',
    'This page of the video does not hold its comments: they are loaded once a visitor scrolls to them.',
    {
      hint: 'Scroll to the comments in your own browser first: a page that shows them holds them.',
    },
  )

/** Whether comments are turned off: what no comment speaks against. */
export const areOff = (payloads: Payload[]): boolean =>
  payloads.some(({ body }) => commentsAreOff(body)) && !hasComments(readLayouts(READERS, payloads))

/** Whether a list names comments that cannot be read. */
export const lacksComments = (payloads: Payload[]): boolean =>
  readLayouts(READERS, payloads).some(({ unread }) => unread > 0)

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
