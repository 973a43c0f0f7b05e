import type { Payload } from '../define-prebuilt.ts'
import { at } from '../json-walk.ts'
import { bodyOf } from '../saved-page.ts'
import { isUpstreamFailure } from '../try-sources.ts'
import type { Browse, BrowseAnswer } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { commentQuery, isLogin } from './ask.ts'
import { meaningIn, meaningOf } from './meaning.ts'
import { shortvideo, statesOf } from './platform.ts'
import { saysNoComments } from './video-page.ts'

const COMMENTS = '/api/comment/list/'

/**
 * The comments of a video as its page gets them: by a question from within the page, which its scripts sign, or else by
 * its own. Where there are none, the page that says why. Throws what it means where it says nothing of them.
 */
export async function browseComments(
  browse: Browse,
  id: string,
  cursor: number,
  count: number,
): Promise<Payload[]> {
  const question = commentQuery(id, cursor, count)
  const page = await browse({
    url: `${shortvideo.origin}/@_/video/${id}`,
    ask: [{ url: question }],
    // By itself the page begins at the first one.
    ...(cursor === 0 && { keep: ({ pathname }) => pathname === COMMENTS, scroll: true }),
  })
  const own = page.kept.filter(({ url }) => isSameQuestion(url, question))
  const answers = [...page.asked, ...own].map(({ text }) => bodyOf(text))
  const comments = answers.find(hasComments)
  if (comments !== undefined) return [ofBrowser(comments)]
  return withoutComments(pageStates(page), answers)
}

/** What a page says of a video whose comments did not come, beside an empty list of them. */
function withoutComments(states: Payload[], answers: unknown[]): Payload[] {
  const word = meaningIn(states)
  if (word && !isUpstreamFailure(word)) throw word
  const empty = answers.find(isList)
  if (empty !== undefined) return [ofBrowser(empty), ...states]
  if (saysNoComments(states)) return states
  throw word ?? meaningOf(answers[0] ?? '') ?? upstreamError('blocked')
}

/** The page of an account after its scripts ran, and what they asked for. */
export async function browseProfile(browse: Browse, name: string): Promise<Payload[]> {
  const page = await browse({
    url: `${shortvideo.origin}/@${name}`,
    keep: ({ pathname }) => pathname === '/api/user/detail/',
  })
  return [...pageStates(page), ...page.kept.map(({ text }) => ofBrowser(bodyOf(text)))]
}

const ofBrowser = (body: unknown): Payload => ({ source: 'browser', body })

function pageStates({ url, text }: BrowseAnswer): Payload[] {
  if (isLogin(url)) throw upstreamError('blocked')
  return statesOf(text).map(ofBrowser)
}

const hasComments = (body: unknown) => (at(body, 'comments.0') ?? null) !== null

/** An empty list, unlike a refusal. */
const isList = (body: unknown) => at(body, 'has_more') !== undefined

/** The page asks with many more fields than these. */
function isSameQuestion(one: string, other: string): boolean {
  const [a, b] = [new URL(one).searchParams, new URL(other).searchParams]
  return ['aweme_id', 'cursor'].every(name => a.get(name) === b.get(name))
}
