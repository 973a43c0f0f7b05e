import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request that the site got, in order of arrival. `path` has no query. */
export interface SiteRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface FixedAnswer {
  status?: number
  /** Without a Content-Type, the answer is HTML in UTF-8. */
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
}

/** A ready answer, or a function that writes one itself (and may hang, drip or break off). */
export type SiteHandler = FixedAnswer | ((request: SiteRequest, response: ServerResponse) => void)

export interface LocalSite {
  /** `http://127.0.0.1:<port>`, or with the host that was given. Without a trailing slash. */
  url: string
  port: number
  requests: SiteRequest[]
  /** TCP connections so far. */
  connections(): number
  /** Sets the answer for a path. Any other path gets a 404. */
  on(path: string, handler: SiteHandler): void
  /** Closes every open connection, including hanging ones. */
  close(): Promise<void>
}

/** Starts a web site on this machine for tests to fetch from. */
export async function startLocalSite(host = '127.0.0.1'): Promise<LocalSite> {
  const handlers = new Map<string, SiteHandler>()
  const requests: SiteRequest[] = []
  let connections = 0

  const server = createServer(async (incoming, response) => {
    // A test may abort a request while its body is being sent.
    const request = await readRequest(incoming).catch(() => null)
    if (!request) return
    requests.push(request)
    answer(handlers.get(request.path) ?? { status: 404, body: 'No such page.' }, request, response)
  })
  server.on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://${host}:${port}`,
    port,
    requests,
    connections: () => connections,
    on: (path, handler) => handlers.set(path, handler),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readRequest(incoming: IncomingMessage): Promise<SiteRequest> {
  const { pathname, searchParams } = new URL(incoming.url!, 'http://local.test')
  const { method = 'GET', headers } = incoming
  return { method, path: pathname, query: searchParams, headers, body: await buffer(incoming) }
}

function answer(handler: SiteHandler, request: SiteRequest, response: ServerResponse): void {
  if (typeof handler === 'function') handler(request, response)
  else writeFixed(handler, response)
}

function writeFixed({ status = 200, headers = {}, body = '' }: FixedAnswer, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}
