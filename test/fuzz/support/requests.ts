import fc from 'fast-check'
import type { ServedApp } from '../../support/served-app.ts'
import type { Message } from '../../support/wire.ts'
import { escapedText, joinedUpTo, NAMES, name, times, url, wildText } from './hostile.ts'

/** A header, as it is written. */
export type Header = [name: string, value: string]

/** The parts of a request. */
export interface RequestParts {
  method: string
  target: string
  headers: Header[]
  body?: Buffer
  /** False if head and body may not match. */
  isFramed?: boolean
  /** Where the bytes are cut into pieces, as shares of their number. */
  cuts?: readonly number[]
}

/** The bytes of a request, with the length of its body unless a header gives one. */
export function messageOf({
  method,
  target,
  headers,
  body,
  isFramed = true,
  cuts = [],
}: RequestParts): Message {
  const hasLength = headers.some(([key]) => /^(content-length|transfer-encoding)$/i.test(key))
  const length: Header[] = body && !hasLength ? [['Content-Length', String(body.length)]] : []
  const lines = [...headers, ...length].map(([key, value]) => `${key}: ${value}`)
  // Characters beyond Latin-1 lose their upper byte, so all kinds of bytes occur.
  const head = Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1')
  const bytes = Buffer.concat([head, body ?? Buffer.alloc(0)])
  return { pieces: splitAt(bytes, cuts), isWhole: isFramed, isHead: method === 'HEAD' }
}

function splitAt(bytes: Buffer, shares: readonly number[]): Buffer[] {
  const ends = [...shares.map(share => Math.floor(share * bytes.length)), bytes.length].sort((a, b) => a - b)
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)).filter(piece => piece.length)
}

/** Usually a single piece. */
export const cuts = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }) },
)

/** The headers of every valid request; read late, because the key exists only once the service runs. */
export const ownHeaders = ({ port, key }: ServedApp): Header[] => [
  ['Host', `127.0.0.1:${port}`],
  ['X-API-Key', key],
]

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY']

/** Verbs that a service may receive, and invalid ones. */
export const method = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...METHODS) },
  { weight: 1, arbitrary: fc.constantFrom('get', 'BREW', 'CONNECT', 'GET ', '', 'G\0T', 'A'.repeat(70_000)) },
)

/** Paths of every kind of route, including pages, documents and tools. */
export const PATHS = [
  '/', '/app', '/app/', '/app/x', '/app/assets/x.js', '/health', '/mcp', '/v1', '/v1/', '/v1/credits', '/v1/apis', '/v1/apis/x', '/v1/openapi.json',
  '/v1/parse/x', '/v1/scrape/x', '/v1/parsers', '/v1/parsers/x', '/v1/jobs/x/events', '/v1/databases/x/rows', '/v1/videosite-channel', '/v1/calls',
  '/admin/status', '/admin/sign-in', '/admin/keys', '/.well-known/oauth-protected-resource', '/.well-known/x',
] // biome-ignore format: a list

