import { AppError } from '../../../base/errors.ts'
import { parseCount } from '../../../base/text/counts.ts'
import type { HtmlDocument } from '../../../html/document.ts'
import type { Payload, Reader } from '../../define-prebuilt.ts'
import { readLayouts, unreadable } from '../../layouts.ts'
import { attributeOf, firstOf, openMarkup } from '../../markup.ts'
import { channelIdOf } from '../channel/path.ts'
import { otherKindError } from '../page-kind.ts'
import { videosite } from '../platform.ts'
import { filterByVideo, playerOf, videoIdIn, videoLabel } from '../player.ts'
import { meaningOfVideo } from '../player-meaning.ts'
import { COMMENT_ELEMENT, piecesOf, visibleText } from '../rendered.ts'
import { isWatchPage } from '../watch-page.ts'
import { commentsAnswer, countOf } from './answer.ts'
import type { Comment, CommentsPage, CommentsPart } from './output.ts'
import { commentedVideo, commentsAreOff, firstCommentsToken } from './section.ts'

/** The comments in the markup of a saved watch page. It holds no token, and no channel id for authors with a handle. */
const commentsMarkup: Reader<CommentsPart> = {
  layout: COMMENT_ELEMENT,
  recognise: body => (typeof body === 'string' && body.startsWith(`<${COMMENT_ELEMENT}`) ? body : undefined),
  read(markup) {
    const pieces = piecesOf(markup as string, COMMENT_ELEMENT)
    const comments = pieces.map(readComment).filter(comment => comment !== null)
    return {
      // Replies, which may be in threads of their own, have the id of another comment and a dot at the start of theirs.
      comments: comments.filter(({ id }) => !id?.includes('.')),
      isEmpty: false,
      unread: 0,
      continuation: null,
      hasMore: null,
      isReplies: false,
    }
  },
}

/** Returns the comment at the head of a thread, or null if the markup shows none. */
function readComment(piece: string): Comment | null {
  const html = openMarkup(piece)
  const root = firstOf(html, 'ytd-comment-view-model, ytd-comment-renderer') ?? html.root
  const textFor = (css: string) => visibleText(html, firstOf(html, css, root))
  const text = textFor('#content-text')
  if (text === null) return null
  const attribute = (css: string, name: string) => attributeOf(html, firstOf(html, css, root), name) ?? ''
  const address = attribute('#published-time-text a', 'href') || attribute('.published-time-text a', 'href')
  const link = URL.parse(address, videosite.origin)
  return {
    id: link?.searchParams.get('lc') ?? null,
    text,
    author: textFor('#author-text'),
    author_channel_id: channelIdOf(attribute('#author-text', 'href').split('/channel/')[1]),
    likes: countOf(textFor('#vote-count-middle'), attribute('#like-button button', 'aria-label')),
    reply_count: repliesOf(html, piece.endsWith(`</${COMMENT_ELEMENT}>`)),
    published_at: textFor('#published-time-text, .published-time-text'),
  }
}

/** A thread without the button that opens its replies has none. */
function repliesOf(html: HtmlDocument, isComplete: boolean): number | null {
  const button = firstOf(html, '#more-replies, #less-replies, ytd-comment-replies-renderer')
  return button === null && isComplete ? 0 : parseCount(visibleText(html, firstOf(html, '#more-replies')))
}

const READERS = [commentsAnswer, commentsMarkup]

/** Returns the payloads about one video: the one that was asked for, or else the first. Throws `not_asked_for`. */
export const commentPayloads = (payloads: Payload[], videoId: string | null): Payload[] =>
  filterByVideo(payloads, videoId, body => videoIdIn(body) ?? commentedVideo(body))

/**
 * Returns the comments of one video, also if the payloads say that there are none; null if they say nothing about comments.
 */
export function commentsIn(payloads: Payload[], videoId: string | null): CommentsPage | null {
  const ownPayloads = commentPayloads(payloads, videoId)
  const parts = readLayouts(READERS, ownPayloads)
  const isEmpty = areOff(ownPayloads) || parts.some(part => part.isEmpty)
  return isEmpty || hasComments(parts) ? pageOf(parts) : null
}

/**
 * Returns the error for payloads that say nothing about comments: their meaning, that the comments were not loaded, or the
 * layouts that were tried.
 */
export function noComments(payloads: Payload[], videoId: string | null): AppError {
  const ownPayloads = commentPayloads(payloads, videoId)
  return (
    meaningOfVideo(ownPayloads) ??
    (isNotLoaded(ownPayloads) ? notLoaded() : undefined) ??
    otherKindError(ownPayloads, 'video', videoId && videoLabel(videoId)) ??
    unreadable(READERS, ownPayloads, 'comments that can be read')
  )
}

/**
 * Whether the payloads are only the page of a video before it loaded its comments, or only its player. A page with neither
 * comments nor the token for them has a new layout.
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

/** Whether comments are turned off, and none were found. */
export const areOff = (payloads: Payload[]): boolean =>
  payloads.some(({ body }) => commentsAreOff(body)) && !hasComments(readLayouts(READERS, payloads))

/** Whether a list refers to comments that cannot be read. */
export const lacksComments = (payloads: Payload[]): boolean =>
  readLayouts(READERS, payloads).some(({ unread }) => unread > 0)

const hasComments = (parts: CommentsPart[]) => parts.some(({ comments }) => comments.length > 0)

/**
 * Merges parts into one page, since a HAR file holds all pages that were scrolled through. Includes replies only if there is
 * nothing else.
 */
function pageOf(parts: CommentsPart[]): CommentsPage {
  const threads = parts.filter(({ isReplies }) => !isReplies)
  const chosen = threads.length > 0 ? threads : parts
  const last = chosen.findLast(({ hasMore }) => hasMore !== null)
  return {
    comments: withoutRepeats(chosen.flatMap(({ comments }) => comments)),
    pagination: {
      continuation: last?.continuation ?? null,
      has_more: last ? last.hasMore : chosen.length > 0 ? null : false,
    },
  }
}

function withoutRepeats(comments: Comment[]): Comment[] {
  const seen = new Set<string>()
  return comments.filter(({ id }) => id === null || (!seen.has(id) && seen.add(id)))
}
