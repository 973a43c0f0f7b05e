import { connect, type LookupFunction, type Socket } from 'node:net'
import type { ProxyEndpoint } from './endpoint.ts'
import {
  type ProxyError,
  proxyClosed,
  proxyUnreachable,
  requestRefused,
  wrongCredentials,
} from './proxy-errors.ts'

/** The host and port that the proxy connects to. */
interface SocksTarget {
  hostname: string
  port: number
}

/** Time limit for connecting to the proxy, and for its connection to the site. */
const CONNECT_MS = 10_000

/**
 * Opens a connection through a SOCKS5 proxy, which resolves the name of the target itself. `lookup` resolves the name of
 * the proxy. Rejects with errors for the user.
 */
export async function connectThroughSocks(
  proxy: ProxyEndpoint,
  target: SocksTarget,
  lookup: LookupFunction,
): Promise<Socket> {
  const socket = await connectToProxy(proxy, lookup)
  const { port, hostname: host, username, password } = proxy
  // Loaded on use, since few users have a SOCKS proxy.
  const { SocksClient } = await import('socks')
  try {
    await SocksClient.createConnection({
      command: 'connect',
      proxy: { type: 5, host, port, ...(username && { userId: username, password }) },
      destination: { host: target.hostname, port: target.port },
      existing_socket: socket,
      timeout: CONNECT_MS,
    })
    return socket
  } catch (error) {
    socket.destroy()
    throw explainSocks((error as Error).message, proxy.host)
  }
}

function connectToProxy(
  { hostname: host, port, host: displayHost }: ProxyEndpoint,
  lookup: LookupFunction,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup, noDelay: true })
    const fail = (error: Error) => {
      socket.destroy()
      reject(proxyUnreachable(error, displayHost))
    }
    const timer = setTimeout(fail, CONNECT_MS, new Error('The proxy did not answer in time.'))
    socket.on('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
    socket.once('close', () => clearTimeout(timer))
  })
}

const REJECTED = /rejected connection - (\w+)/

/** Turns the library's error into the error for the user. Uses only its message, since its options contain the password. */
function explainSocks(message: string, host: string): ProxyError {
  if (/authentication/i.test(message)) return wrongCredentials(host)
  const reply = REJECTED.exec(message)?.[1]
  if (reply) return requestRefused(host, inWords(reply))
  if (/closed/.test(message)) return proxyClosed(new Error(message), host)
  if (/timed out/.test(message)) return requestRefused(host, 'it took too long')
  return proxyUnreachable(new Error(message), host) as ProxyError
}

/** Writes `HostUnreachable` as `host unreachable`. */
const inWords = (reply: string) =>
  reply === 'undefined'
    ? 'unknown reason'
    : reply.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter}`).toLowerCase()
