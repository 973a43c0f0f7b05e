import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import type { Dial } from './dial.ts'
import {
  createProxySession,
  type NetworkTerms,
  type OpenProxySession,
  type ProxySession,
} from './proxy-session.ts'

/** Credentials with which one context of Chromium may use the forward proxy. */
export interface ProxyPass {
  /**
   * Playwright's `proxy` option. Without the `bypass` rule, Chromium connects to addresses of this machine directly, past
   * any proxy.
   */
  proxy: { server: string; username: string; password: string; bypass: '<-loopback>' }
  /** Allows traffic on these terms until the session ends. Begin only one session at a time. */
  begin(terms: NetworkTerms): ProxySession
  /** Ends running sessions and revokes the credentials. */
  close(): void
}

/** The local proxy that all traffic of Chromium goes through. It refuses every client without valid credentials. */
export interface ForwardProxy {
  address: string
  /**
   * Issues credentials. `standing` are the terms that hold between sessions; without them, all traffic between sessions is
   * refused.
   */
  issue(standing?: NetworkTerms): ProxyPass
  close(): Promise<void>
}

interface PassHolder {
  /** The running sessions, latest last. */
  sessions: OpenProxySession[]
}

const MAX_HEADER_BYTES = 64 * 1024
const PROXY_CHALLENGE = { 'proxy-authenticate': 'Basic realm="Winnow"' }
const PROXY_CHALLENGE_RESPONSE =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="Winnow"\r\nConnection: close\r\n\r\n'

/** Starts the forward proxy on a free port of this machine. */
export async function startForwardProxy(dial: Dial): Promise<ForwardProxy> {
  const holders = new Map<string, PassHolder>()
  const clients = new Set<Duplex>()

  const sessionOf = ({ headers }: IncomingMessage) =>
    holders.get(headers['proxy-authorization'] ?? '')?.sessions.at(-1)
  const isKnown = ({ headers }: IncomingMessage) => holders.has(headers['proxy-authorization'] ?? '')

  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    const session = sessionOf(request)
    if (session) void forwardRequest(dial, session, request, response)
    else if (isKnown(request)) response.destroy()
    else response.writeHead(407, PROXY_CHALLENGE).end()
  })
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    client.on('error', () => client.destroy())
    const session = sessionOf(request)
    if (session) void openTunnel(dial, session, request.url!, client)
    else if (isKnown(request)) client.destroy()
    else client.end(PROXY_CHALLENGE_RESPONSE)
  })
  server.on('connection', client => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    address,
    issue(standing) {
      const [username, password] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
      const key = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const holder: PassHolder = { sessions: standing ? [createProxySession(standing)] : [] }
      holders.set(key, holder)
      return {
        proxy: { server: address, username, password, bypass: '<-loopback>' },
        begin(terms) {
          const session = createProxySession(terms, () =>
            holder.sessions.splice(holder.sessions.indexOf(session), 1),
          )
          holder.sessions.push(session)
          return session
        },
        close() {
          holders.delete(key)
          for (const session of [...holder.sessions]) session.end()
        },
      }
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const client of clients) client.destroy()
      }),
  }
}

/**
 * Forwards an `http://` request. If the request is forbidden or fails, the connection is cut, so that the page's scripts
 * see a network failure.
 */
async function forwardRequest(
  dial: Dial,
  session: OpenProxySession,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = URL.parse(request.url ?? '')
  if (url?.protocol !== 'http:') return response.destroy()
  const clientGone = new AbortController()
  response.on('close', () => clientGone.abort())
  try {
    session.watch(request.socket)
    const answer = await dial.ask(url, request, session.terms, clientGone.signal)
    session.meter(answer)
    response.writeHead(answer.statusCode!, plainReason(answer), plainHeaders(answer))
    pipeline(answer, response, () => undefined)
  } catch (error) {
    session.note(url, error)
    response.destroy()
  }
}

/**
 * Uses the raw fields, since a field may occur several times. Drops fields that apply only to the connection to the site. A
 * `Content-Length` is wrong beside a `Transfer-Encoding`, and a transfer that is compressed remains so.
 */
function plainHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, sendable(rawHeaders[at + 1]!)]]))
  const transfer = headers['transfer-encoding']
  const dropped = transfer === undefined ? CONNECTION_FIELD : FRAMING_FIELD
  const compression = transfer?.match(/gzip|deflate/gi) ?? []
  return [
    ...pairs.filter(([name]) => !dropped.test(name!)).flat(),
    ...compression.flatMap(name => ['Content-Encoding', name]),
  ]
}

const CONNECTION_FIELD = /^(connection|keep-alive|transfer-encoding|proxy-\S+)$/i
const FRAMING_FIELD = new RegExp(`${CONNECTION_FIELD.source}|^content-length$`, 'i')

/** Node reads control characters after the status and in headers, and refuses to write them. */
const sendable = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

const plainReason = ({ statusMessage = '' }: IncomingMessage) => sendable(statusMessage)

async function openTunnel(dial: Dial, session: OpenProxySession, authority: string, client: Duplex) {
  const url = URL.parse(`https://${authority}`)
  if (!url) return client.destroy()
  const clientGone = new AbortController()
  const giveUp = () => clientGone.abort()
  client.on('close', giveUp)
  try {
    session.watch(client)
    const site = await dial.connect(url, session.terms, clientGone.signal)
    // With the listeners of the pipeline it would be one too many, and Node would warn of a leak.
    client.off('close', giveUp)
    session.watch(site)
    session.meter(site)
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    pipeline(client, site, client, () => undefined)
  } catch (error) {
    if (clientGone.signal.aborted) return
    session.note(url, error)
    client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  }
}
