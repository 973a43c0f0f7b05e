import { join } from 'node:path'
import { type Contestant, median, startWinnow } from '../contestants.ts'
import { inTurn } from '../in-turn.ts'
import { loadWith } from '../load.ts'
import { asMeasure, measureOf } from '../measure.ts'
import { report } from '../report.ts'
import { rounded } from '../rounded.ts'
import { atMost } from '../row.ts'

const ROUNDS = 3
const LOAD = { connections: 16, seconds: 2 }
const AIMS: Record<string, number> = { 'tools/call': 1.15 }

/** A POST with a different body for each connection, so that no call is mistaken for another's. */
const post = (
  { address, key }: Contestant,
  path: string,
  headers: object,
  bodyOf: (at: number) => object,
) => {
  const { host } = new URL(address)
  const lines = Object.entries({
    Host: host,
    'X-API-Key': key,
    'Content-Type': 'application/json',
    ...headers,
  })
  return (at: number) => {
    const body = JSON.stringify(bodyOf(at))
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return `POST ${path} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`
  }
}

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const ACCEPT = { Accept: 'application/json, text/event-stream' }

/** A message to the endpoint in the protocol version without a handshake. */
const message = (of: Contestant, method: string, params: (at: number) => object, name?: string) =>
  post(
    of,
    '/mcp',
    {
      ...ACCEPT,
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(name && { 'Mcp-Name': name }),
    },
    at => ({ jsonrpc: '2.0', id: at, method, params: { ...params(at), _meta: ENVELOPE } }),
  )

const work = (at: number) => ({ username: `u${at}` })
const called = (at: number) => ({ name: 'null', arguments: work(at) })
/** A field that a plain message does not have. It makes the library answer the message. */
const MORE_FIELDS = { further: 1 }

/** Compares calls of a tool that does nothing, and the list of tools, with a REST POST of the same work. */
export async function tools(folder: string) {
  const winnow = await startWinnow(join(folder, 'tools'))
  const port = Number(new URL(winnow.address).port)
  const requests = {
    'REST POST': post(winnow, '/v1/null', {}, work),
    'tools/call': message(winnow, 'tools/call', called, 'null'),
    'tools/list': message(winnow, 'tools/list', () => ({})),
    'tools/call by the library': message(
      winnow,
      'tools/call',
      at => ({ ...called(at), ...MORE_FIELDS }),
      'null',
    ),
    'tools/list by the library': message(winnow, 'tools/list', () => MORE_FIELDS),
  }
  try {
    const microseconds = async (request: (at: number) => string) =>
      1_000_000 / (await loadWith(port, request, LOAD)).perSecond
    const timesByName = await inTurn(requests, microseconds, ROUNDS)
    const restTimes = timesByName['REST POST']
    const row = (name: string, times: number[]) => {
      const measure = measureOf(times, restTimes, 'less')
      const cells = {
        'µs a request': rounded(median(times)),
        'of a REST POST': measure.ratio,
        aim: atMost(AIMS[name]),
      }
      return asMeasure(cells, measure)
    }
    const rows = Object.entries(timesByName).map(([name, times]) => [name, row(name, times)])
    report('Tools over MCP', Object.fromEntries(rows))
  } finally {
    winnow.stop()
  }
}
