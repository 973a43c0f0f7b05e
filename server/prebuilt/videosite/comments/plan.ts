import { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { type PlannedSource, trySources } from '../../try-sources.ts'
import type { Browse, Get, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { ask, browsePage, dataCall } from '../ask.ts'
import { askWatchPage } from '../ask-video.ts'
import { encodeMessage, encodeToken } from '../protobuf.ts'
import { commentsAnswer } from './answer.ts'
import { invalidContinuation, requireContinuation } from './continuation.ts'
import { commentsIn, noComments } from './read-comments.ts'
import { firstCommentsToken } from './section.ts'

/** How often a call is repeated if its response lacks the list, as happens now and then. */
const RETRIES = 2

/**
 * A later page takes one call. So does the first, with a token that Winnow makes; if that returns no comments, the watch
 * page has the platform's token, or says why there are none. If calls are refused, opens the page of the video in a browser.
 */
export async function planComments(
  videoId: string,
  continuation: string | undefined,
  upstream: Upstream,
): Promise<Payload[]> {
  const plannedSources =
    continuation === undefined
      ? firstPage(videoId, upstream)
      : laterPage(videoId, requireContinuation(continuation), upstream)
  return trySources<'comments'>(
    {
      sources: plannedSources.map(source => ({ ...source, provides: ['comments'] })),
      missing: found => (commentsIn(found, videoId) ? [] : ['comments']),
      emptiness: payloads => (commentsIn(payloads, videoId) ? null : noComments(payloads, videoId)),
    },
    upstream.sources,
  )
}

type CommentSource = Omit<PlannedSource<'comments'>, 'provides'>

const firstPage = (videoId: string, { get, browse }: Upstream): CommentSource[] => [
  { source: 'next', ask: () => askByOwnToken(videoId, get) },
  { source: 'watch', ask: () => askByWatchPage(videoId, get) },
  { source: 'browser', ask: () => askByBrowser(videoId, browse) },
]

function laterPage(videoId: string, token: string, { get, browse }: Upstream): CommentSource[] {
  const askWithinPage = async () => {
    const call = dataCall('next', { continuation: token })
    return (await browsePage(browse, `/watch?v=${videoId}`, { ask: [call] })).asked
  }
  return [
    { source: 'next', ask: () => askLaterPage(token, get) },
    { source: 'browser', ask: askWithinPage },
  ]
}

async function askLaterPage(token: string, get: Get): Promise<Payload[]> {
  try {
    return [await askComments(token, get)]
  } catch (error) {
    throw isRefused(error) ? invalidContinuation() : error
  }
}

/** A response without comments proves nothing, because the token may be outdated. The watch page says more. */
async function askByOwnToken(videoId: string, get: Get): Promise<Payload[]> {
  const page = await ask(get, 'next', 'next', { continuation: commentsToken(videoId) }).catch(error => {
    throw isRefused(error) ? upstreamError('changed') : error
  })
  const answer = commentsAnswer.recognise(page.body)
  if (answer !== undefined && commentsAnswer.read(answer).comments.length > 0) return [page]
  throw upstreamError('changed', "The platform's answer holds no comments.")
}

async function askByWatchPage(videoId: string, get: Get): Promise<Payload[]> {
  const page = await askWatchPage(get, 'watch', videoId)
  const token = firstCommentsToken(page.body)
  return token === null ? [page] : [page, await askComments(token, get)]
}

/** The page loads its comments when it is scrolled to them. */
async function askByBrowser(videoId: string, browse: Browse): Promise<Payload[]> {
  const keep = ({ pathname }: URL) => pathname === '/youtubei/v1/next'
  const { states, kept } = await browsePage(browse, `/watch?v=${videoId}`, { keep, scroll: true })
  return [...states, ...kept]
}

async function askComments(token: string, get: Get, retries = RETRIES): Promise<Payload> {
  const page = await ask(get, 'next', 'next', { continuation: token })
  const isIncomplete = commentsAnswer.recognise(page.body) === undefined
  return isIncomplete && retries > 0 ? askComments(token, get, retries - 1) : page
}

/** The platform responds to a token that it does not accept as to a missing thing. */
const isRefused = (error: unknown) => error instanceof AppError && error.code === 'not_found'

/**
 * Creates a token for the first comments of a video, top comments first, as in the platform's own pages since 2022: {2 {2:
 * video}, 3: 6, 6 {4 {4: video, 6: order, 15: 2}, 8: section}}. It saves downloading the page.
 */
export const commentsToken = (videoId: string): string =>
  encodeToken(
    encodeMessage({
      2: encodeMessage({ 2: videoId }),
      3: 6,
      6: encodeMessage({ 4: encodeMessage({ 4: videoId, 6: 0, 15: 2 }), 8: 'comments-section' }),
    }),
  )
