import { AppError } from '../../base/errors.ts'
import { DATA_CALL_HEADERS, NAVIGATION_HEADERS } from '../browser-headers.ts'
import type { Payload } from '../define-prebuilt.ts'
import { listAt } from '../json-walk.ts'
import { bodyOf } from '../saved-page.ts'
import { setCookies } from '../set-cookies.ts'
import type { Get, Upstream, UpstreamAnswer } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { challengeCookies } from './challenge.ts'
import { meaningOf } from './meaning.ts'
import { shortvideo } from './platform.ts'
import { statesOf } from './states.ts'
import { parseAccount, type SubjectAddress } from './subject-address.ts'

/** What is needed to open a page and to solve the puzzle before it. */
export type PageUpstream = Pick<Upstream, 'get' | 'signal'>

/** Returns the states of a page as payloads. Throws the meaning of the response if it has no state. */
export async function askPage(upstream: PageUpstream, source: string, path: string): Promise<Payload[]> {
  const { url, status, text } = await openPage(upstream, shortvideo.origin + path)
  if (isLogin(url)) throw upstreamError('blocked')
  const states = statesOf(text)
  const refusal = states[0] === text ? meaningOf(text, status) : null
  if (refusal) throw refusal
  return states.map(body => ({ source, body }))
}

/**
 * Returns one page of a video's comments. The platform requires a signature of its own scripts, and otherwise sends an empty
 * response, which means `blocked`. Throws the meaning of the response if it has no comments and says why.
 */
export async function askComments(get: Get, id: string, cursor: number, count: number): Promise<Payload> {
  const { status, text } = await get({
    url: commentQuery(id, cursor, count),
    headers: { ...DATA_CALL_HEADERS, referer: `${shortvideo.origin}/@_/video/${id}` },
  })
  const body = bodyOf(text)
  const refusal = listAt(body, 'comments').length > 0 ? null : meaningOf(body, status)
  if (refusal) throw refusal
  return { source: 'comments', body }
}

/** Returns the address of one page of comments, as the page of the video requests it. */
export function commentQuery(id: string, cursor: number, count: number): string {
  const query = new URLSearchParams({
    aweme_id: id,
    cursor: `${cursor}`,
    count: `${count}`,
    aid: '1988',
    app_name: 'tiktok_web',
    device_platform: 'web_pc',
  })
  return `${shortvideo.origin}/api/comment/list/?${query}`
}

/** Returns the id of an address. A short link is followed, and `parsePath` reads the path that it leads to. */
export async function resolveId(
  address: SubjectAddress,
  parsePath: (path: string) => SubjectAddress | null,
  upstream: PageUpstream,
): Promise<string> {
  if ('id' in address) return address.id
  const { url, status, text } = await openPage(upstream, address.shortLink)
  const { pathname } = new URL(url)
  const found = parsePath(pathname)
  if (found && 'id' in found) return found.id
  if (isLogin(url)) throw upstreamError('blocked')
  const account = parseAccount(pathname)
  if (account && 'id' in account) throw leadsToAccount()
  throw meaningOf(bodyOf(text), status) ?? upstreamError('not_found', 'This short link leads nowhere.')
}

const leadsToAccount = () =>
  new AppError('invalid_input', 'This short link leads to an account, not to a video.', {
    hint: 'Use the address of one of its videos, or a short link to one.',
  })

/** Opens a page as a browser does. If the response is a puzzle, solves it and sends the request again. */
async function openPage({ get, signal }: PageUpstream, url: string): Promise<UpstreamAnswer> {
  const first = await get({ url, headers: NAVIGATION_HEADERS })
  const cookies = await challengeCookies(first.text, signal)
  if (cookies.length === 0) return first
  return get({
    url,
    headers: { ...NAVIGATION_HEADERS, cookie: [...setCookies(first.headers), ...cookies].join('; ') },
  })
}

/** Whether an address is the sign-in page, to which the platform redirects visitors who may not see what they asked for. */
export const isLogin = (url: string) => /^\/login\b/.test(new URL(url).pathname)
