import type { Payload } from './define-prebuilt.ts'
import { at, stringAt } from './json-walk.ts'

/** What platforms put before JSON so that it cannot be run as a script. */
const GUARD = /^(?:\)\]\}'|for \(;;\);)/

/** The body of an answer: its JSON, or the text itself where it is none. */
export function bodyOf(text: string): unknown {
  const bare = text.trimStart().replace(GUARD, '').trimStart()
  if (!/^[{[]/.test(bare)) return text
  try {
    return JSON.parse(bare)
  } catch {
    return text
  }
}

/**
 * What a page that a user saved holds, recognized by its content: the one body of an HTML page or of a JSON answer, or the
 * body of every answer in a HAR file, in its order.
 */
export function savedBodies(page: string): unknown[] {
  const body = bodyOf(page)
  const entries = at(body, 'log.entries')
  return Array.isArray(entries) ? entries.flatMap(answersIn) : [body]
}

/** The payloads of a page that a user saved; `statesOf` opens a document of HTML. */
export const savedPayloads = (page: string, statesOf: (html: string) => unknown[]): Payload[] =>
  savedBodies(page).flatMap(body => {
    if (typeof body !== 'string') return [{ source: 'saved', body }]
    const document = Symbol()
    return statesOf(body).map(state => ({ source: 'saved', body: state, document }))
  })

/** The text of a HAR entry's answer, where it can hold data: pictures and programs are passed over. */
function answersIn(entry: unknown): unknown[] {
  const text = stringAt(entry, 'response.content.text')
  const type = stringAt(entry, 'response.content.mimeType') ?? ''
  if (!text || (type && !/json|html|xml|plain/i.test(type))) return []
  const encoded = stringAt(entry, 'response.content.encoding') === 'base64'
  return [bodyOf(encoded ? Buffer.from(text, 'base64').toString('utf8') : text)]
}
