import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Browse, UpstreamAnswer } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { APP_ID, isWall } from './ask.ts'
import { meaningOf } from './meaning.ts'
import { photosocial } from './platform.ts'
import { bodiesOf } from './states.ts'

/** The page's own data calls: queries, and calls like those of the mobile app. */
const DATA_CALL_PATH = /^\/(?:api\/|graphql\b)/

/** Number of data calls to wait for: the first calls of a page are about what it shows. */
const AWAITED_CALLS = 8

/**
 * Opens a page in a browser. Returns the data in its scripts and in the responses to its data calls, in any layout that the
 * readers know. Throws the meaning of the page if nothing in it may hold data.
 */
export async function browsePage(browse: Browse, path: string): Promise<Payload[]> {
  const { url, text, status, kept } = await browse({
    url: photosocial.origin + path,
    keep: ({ pathname }) => DATA_CALL_PATH.test(pathname),
    enough: AWAITED_CALLS,
    scroll: true,
  })
  if (isWall(url)) throw upstreamError('blocked')
  const page = bodiesOf(text).map(body => ({ body, status }))
  return readablePayloads([...page, ...kept.flatMap(jsonOf)])
}

/**
 * Sends a data call from within the home page, with the identity that the browser has. Throws the meaning of the response if
 * it holds no data.
 */
export async function askWithinPage(browse: Browse, path: string): Promise<Payload[]> {
  const { asked } = await browse({
    url: `${photosocial.origin}/`,
    ask: [{ url: photosocial.origin + path, headers: APP_ID }],
  })
  return readablePayloads(asked.map(({ text, status }) => ({ body: bodyOf(text), status })))
}

interface AnswerBody {
  body: unknown
  status: number
}

const jsonOf = ({ text, status }: UpstreamAnswer): AnswerBody[] => {
  const body = bodyOf(text)
  return typeof body === 'string' ? [] : [{ body, status }]
}

function readablePayloads(bodies: AnswerBody[]): Payload[] {
  const meanings = bodies.map(({ body, status }) => meaningOf(body, status))
  const readable = bodies.filter((_, index) => meanings[index] === null)
  if (readable.length === 0) throw meanings[0]
  return readable.map(({ body }) => ({ source: 'browser', body }))
}
