import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Browse, BrowseRequest, Get, UpstreamAnswer, UpstreamRequest } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { type Client, WEB } from './clients.ts'
import { meaningOf } from './meaning.ts'
import { videosite } from './platform.ts'
import { statesOf } from './states.ts'

/** A cookie that declines the consent form, which precedes every page in some countries. */
const DECLINED_CONSENT = { cookie: 'SOCS=CAI' }

/**
 * Sends a data call (`browse`, `next`, `navigation/resolve_url` …) with its fields. Returns its JSON as a payload. Throws
 * the meaning of the response if it is not data.
 */
export async function ask(
  get: Get,
  source: string,
  endpoint: string,
  fields: object,
  client: Client = WEB,
): Promise<Payload> {
  const answer = await get(dataCall(endpoint, fields, client))
  return { source, body: requireData(bodyOf(answer.text), answer.status) }
}

export const dataCall = (endpoint: string, fields: object, client: Client = WEB): UpstreamRequest => ({
  method: 'POST',
  url: `${videosite.origin}/youtubei/v1/${endpoint}?prettyPrint=false`,
  headers: headersOf(client),
  json: { context: { client: client.context }, ...fields },
})

/** Returns the states of an HTML page of the platform (`/@name/about`) as payloads. Throws as `ask` does. */
export async function askPage(get: Get, source: string, path: string): Promise<Payload[]> {
  const answer = await get({ url: `${videosite.origin}${path}?hl=en&gl=US`, headers: DECLINED_CONSENT })
  const redirect = redirectOf(answer, path)
  return statesOf(answer.text).map(body => ({ source, body: requireData(body, answer.status), ...redirect }))
}

/** Returns the final address of a page if the platform redirected it to another path. */
const redirectOf = ({ url }: UpstreamAnswer, path: string): Pick<Payload, 'ledTo'> =>
  new URL(url).pathname === new URL(path, videosite.origin).pathname ? {} : { ledTo: url }

const headersOf = ({ id, userAgent, context }: Client): Record<string, string> => ({
  accept: '*/*',
  ...(userAgent
    ? { 'user-agent': userAgent }
    : { origin: videosite.origin, referer: `${videosite.origin}/` }),
  'x-youtube-client-name': id,
  'x-youtube-client-version': context.clientVersion,
})

/** Returns a body that is data. Throws its meaning otherwise. */
function requireData(body: unknown, status: number): unknown {
  const meaning = meaningOf(body, status)
  if (meaning) throw meaning
  if (typeof body === 'string')
    throw upstreamError('changed', 'The platform answered with something that is not its data.')
  return body
}

/** Parameters for US English and against the consent form. */
const PAGE_PARAMETERS = { hl: 'en', gl: 'US', ucbcb: '1' }

/** A page in a browser: its states, and the bodies of kept and requested responses that are not refusals. */
interface BrowsedPage {
  states: Payload[]
  kept: Payload[]
  asked: Payload[]
}

/** Opens a page of the platform (`/watch?v=…`) in a browser. Throws the meaning of the page if it has no state. */
export async function browsePage(
  browse: Browse,
  path: string,
  options: Omit<BrowseRequest, 'url'> = {},
): Promise<BrowsedPage> {
  const url = new URL(path, videosite.origin)
  for (const [name, value] of Object.entries(PAGE_PARAMETERS)) url.searchParams.set(name, value)
  const answer = await browse({ url: url.href, ...options })
  const redirect = redirectOf(answer, path)
  return {
    states: statesOf(answer.text).map(body => ({
      ...browserPayload(requireData(body, answer.status)),
      ...redirect,
    })),
    kept: answer.kept.flatMap(payloadsIn),
    asked: answer.asked.flatMap(payloadsIn),
  }
}

const browserPayload = (body: unknown): Payload => ({ source: 'browser', body })

function payloadsIn({ status, text }: UpstreamAnswer): Payload[] {
  const body = bodyOf(text)
  return meaningOf(body, status) ? [] : [browserPayload(body)]
}