export const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PATHS) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...PATHS), fc.array(escapedText, { minLength: 1, maxLength: 3 }))
      .map(([start, segments]) => [start.replace(/\/$/, ''), ...segments].join('/')),
  },
  { weight: 1, arbitrary: escapedText.map(text => `/${text}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '*',
      '',
      '//',
      'http://127.0.0.1/v1/credits',
      'x',
      '/v1//credits',
      '/?',
      '/#x',
    ),
  },
)

const FIELDS = ['limit', 'cursor', 'wait', 'url', 'format', 'filter', 'price[gte]', 'sort', 'q', 'a', 'api_key', 'debug', 'token', 'groups', 'username'] // biome-ignore format: a list

const field = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...FIELDS) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: escapedText },
)

const value = fc.oneof(
  fc.constantFrom('=', '=1', '=2', '=x', ''),
  fc.oneof(escapedText, url).map(text => `=${text}`),
)

/** One name, once or many times, with different values. */
const pairs = fc
  .tuple(field, fc.array(value, { minLength: 1, maxLength: 3 }), times(20_000))
  .map(([key, values, count]) => Array.from({ length: count }, (_, i) => key + values[i % values.length]!))

/** A query that may be longer than the server accepts. */
export const query = fc.array(pairs, { maxLength: 4 }).map(
  lists =>
    `?${joinedUpTo(MAX_QUERY_LENGTH, lists.flat(), '&')
      .replaceAll(/[^\x21-\x7e]/g, '%00')
      .slice(0, MAX_QUERY_LENGTH)}`,
)

/** More than the 64 KB that a head may have. */
const MAX_QUERY_LENGTH = 90_000

/** Problematic values by header. */
const HOSTILE_HEADERS: Record<string, string[]> = {
  'Content-Length': ['0', '5', '-1', '+3', '1e3', '0x10', '99999999999999999999', '9007199254740993', '3, 3', '', ' ', '1 1', 'NaN', '33554433'],
  'Transfer-Encoding': ['chunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'chunked;q=1', 'xchunked', '\tchunked', 'chunked, identity', ''],
  Expect: ['100-continue', '100-Continue, x', '200-ok', '', 'x'],
  'If-Match': ['"1"', '*', 'W/"1"', '"x"', '99999999999999999999', '1, 2', '', '"', '-1', '1.5'],
  'Idempotency-Key': ['a', '', 'x'.repeat(300), 'x'.repeat(60_000), '__proto__', 'é', ' a ', 'a,b'],
  Host: ['', 'evil.example', '127.0.0.1:99999', '[::1', '127.0.0.1.', 'localhost:x', '127.0.0.1@evil.example', '__proto__', 'a'.repeat(5_000)],
  Origin: ['null', 'http://evil.example', 'http://127.0.0.1', 'file://', '', 'http://'],
  Cookie: ['winnow=x', '__proto__=1; constructor=2', '=', ';;;=;', 'a='.repeat(9_000), 'winnow_window=%ff'],
  'Content-Type': ['application/json', 'application/json; charset=utf-7', 'text/plain', 'multipart/form-data', 'multipart/form-data; boundary=', 'application/x-www-form-urlencoded', '', ';', 'a/b; c="', 'application/json; charset="'],
  'Content-Encoding': ['gzip', 'br', 'identity', 'x'],
  'X-API-Key': ['', 'x', '__proto__', 'é', 'x'.repeat(60_000), 'win_live_x'],
  Authorization: ['Bearer', 'Bearer ', 'Bearer a b', 'Basic eDp5', 'Bearer __proto__', 'x', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  Accept: ['', '*/*', 'text/event-stream', 'a/b;q=2', ';', ','],
  'Accept-Encoding': ['gzip', 'br;q=0', '*', ',,,'],
  Range: ['bytes=0-0', 'bytes=5-1', 'bytes=x', 'bytes=0-,0-,0-'],
  'If-None-Match': ['*', '"x"', ','],
  'If-Modified-Since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  Connection: ['close', 'keep-alive', 'Upgrade', 'x-api-key, host', ''],
  Upgrade: ['websocket', 'h2c', 'TLS/1.0'],
  Te: ['trailers'],
  Trailer: ['Content-Length'],
  'X-Forwarded-For': ['1.2.3.4', 'x'],
  'X-HTTP-Method-Override': ['DELETE'],
  'Last-Event-ID': ['0', 'x', '-1', '99999999999999999999'],
  'Mcp-Session-Id': ['x', ''],
  'Mcp-Protocol-Version': ['2025-06-18', 'x', ''],
  'Access-Control-Request-Method': ['DELETE', 'x', ''],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'x'],
} // biome-ignore format: a table

const knownHeader = fc
  .constantFrom(...Object.keys(HOSTILE_HEADERS))
  .chain(key => fc.tuple(fc.constant(key), fc.constantFrom(...HOSTILE_HEADERS[key]!)))

const unusualHeader = fc.oneof(
  fc.tuple(fc.oneof(fc.constantFrom('X-A', 'x-api-key', 'HOST'), name), wildText),
  fc.tuple(
    fc.constantFrom('X-Large', 'Cookie', 'X-API-Key'),
    times(70_000).map(count => 'v'.repeat(count)),
  ),
)

/** Problematic headers, some repeated many times. */
export const hostileHeaders = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 5, arbitrary: knownHeader }, { weight: 1, arbitrary: unusualHeader }),
      times(3_000),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map(lines => lines.flatMap(([line, count]) => Array.from({ length: count }, () => line)))
