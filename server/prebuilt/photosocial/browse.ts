import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Browse, UpstreamAnswer } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { APP_ID, isWall } from './ask.ts'
import { meaningOf } from './meaning.ts'
import { bodiesOf, photosocial } from './platform.ts'

/** The page's own data calls: queries, and those of the kind that the app makes. */
const DATA_CALL = /^\/(?:api\/|graphql\b)/

/** Of a page's calls, its first ones are about what it shows. */
const DATA_CALLS = 8

/**
 * A page as a browser shows it: what its scripts hold and what they were answered, by whichever name the readers know
 * it. Throws what the page means where none of that may hold data.
 */
export async function browsePage(browse: Browse, path: string): Promise<Payload[]> {
  const { url, text, status, kept } = await browse({
    url: photosocial.origin + path,
    keep: ({ pathname }) => DATA_CALL.test(pathname),
    enough: DATA_CALLS,
    scroll: true,
  })
  if (isWall(url)) throw upstreamError('blocked')
  const page = bodiesOf(text).map(body => ({ body, status }))
  return dataIn([...page, ...kept.flatMap(jsonOf)])
}

/** A data call from within the home page, as the visitor that the browser is known as. Throws what its answer means. */
export async function askWithin(browse: Browse, path: string): Promise<Payload[]> {
  const { asked } = await browse({
    url: `${photosocial.origin}/`,
    ask: [{ url: photosocial.origin + path, headers: APP_ID }],
  })
  return dataIn(asked.map(({ text, status }) => ({ body: bodyOf(text), status })))
}

interface ReadAnswer {
  body: unknown
  status: number
}

const jsonOf = ({ text, status }: UpstreamAnswer): ReadAnswer[] => {
  const body = bodyOf(text)
  return typeof body === 'string' ? [] : [{ body, status }]
}

function dataIn(bodies: ReadAnswer[]): Payload[] {
  const meanings = bodies.map(({ body, status }) => meaningOf(body, status))
  const readable = bodies.filter((_, index) => meanings[index] === null)
  if (readable.length === 0) throw meanings[0]
  return readable.map(({ body }) => ({ source: 'browser', body }))
}
