import { comment, commentList } from '../../prebuilt/shortvideo/pages.ts'
import type { LocalSite, SiteHandler } from '../../support/local-site.ts'

/** A local platform that serves the comments of a video, page by page with cursors. */
export interface CommentSite {
  /** The requested cursors, in order. */
  asked: string[]
  /** Answers that replace the pages of some cursors. */
  instead: Map<string, SiteHandler>
}

/** A page of the list, with the ids of its comments. `next` is the next cursor if it is not the usual one. */
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

/** Serves pages under the cursors 0, 20, 40 …; any other cursor is a 404. */
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

/** Returns `count` pages of two comments each, named after their page. */
export const plainPages = (count: number): CommentPage[] =>
  Array.from({ length: count }, (_, page) => ({ ids: [`${page}a`, `${page}b`] }))
