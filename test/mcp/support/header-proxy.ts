import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/**
 * A proxy on this machine that adds headers to every request and leaves all others as they are, Host and Origin too.
 */
export interface HeaderProxy {
  url: string
  close(): Promise<void>
}

/** For clients that cannot be told to send a key. */
export async function startHeaderProxy(target: string, added: Record<string, string>): Promise<HeaderProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming
    const options = { hostname, port, method, path, headers: { ...headers, ...added }, setHost: false }
    const outgoing = request(options, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      response.flushHeaders()
      pipeline(answer, response, () => undefined)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    pipeline(incoming, outgoing, () => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
