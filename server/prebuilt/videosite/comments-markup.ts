import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { attributeOf, firstOf, openMarkup } from '../markup.ts'
import { channelIdOf } from './channel-path.ts'
import { countOf } from './comment-views.ts'
import type { Comment } from './comments-output.ts'
import type { CommentsPart } from './comments-part.ts'
import { videosite } from './platform.ts'
import { COMMENT, piecesOf, shownText } from './rendered.ts'

/** The comments that a saved watch page shows. It holds no token, and no id of an author who has a handle. */
export const commentsMarkup: Reader<CommentsPart> = {
  layout: COMMENT,
  recognise: body => (typeof body === 'string' && body.startsWith(`<${COMMENT}`) ? body : undefined),
  read(markup) {
    const pieces = piecesOf(markup as string, COMMENT)
    const comments = pieces.map(commentIn).filter(comment => comment !== null)
    return {
      // The ids of replies, which may stand in threads of their own, begin with that of another comment and a dot.
      comments: comments.filter(({ id }) => !id?.includes('.')),
      isEmpty: false,
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
    reply_count: parseCount(shownText(html, firstOf(html, '#more-replies'))),
    published_at: shown('#published-time-text, .published-time-text'),
  }
}
