import { AppError } from '../base/errors.ts'
import { decodeText } from '../pages/charset.ts'
import { ownBuffer } from '../pages/fetched-page.ts'
import { readHar } from './read-har.ts'
import type { SavedAnswer, SavedPage } from './saved-file.ts'

/** The type of a page that is kept together with what it fetched: a HAR file of one page. */
export const HAR_TYPE = 'application/har+json'

/** A page and what it fetched, as other programs can open them too (HAR 1.2). */
export function recordPage(
  page: Pick<SavedPage, 'url' | 'contentType' | 'bytes'>,
  answers: readonly SavedAnswer[],
): Uint8Array<ArrayBuffer> {
  const document = { ...page, url: page.url ?? 'http://localhost/', status: 200 }
  const entries = [entryOf(document, 'document'), ...answers.map(answer => entryOf(answer, 'fetch'))]
  const log = { version: '1.2', creator: { name: 'Winnow', version: '1' }, pages: [PAGE], entries }
  return ownBuffer(Buffer.from(JSON.stringify({ log })))
}

/** The page of such a file; null for any other, and for what a site calls by this type and is none. */
export function recordedPage({
  bytes,
  contentType,
}: Pick<SavedPage, 'contentType'> & { bytes: Uint8Array }): SavedPage | null {
  if (contentType !== HAR_TYPE) return null
  try {
    return readHar(bytes)[0]!
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const STARTED = '1970-01-01T00:00:00.000Z'
const UNKNOWN = -1
const PAGE = { id: 'page', title: '', startedDateTime: STARTED, pageTimings: {} }
const REQUEST = { method: 'GET', httpVersion: 'HTTP/1.1', cookies: [], headers: [], queryString: [] }
const RESPONSE = { statusText: '', httpVersion: 'HTTP/1.1', cookies: [], headers: [], redirectURL: '' }
const SIZES = { headersSize: UNKNOWN, bodySize: UNKNOWN }

interface Answered {
  url: string
  status: number
  contentType: string | null
  bytes: Uint8Array
}

/** All members that the format asks for; when and how fast it was is not kept. */
const entryOf = ({ url, status, contentType, bytes }: Answered, resourceType: string) => ({
  pageref: PAGE.id,
  startedDateTime: STARTED,
  time: 0,
  request: { ...REQUEST, ...SIZES, url },
  response: {
    ...RESPONSE,
    ...SIZES,
    status,
    content: { size: bytes.length, mimeType: contentType ?? '', text: decodeText(bytes, contentType) },
  },
  cache: {},
  timings: { send: 0, wait: 0, receive: 0 },
  _resourceType: resourceType,
})
