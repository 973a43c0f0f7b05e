import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Get } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { meaningOf } from './meaning.ts'
import { videosite } from './platform.ts'
import { transcriptIn } from './read-transcript.ts'

/** Pages stand where captions should only in the way of a captcha. */
const IS_PAGE = /^\s*<(?:!doctype|html)/i

/**
 * The captions at the address of a track. JSON is asked for, but any of their formats will do. Throws `blocked` where the
 * answer is empty or a page, else `changed`: that an address is dead says nothing about its video.
 */
export async function askCaptions(get: Get, address: string): Promise<Payload> {
  const { text, status } = await get({ url: asJson(address) })
  const captions = { source: 'timedtext', body: bodyOf(text) }
  if (transcriptIn([captions])) return captions
  const meaning = meaningOf(captions.body, status)
  if (meaning?.code === 'blocked' || IS_PAGE.test(text)) throw upstreamError('blocked')
  throw upstreamError('changed', 'What the platform gives for captions is none.')
}

/** The address may be without host, and may ask for another format. */
function asJson(address: string): string {
  const url = URL.parse(address, videosite.origin)
  if (!url) throw upstreamError('changed', 'The address of the captions is none.')
  url.searchParams.set('fmt', 'json3')
  return videosite.origin + url.pathname + url.search
}
