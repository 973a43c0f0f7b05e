import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Browse, BrowseRequest, UpstreamAnswer } from '../upstream.ts'
import { dataIn } from './ask.ts'
import { meaningOf } from './meaning.ts'
import { statesOf, videosite } from './platform.ts'

/** Always English of the United States, and without the question for consent before it. */
const PLAIN = { hl: 'en', gl: 'US', ucbcb: '1' }

/** A page in a browser: its states, and those of the answers which were kept and asked for that are no refusals. */
export interface BrowsedPage {
  states: Payload[]
  kept: Payload[]
  asked: Payload[]
}

/** Opens a page of the platform (`/watch?v=…`) in a browser. Throws what the page means where it has no state. */
export async function browsePage(
  browse: Browse,
  path: string,
  more: Omit<BrowseRequest, 'url'> = {},
): Promise<BrowsedPage> {
  const url = new URL(path, videosite.origin)
  for (const [name, value] of Object.entries(PLAIN)) url.searchParams.set(name, value)
  const { status, text, kept, asked } = await browse({ url: url.href, ...more })
  return {
    states: statesOf(text).map(body => ofBrowser(dataIn(body, status))),
    kept: kept.flatMap(toldIn),
    asked: asked.flatMap(toldIn),
  }
}

const ofBrowser = (body: unknown): Payload => ({ source: 'browser', body })

function toldIn({ status, text }: UpstreamAnswer): Payload[] {
  const body = bodyOf(text)
  return meaningOf(body, status) ? [] : [ofBrowser(body)]
}
