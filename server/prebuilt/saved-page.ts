import type { Payload } from './define-prebuilt.ts'
import { at, stringAt } from './json-walk.ts'

/** Prefixes that platforms put before JSON so that it cannot be run as a script. */
const JSON_GUARD = /^(?:\)\]\}'|for \(;;\);)/

/** Returns the JSON of a response, or the text itself if it is not JSON. */
export function bodyOf(text: string): unknown {
  const json = text.trimStart().replace(JSON_GUARD, '').trimStart()
  if (!/^[{[]/.test(json)) return text
  try {
    return JSON.parse(json)
  } catch {
    return text
  }
}

/**
 * Returns the bodies in a page that a user saved, recognised by its content: the one body of an HTML page or a JSON
 * response, or the body of each response in a HAR file, in order.
 */
export function savedBodies(page: string): unknown[] {
  const body = bodyOf(page)
  const entries = at(body, 'log.entries')
  return Array.isArray(entries) ? entries.flatMap(bodiesOfEntry) : [body]
}

/** Returns the payloads of a page that a user saved; `statesOf` reads an HTML document. */
export const savedPayloads = (page: string, statesOf: (html: string) => unknown[]): Payload[] =>
  savedBodies(page).flatMap(body => {
    if (typeof body !== 'string') return [{ source: 'saved', body }]
    const document = Symbol()
    return statesOf(body).map(state => ({ source: 'saved', body: state, document }))
  })

/** Returns the body of a HAR entry's response if it may hold data; pictures and scripts are skipped. */
function bodiesOfEntry(entry: unknown): unknown[] {
  const text = stringAt(entry, 'response.content.text')
  const type = stringAt(entry, 'response.content.mimeType') ?? ''
  if (!text || (type && !/json|html|xml|plain/i.test(type))) return []
  const isBase64 = stringAt(entry, 'response.content.encoding') === 'base64'
  return [bodyOf(isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text)]
}
