/** A page or a response, with its text. */
export interface HarAnswer {
  url: string
  status: number
  contentType: string
  text: string
  /** Bytes. */
  size: number
}

const START_TIME = '1970-01-01T00:00:00.000Z'
const UNKNOWN_SIZE = -1
const PAGE = { id: 'page', title: '', startedDateTime: START_TIME, pageTimings: {} }
const REQUEST = { method: 'GET', httpVersion: 'HTTP/1.1', cookies: [], headers: [], queryString: [] }
const RESPONSE = { statusText: '', httpVersion: 'HTTP/1.1', cookies: [], headers: [], redirectURL: '' }
const SIZES = { headersSize: UNKNOWN_SIZE, bodySize: UNKNOWN_SIZE }

/** Returns a page and the responses that it fetched as HAR 1.2, without headers, cookies and times. */
export const harOf = (page: HarAnswer, answers: readonly HarAnswer[]) => ({
  log: {
    version: '1.2',
    creator: { name: 'Winnow', version: '1' },
    pages: [PAGE],
    entries: [entryOf(page, 'document'), ...answers.map(answer => entryOf(answer, 'fetch'))],
  },
})

/** Returns an entry with all members that HAR requires. Times and durations are not kept. */
const entryOf = ({ url, status, contentType, text, size }: HarAnswer, resourceType: string) => ({
  pageref: PAGE.id,
  startedDateTime: START_TIME,
  time: 0,
  request: { ...REQUEST, ...SIZES, url },
  response: { ...RESPONSE, ...SIZES, status, content: { size, mimeType: contentType, text } },
  cache: {},
  timings: { send: 0, wait: 0, receive: 0 },
  _resourceType: resourceType,
})
