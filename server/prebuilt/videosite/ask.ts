import type { Get, Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import { upstreamError } from '../upstream-errors.ts'
import { meaningOf } from './meaning.ts'
import { statesOf, videosite } from './platform.ts'

/** The client that calls pretend to be. Always English of the United States: counts, dates and alerts vary with both. */
const CLIENT = {
  clientName: 'WEB',
  clientVersion: '2.20260708.00.00',
  hl: 'en',
  gl: 'US',
  platform: 'DESKTOP',
  utcOffsetMinutes: 0,
}

const CALL_HEADERS = {
  accept: '*/*',
  origin: videosite.origin,
  referer: `${videosite.origin}/`,
  'x-youtube-client-name': '1',
  'x-youtube-client-version': CLIENT.clientVersion,
}

/** Says "not accepted" to the question for consent, which stands before every page in some countries. */
const NO_CONSENT = { cookie: 'SOCS=CAI' }

/**
 * One data call (`browse`, `next`, `navigation/resolve_url` …) with the fields of its question. Returns its JSON as a
 * payload of that source; throws what the answer means where that is no data.
 */
export async function ask(get: Get, source: string, endpoint: string, fields: object): Promise<Payload> {
  const answer = await get({
    method: 'POST',
    url: `${videosite.origin}/youtubei/v1/${endpoint}?prettyPrint=false`,
    headers: CALL_HEADERS,
    json: { context: { client: CLIENT }, ...fields },
  })
  return { source, body: dataIn(bodyOf(answer.text), answer.status) }
}

/** The states of an HTML page of the platform (`/@name/about`), as payloads of that source. Throws as `ask` does. */
export async function askPage(get: Get, source: string, path: string): Promise<Payload[]> {
  const answer = await get({ url: `${videosite.origin}${path}?hl=en&gl=US`, headers: NO_CONSENT })
  return statesOf(answer.text).map(body => ({ source, body: dataIn(body, answer.status) }))
}

function dataIn(body: unknown, status: number): unknown {
  const meaning = meaningOf(body, status)
  if (meaning) throw meaning
  if (typeof body === 'string')
    throw upstreamError('changed', 'The platform answered with something that is not its data.')
  return body
}
