import type { Payload } from '../define-prebuilt.ts'
import { listAt } from '../json-walk.ts'
import { readLayouts } from '../layouts.ts'
import { firstThatWorks, isUpstreamFailure } from '../try-sources.ts'
import type { Get, Upstream } from '../upstream.ts'
import { askComments, askPage, type PageUpstream, resolveId } from './ask.ts'
import { browseComments } from './browse.ts'
import { commentList } from './comment-list.ts'
import { meaningIn } from './meaning.ts'
import { parseVideo, requireVideo } from './subject-address.ts'
import { saysNoComments } from './video-page.ts'

/** A video by its address or id, the start of the page of comments, and the number of comments. */
interface CommentsRequest {
  url?: string | undefined
  video_id?: string | undefined
  cursor?: number | undefined
  count: number
}

/** Page size of the platform's own page; above about 35 the platform skips comments. */
const MAX_PER_CALL = 20

/**
 * Sends the data call, which the platform usually refuses without a signature of its scripts; otherwise opens a browser,
 * whose page has these scripts.
 */
export async function planComments(request: CommentsRequest, upstream: Upstream): Promise<Payload[]> {
  const { browse, sources } = upstream
  const id = await resolveVideoId(request, upstream)
  const { cursor = 0, count } = request
  return firstThatWorks(
    [
      { source: 'comments', ask: () => askByCalls(id, request, upstream) },
      { source: 'browser', ask: () => browseComments(browse, id, cursor, Math.min(count, MAX_PER_CALL)) },
    ],
    sources,
  )
}

/**
 * Returns the comments of a video. If there are none, or the platform refuses, the page of the video says why: comments are
 * turned off, or the video is gone or private. Throws the refusal if the page does not say why.
 */
async function askByCalls(id: string, request: CommentsRequest, upstream: PageUpstream): Promise<Payload[]> {
  try {
    const lists = await commentPages(id, request, upstream.get)
    const isFirst = (request.cursor ?? 0) === 0
    const isEmpty = listAt(lists[0]?.body, 'comments').length === 0
    return isFirst && isEmpty ? [...lists, ...(await videoPage(id, upstream))] : lists
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error
    const page = await videoPage(id, upstream)
    if (saysNoComments(page)) return page
    throw error
  }
}

const resolveVideoId = ({ url, video_id }: CommentsRequest, upstream: PageUpstream) =>
  resolveId(
    url === undefined ? requireVideo(video_id ?? '', 'video_id') : requireVideo(url, 'url'),
    parseVideo,
    upstream,
  )

/**
 * Returns one page, or two halves if the platform does not send that many at once. If the second half fails, only the first
 * is returned, since its cursor leads to the rest.
 */
async function commentPages(
  id: string,
  { cursor = 0, count }: CommentsRequest,
  get: Get,
): Promise<Payload[]> {
  const size = count > MAX_PER_CALL ? Math.ceil(count / 2) : count
  const first = await askComments(get, id, cursor, size)
  const [page] = readLayouts([commentList], [first])
  if (size === count || !page?.has_more || page.cursor === null) return [first]
  try {
    return [first, await askComments(get, id, page.cursor, count - size)]
  } catch (error) {
    if (isUpstreamFailure(error)) return [first]
    throw error
  }
}

/**
 * Opens the page of a video, under a name that works for any video. Returns nothing if that fails. Throws the meaning of the
 * page if the video cannot be seen.
 */
async function videoPage(id: string, upstream: PageUpstream): Promise<Payload[]> {
  try {
    const page = await askPage(upstream, 'video', `/@_/video/${id}`)
    const refusal = meaningIn(page)
    if (refusal) throw refusal
    return page
  } catch (error) {
    if (isUpstreamFailure(error)) return []
    throw error
  }
}
