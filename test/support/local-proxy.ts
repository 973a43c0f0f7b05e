import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/**
 * A proxy on this machine that forwards `http://` requests and opens tunnels for all others. Every name resolves to
 * 127.0.0.1.
 */
export interface LocalProxy {
  /** `http://127.0.0.1:<port>` */
  url: string
  port: number
  /** The requests that it got: `GET http://shop.test/page`, `CONNECT shop.test:443`. */
  asked: string[]
  /** The credentials of each request. */
  credentials: (string | undefined)[]
  /** Answers every request with this status and these headers instead of forwarding it, until it is set to null. */
  refuseWith(status: number | null, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** Starts a proxy that forwards every request. */
export async function startLocalProxy(): Promise<LocalProxy> {
  const asked: string[] = []
  const credentials: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  let refusal: number | null = null
  let refusalHeaders: Record<string, string> = {}

  const recordRequest = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`)
    credentials.push(headers['proxy-authorization'])
  }
  const server = createServer((request, response) => {
    recordRequest(request)
    if (refusal) response.writeHead(refusal, refusalHeaders).end('refused')
    else forward(request, response)
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    recordRequest(request)
    if (refusal) socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
    else openTunnel(Number(request.url!.split(':').at(-1)), socket)
  })
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    credentials,
    refuseWith(status, headers = {}) {
      refusal = status
      refusalHeaders = headers
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function forward({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
  const { port, pathname, search } = new URL(url!)
  const { 'proxy-authorization': _, ...rest } = headers
  const options = { method, host: '127.0.0.1', port, path: pathname + search, headers: rest }
  send(options, answer => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
    .on('error', () => response.destroy())
    .end()
}

function openTunnel(port: number, socket: Socket): void {
  const target = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    pipeline(socket, target, socket, () => undefined)
  })
  target.on('error', () => socket.destroy())
}
