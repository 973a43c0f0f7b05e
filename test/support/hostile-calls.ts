import type { ServedApp } from './served-app.ts'
import { type ExchangeOutcome, exchange } from './wire.ts'

/** A call with which one client must not be able to affect others. */
export interface HostileCall {
  /** A description of what is sent. */
  title: string
  /** Creates what the call needs. Returns the function that sends it. */
  prepare(app: ServedApp): Promise<(stuckMs?: number) => Promise<ExchangeOutcome>>
}

type Headers = Record<string, string>

/** The bytes of a request with the key of the account. */
export function requestBytes(
  app: ServedApp,
  [method, target]: [method: string, target: string],
  headers: Headers = {},
  body: Uint8Array = new Uint8Array(),
): Buffer[] {
  const allHeaders = { Host: `127.0.0.1:${app.port}`, 'X-API-Key': app.key, ...headers }
  const length = method === 'GET' ? [] : [`Content-Length: ${body.length}`]
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  return [
    Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, ...length, '', ''].join('\r\n')),
    Buffer.from(body),
  ]
}

/** The parts of a request: method and path, headers, body. */
export type RequestParts = [line: [method: string, target: string], headers?: Headers, body?: Uint8Array]

const call = (
  title: string,
  make: (app: ServedApp) => RequestParts | Promise<RequestParts>,
): HostileCall => ({
  title,
  async prepare(app) {
    const pieces = requestBytes(app, ...(await make(app)))
    return stuckMs => exchange(app.port, { pieces, isWhole: true }, stuckMs)
  },
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** A POST with a JSON body. */
export const json = (target: string, text: string): RequestParts => [
  ['POST', target],
  JSON_TYPE,
  Buffer.from(text),
]

const BOUNDARY = 'hostile-7d93b2'
/** One part of an upload. */
export const part = (name: string, content: string, file = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
const FILE_NAME = '; filename="a"'

/** An upload. Its parts are strings in latin1. */
export const form = (target: string, parts: string, boundary = BOUNDARY): RequestParts => [
  ['POST', target],
  { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  Buffer.from(`${parts}--${boundary}--\r\n`, 'latin1'),
]

const nestedArrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

const TITLE = { fields: { title: 'h1' } }

/** Calls that attack the parsing of the address or of an upload, before anything is looked up. */
export const HOSTILE_REQUESTS: HostileCall[] = [
  call('`__proto__` twice in the query, from any page', () => [
    ['GET', '/?__proto__=1&__proto__=2'],
    { Host: 'evil.example', 'X-API-Key': '' },
  ]),
  call('`__proto__` twice in the query of a call', () => [['GET', '/v1/credits?__proto__=1&__proto__=2']]),
  call('30,000 parameters without a key', () => [
    ['GET', `/v1/credits?${'a&'.repeat(30_000)}`],
    { 'X-API-Key': '' },
  ]),
  ...['toString', 'constructor', '__proto__', 'hasOwnProperty'].map(name =>
    call(`a part \`${name}\``, async app =>
      form(`/v1/parse/${await app.parser(TITLE)}`, part(name, 'x') + part('html', '<h1>x</h1>', FILE_NAME)),
    ),
  ),
  call('a boundary of 300 characters', async app => {
    const boundary = 'b'.repeat(300)
    return form(
      `/v1/parse/${await app.parser(TITLE)}`,
      part('html', 'x', FILE_NAME).replace(BOUNDARY, boundary),
      boundary,
    )
  }),
]

/** Almost the longest head that is read. */
const BLANKS = ' '.repeat(62_000)

/** Calls with long runs of characters that separate others. */
export const HOSTILE_HEADS: HostileCall[] = [
  call('62,000 blanks in a Content-Type, without a key', () => [
    ['POST', '/v1/pairings'],
    {
      'X-API-Key': '',
      Origin: `chrome-extension://${'a'.repeat(32)}`,
      'Content-Type': `application/json${BLANKS}x`,
    },
  ]),
  call('62,000 blanks in the Content-Type of an upload', () => [
    ['POST', '/v1/extract/videosite-channel'],
    { 'Content-Type': `multipart/form-data${BLANKS}; boundary=a` },
  ]),
  call('60,000 commas in a proxy', () =>
    json(
      '/v1/parsers',
      `{"name":"a","schema":{"fields":{"a":"a"}},"fetch":{"proxy":"x${','.repeat(60_000)}y"}}`,
    ),
  ),
]

const schemaFields = (count: number) => Array.from({ length: count }, (_, i) => `"f${i}":"b"`).join()

/** Calls with JSON that is too large or nested too deeply. */
export const HOSTILE_BODIES: HostileCall[] = [
  call('20 MB of a schema of 1.5 million fields to `/v1/parsers/validate`', () =>
    json('/v1/parsers/validate', `{"schema":{"fields":{${schemaFields(1_500_000)}}}}`),
  ),
  call('`const` of 3,000 levels', () =>
    json('/v1/parsers', `{"name":"a","schema":{"fields":{"a":{"const":${nestedArrays(3_000)}}}}}`),
  ),
  call('`const` of 100,000 levels', () =>
    json('/v1/parsers', `{"name":"a","schema":{"fields":{"a":{"const":${nestedArrays(100_000)}}}}}`),
  ),
  call('the input of a job, 100,000 levels', async app =>
    json('/v1/jobs', `{"parser_id":"${await app.parser(TITLE)}","input":{"url":${nestedArrays(100_000)}}}`),
  ),
  call('a test of a parser, 100,000 levels', async app =>
    json(
      `/v1/parsers/${await app.parser(TITLE)}/test`,
      `{"html":"<h1>x</h1>","schema":${nestedArrays(100_000)}}`,
    ),
  ),
  call('a message to `/mcp`, 100,000 levels', () =>
    json(
      '/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"credits","arguments":${nestedArrays(100_000)}}}`,
    ),
  ),
]

const nestedElements = (levels: number, text: string) => '<b>'.repeat(levels) + text + '</b>'.repeat(levels)

/** 96 number fields, for each item of three nested lists. */
const LEAVES = Object.fromEntries(
  Array.from({ length: 96 }, (_, i) => [`n${i}`, { css: '', type: 'integer' }]),
)
const listRule = (itemFields: object) => ({ css: 'b', all: true, fields: itemFields })

/** Small pages that take long to read, or give a large answer. */
export const HOSTILE_PAGES: HostileCall[] = [
  call('a page of 60 KB for three lists of `b` in one another, each with 96 numbers', async app => {
    const parser = await app.parser({ fields: { a: listRule({ b: listRule({ c: listRule(LEAVES) }) }) } })
    return form(`/v1/parse/${parser}`, part('html', nestedElements(22, 'x '.repeat(28_000)), FILE_NAME))
  }),
  call('a page of 40 KB for 100 lists of `b` in one another: an answer of 228 MB', async app => {
    const lists = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`l${i}`, { css: 'b', all: true }]),
    )
    return form(
      `/v1/parse/${await app.parser({ fields: lists })}`,
      part('html', nestedElements(60, 'x'.repeat(38_000)), FILE_NAME),
    )
  }),
]

const CSV_COLUMNS = [
  { name: 'a', type: 'string' },
  { name: 'b', type: 'string' },
]

const databaseOf = async (app: ServedApp): Promise<string> =>
  (await app.call('/v1/databases', { json: { name: 'Rows', columns: CSV_COLUMNS } })).json.id

/** Import files with rows that do not fit any database. */
export const HOSTILE_IMPORTS: HostileCall[] = [
  call('a CSV with a cell of 38 MB', async app =>
    form(
      `/v1/databases/${await databaseOf(app)}/import`,
      part('file', `a,b\n1,${'x'.repeat(38_000_000)}\n`, FILE_NAME),
    ),
  ),
  call('a CSV of 5 million columns', async app =>
    form(
      `/v1/databases/${await databaseOf(app)}/import`,
      part('file', `${'c,'.repeat(5_000_000)}\n1\n`, FILE_NAME),
    ),
  ),
]

/** A workflow that creates `inner` items for each of `outer` items. */
export const manyItems = (outer: number, inner: number) => ({
  name: 'Many',
  nodes: [
    { id: 'start', type: 'input' },
    { id: 'outer', type: 'for_each', config: { list: `[1..${outer}]` } },
    { id: 'inner', type: 'for_each', config: { list: `[1..${inner}]` } },
  ],
  edges: [
    { from: 'start', to: 'outer' },
    { from: 'outer', to: 'inner' },
  ],
})

/** Workflow runs that would create more items than a store should hold. The answer that counts is that of the ended run. */
export const HOSTILE_RUNS: HostileCall[] = [
  {
    title: 'a run of 1,000 × 10,000 items',
    async prepare(app) {
      const workflow = await app.call('/v1/workflows', { json: manyItems(1_000, 10_000) })
      const started = await app.call(`/v1/workflows/${workflow.json.id}/run`, { json: {} })
      const pieces = requestBytes(app, ['GET', `/v1/workflow-runs/${started.json.id}?wait=60`])
      return stuckMs => exchange(app.port, { pieces, isWhole: true }, stuckMs)
    },
  },
]
