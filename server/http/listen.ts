import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerBrokenRequests } from './broken-requests.ts'
import { expectContinue } from './read-body.ts'
import type { HttpApp } from './server.ts'

/** A listening server. */
interface HttpServer {
  /** `http://127.0.0.1:8787` */
  address: string
  /** Accepts no new connections; open ones end with their answers. */
  close(): Promise<void>
}

/** Longest wait for a complete request. */
const REQUEST_TIMEOUT_MS = 120_000
const KEEP_ALIVE_MS = 60_000
/** Largest head of a request: the longest address to scrape, percent-encoded in a query, with room to spare. */
const MAX_HEAD_BYTES = 65_536
/** Most headers of a request; browsers send about twenty. */
const MAX_HEADERS = 100

/** Listens for requests on `host:port`. Rejects if the port is taken. */
export async function startHttp(
  { handle, classes }: HttpApp,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const options = {
    ...classes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
    requireHostHeader: false,
  }
  const server = createServer(options, handle)
  server.maxHeadersCount = MAX_HEADERS
  server.on('checkContinue', (req, res) => {
    expectContinue(req, () => res.writeContinue())
    handle(req, res)
  })
  server.on('checkExpectation', handle)
  answerBrokenRequests(server, `${MAX_HEAD_BYTES / 1_024} KB and ${MAX_HEADERS} headers`)
  await listen(server, host, port)
  return { address: addressOf(server, host), close: () => close(server) }
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Hosts that stand for all addresses of this machine, as clients on it write them: not every system connects to these. */
const ALL_ADDRESSES = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

function addressOf(server: Server, listed: string): string {
  const { port } = server.address() as AddressInfo
  const host = ALL_ADDRESSES.get(listed) ?? listed
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const close = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 1_000).unref()
  })
