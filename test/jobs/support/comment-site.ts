import { comment, commentList } from '../../prebuilt/shortvideo/pages.ts'
import type { LocalSite, SiteHandler } from '../../support/local-site.ts'

/** The comments of a video, as a platform on this machine shows them: page after page, by a cursor. */
export interface CommentSite {
  /** The cursors that were asked for, in their order. */
  asked: string[]
  /** Answers for some cursors that take the place of their pages. */
  instead: Map<string, SiteHandler>
}

/** A page of the list, by the ids of its comments; `next` is its cursor where that is not the next page's own. */
export interface CommentPage {
  ids: string[]
  next?: number
}

const answerOf = ({ ids, next }: CommentPage, index: number, pages: readonly CommentPage[]): SiteHandler => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(
    commentList(
      ids.map(id => comment(id)),
      next ?? (index + 1) * 20,
      next !== undefined || index + 1 < pages.length,
    ),
  ),
})

/** Serves pages under the cursors 0, 20, 40 …; what was asked for by none of these is a 404. */
export function serveComments(site: LocalSite, pages: readonly CommentPage[]): CommentSite {
  const asked: string[] = []
  const instead = new Map<string, SiteHandler>()
  site.on('/api/comment/list/', (request, response) => {
    const cursor = request.query.get('cursor')!
    asked.push(cursor)
    const own = pages[Number(cursor) / 20]
    const handler = instead.get(cursor) ?? (own && answerOf(own, Number(cursor) / 20, pages))
    if (typeof handler === 'function') return handler(request, response)
    const { status = 404, headers = {}, body = '' } = handler ?? {}
    response.writeHead(handler ? (handler.status ?? 200) : status, headers).end(body)
  })
  return { asked, instead }
}

/** So many pages of two comments each, named after their page. */
export const plainPages = (count: number): CommentPage[] =>
  Array.from({ length: count }, (_, page) => ({ ids: [`${page}a`, `${page}b`] }))
