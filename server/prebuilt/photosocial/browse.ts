import type { Payload } from '../define-prebuilt.ts'
import { bodyOf } from '../saved-page.ts'
import type { Browse } from '../upstream.ts'
import { upstreamError } from '../upstream-errors.ts'
import { isWall } from './ask.ts'
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
  const answers = kept.map(answer => ({ body: bodyOf(answer.text), status: answer.status }))
  const bodies = [
    ...bodiesOf(text).map(body => ({ body, status })),
    ...answers.filter(({ body }) => typeof body !== 'string'),
  ]
  const meanings = bodies.map(part => meaningOf(part.body, part.status))
  const told = bodies.filter((_, index) => meanings[index] === null)
  if (told.length === 0) throw meanings[0]
  return told.map(({ body }) => ({ source: 'browser', body }))
}
