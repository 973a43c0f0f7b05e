import { AppError } from '../../base/errors.ts'
import { DATA_CALL_HEADERS, NAVIGATION_HEADERS } from '../browser-headers.ts'
import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Get, UpstreamAnswer, UpstreamRequest } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { meaningOf } from './meaning.ts'
import { photosocial } from './platform.ts'
import { queryId, type StoredQuery } from './queries.ts'
import { bodiesOf } from './states.ts'

/** The id by which the web pages identify themselves. */
export const APP_ID = { 'x-ig-app-id': '936619743392459' }

const WEB_HEADERS = {
  ...DATA_CALL_HEADERS,
  ...APP_ID,
  'x-asbd-id': '359341',
  origin: photosocial.origin,
  referer: `${photosocial.origin}/`,
}

/** The host of the mobile app, which throttles visitors much later than the web host does. */
const APP_ORIGIN = 'https://i.instagram.com'
const APP_HEADERS = {
  'user-agent':
    'Instagram 275.0.0.27.98 Android (33/13; 420dpi; 1080x2201; Google/google; Pixel 7; panther; panther; en_US; 458229237)',
  accept: '*/*',
  'accept-language': 'en-US',
  'x-ig-app-id': '567067343352427',
}

/** For browsers an embed is a script without data, for any other client a page. */
const EMBED_HEADERS = { 'user-agent': 'winnow', accept: 'text/html', 'accept-language': 'en-US,en;q=0.9' }

/** For visitors without an account the platform accepts any token, if header, cookie and form have the same one. */
const TOKEN = 'AVq0winnow0'
const QUERY_HEADERS = {
  ...WEB_HEADERS,
  'x-fb-lsd': TOKEN,
  'x-csrftoken': TOKEN,
  cookie: `csrftoken=${TOKEN}`,
}

/** Sends a data call of the web pages. */
export const askWeb = (get: Get, source: string, path: string) =>
  ask(get, source, { url: photosocial.origin + path, headers: WEB_HEADERS })

/** Sends a call of the mobile app. */
export const askApp = (get: Get, source: string, path: string) =>
  ask(get, source, { url: APP_ORIGIN + path, headers: APP_HEADERS })

export const askPage = (get: Get, source: string, path: string) =>
  ask(get, source, { url: photosocial.origin + path, headers: NAVIGATION_HEADERS })

export const askEmbed = (get: Get, source: string, path: string) =>
  ask(get, source, { url: photosocial.origin + path, headers: EMBED_HEADERS })

/** Sends a stored query, with the id that a page among `payloads` announces, or else the known id. */
export async function askQuery(
  get: Get,
  source: string,
  { path = '/api/graphql', query, variables }: { path?: string; query: StoredQuery; variables: object },
  payloads: Payload[] = [],
): Promise<Payload[]> {
  const bodies = payloads.map(({ body }) => body)
  const { name } = query
  return ask(get, source, {
    method: 'POST',
    url: photosocial.origin + path,
    headers: { ...QUERY_HEADERS, ...(name && { 'x-fb-friendly-name': name }) },
    form: {
      av: '0',
      __user: '0',
      __a: '1',
      lsd: TOKEN,
      fb_api_caller_class: 'RelayModern',
      ...(name && { fb_api_req_friendly_name: name }),
      server_timestamps: 'true',
      variables: JSON.stringify(variables),
      doc_id: queryId(query, bodies),
    },
  })
}

/** Returns the bodies of a response as payloads. Throws the meaning of the first body if none may hold data. */
async function ask(get: Get, source: string, request: UpstreamRequest): Promise<Payload[]> {
  const { status, text } = await fetchUnblocked(get, request)
  const body = bodyOf(text)
  const bodies = typeof body === 'string' ? bodiesOf(body) : [body]
  const meanings = bodies.map(part => meaningOf(part, status))
  if (meanings.every(meaning => meaning !== null)) throw meanings[0]
  return bodies.map(part => ({ source, body: part }))
}

/** Throws `blocked` if the platform redirects to its sign-in or home page. */
async function fetchUnblocked(get: Get, request: UpstreamRequest): Promise<UpstreamAnswer> {
  const answer = await followRedirects(get, request)
  if (isWall(answer.url)) throw upstreamError('blocked')
  // A missing query says nothing about the thing that it was asked for.
  if (answer.status === 404 && /\/graphql\b/.test(request.url)) throw upstreamError('changed')
  return answer
}

/** Follows all redirects. Throws `blocked` if they form a loop, as they do without cookies. */
export const followRedirects = (get: Get, request: UpstreamRequest): Promise<UpstreamAnswer> =>
  get(request).catch(error => {
    throw error instanceof AppError && error.code === 'redirects' ? upstreamError('blocked') : error
  })

/** Whether an address is a page to which the platform redirects visitors who may not see what they asked for. */
export const isWall = (url: string): boolean => /^\/(?:$|accounts\/|challenge\/)/.test(new URL(url).pathname)
