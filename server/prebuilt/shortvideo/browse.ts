import type { Payload } from '../define-prebuilt.ts'
import { at } from '../json-walk.ts'
import { bodyOf } from '../saved-page.ts'
import { isUpstreamFailure } from '../try-sources.ts'
import type { Browse, BrowseAnswer } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { commentQuery, isLogin } from './ask.ts'
import { meaningIn, meaningOf } from './meaning.ts'
import { shortvideo } from './platform.ts'
import { statesOf } from './states.ts'
import { saysNoComments } from './video-page.ts'

const COMMENTS_PATH = '/api/comment/list/'

/**
 * Returns the comments of a video from a browser: by a call from within its page, which the page's scripts sign, or else by
 * the page's own call. If there are no comments, returns the page that says why. Throws the meaning of the page if it does
 * not say.
 */
export async function browseComments(
  browse: Browse,
  id: string,
  cursor: number,
  count: number,
): Promise<Payload[]> {
  const commentsUrl = commentQuery(id, cursor, count)
  const page = await browse({
    url: `${shortvideo.origin}/@_/video/${id}`,
    ask: [{ url: commentsUrl }],
    // The page's own calls start at the first comment.
    ...(cursor === 0 && { keep: ({ pathname }) => pathname === COMMENTS_PATH, scroll: true }),
  })
  const ownAnswers = page.kept.filter(({ url }) => isSameQuery(url, commentsUrl))
  const answers = [...page.asked, ...ownAnswers].map(({ text }) => bodyOf(text))
  const comments = answers.find(hasComments)
  if (comments !== undefined) return [browserPayload(comments)]
  return withoutComments(pageStates(page), answers)
}

/** Returns what a page says about a video whose comments are missing, and an empty list of comments if there is one. */
function withoutComments(states: Payload[], answers: unknown[]): Payload[] {
  const meaning = meaningIn(states)
  if (meaning && !isUpstreamFailure(meaning)) throw meaning
  const emptyList = answers.find(isList)
  if (emptyList !== undefined) return [browserPayload(emptyList), ...states]
  if (saysNoComments(states)) return states
  throw meaning ?? meaningOf(answers[0] ?? '') ?? upstreamError('blocked')
}

/** Returns the states of an account's page after its scripts have run, and the responses to its data calls. */
export async function browseProfile(browse: Browse, name: string): Promise<Payload[]> {
  const page = await browse({
    url: `${shortvideo.origin}/@${name}`,
    keep: ({ pathname }) => pathname === '/api/user/detail/',
  })
  return [...pageStates(page), ...page.kept.map(({ text }) => browserPayload(bodyOf(text)))]
}

const browserPayload = (body: unknown): Payload => ({ source: 'browser', body })

function pageStates({ url, text }: BrowseAnswer): Payload[] {
  if (isLogin(url)) throw upstreamError('blocked')
  return statesOf(text).map(browserPayload)
}

const hasComments = (body: unknown) => (at(body, 'comments.0') ?? null) !== null

/** Whether a body is a list, even an empty one, not a refusal. */
const isList = (body: unknown) => at(body, 'has_more') !== undefined

/** Compares only these fields, since the page sends many more. */
function isSameQuery(one: string, other: string): boolean {
  const [a, b] = [new URL(one).searchParams, new URL(other).searchParams]
  return ['aweme_id', 'cursor'].every(name => a.get(name) === b.get(name))
}
