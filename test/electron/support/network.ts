import { EventEmitter } from 'node:events'
import { type RequestOptions as HttpOptions, type IncomingMessage, request as requestHttp } from 'node:http'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/**
 * A fake of Electron's `net.request` and of the sessions it needs. As in Electron, the proxy of a session resolves names and
 * connects, a redirect that is not followed during its event is an error, bodies are decompressed while their
 * headers stay unchanged, and without `useSessionCookies` no cookie is sent or stored.
 */
class Session {
  /** `http://127.0.0.1:8080` */
  proxy: URL | null = null
  /** Whether hosts of this machine are reached without the proxy. */
  bypassesLoopback = true

  async setProxy({ proxyRules, proxyBypassRules }: { proxyRules: string; proxyBypassRules: string }) {
    this.proxy = new URL(proxyRules)
    this.bypassesLoopback = !proxyBypassRules.includes('<-loopback>')
  }
}

/** All sessions by the names of their partitions. */
export const partitions = new Map<string, Session>()

export function fromPartition(name: string): Session {
  const known = partitions.get(name) ?? new Session()
  partitions.set(name, known)
  return known
}

interface RequestOptions {
  session: Session
  url: string
  method: string
  redirect: string
}

type Login = (user?: string, password?: string) => void

class ClientRequest extends EventEmitter {
  readonly #options: RequestOptions
  readonly #headers = new Map<string, string>([
    ['user-agent', 'Electron'],
    ['accept-encoding', 'gzip, deflate, br'],
  ])
  readonly #ended = new AbortController()
  #body = Buffer.alloc(0)

  constructor(options: RequestOptions) {
    super()
    this.#options = options
  }
  setHeader(name: string, value: string) {
    if (/^(host|content-length|te|trailer|upgrade|keep-alive|transfer-encoding)$/i.test(name))
      throw new Error(`net::ERR_INVALID_ARGUMENT ${name}`)
    this.#headers.set(name.toLowerCase(), value)
  }
  write(chunk: Buffer) {
    this.#body = Buffer.concat([this.#body, chunk])
  }
  end() {
    this.#send(null).catch(error => {
      if (!this.#ended.signal.aborted) this.emit('error', new Error(`net::${error.message}`))
      this.emit('close')
    })
  }
  abort() {
    this.#ended.abort()
    this.emit('abort')
  }

  async #send(credentials: string | null): Promise<void> {
    const url = new URL(this.#options.url)
    const { proxy } = this.#options.session
    if (!proxy || this.#options.session.bypassesLoopback) throw new Error('ERR_PROXY_CONNECTION_FAILED')
    const response = await (url.protocol === 'https:'
      ? this.#overTunnel(url, proxy, credentials)
      : this.#ask(url, { host: proxy.hostname, port: proxy.port, path: url.href, agent: false }, credentials))
    if (response.statusCode !== 407) return this.#answer(response)
    response.destroy()
    if (credentials) throw new Error('ERR_PROXY_AUTH_REQUESTED')
    const login = await new Promise<string>(resolve => {
      const answer: Login = (user = '', password = '') => resolve(`${user}:${password}`)
      this.emit('login', { isProxy: true, scheme: 'basic', realm: 'Winnow' }, answer)
    })
    return this.#send(`Basic ${btoa(login)}`)
  }

  #ask(url: URL, connection: object, credentials: string | null): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...Object.fromEntries(this.#headers),
        host: url.host,
        ...(credentials && { 'proxy-authorization': credentials }),
      }
      const { method } = this.#options
      const { signal } = this.#ended
      requestHttp({ method, headers, signal, ...connection }, resolve)
        .on('error', () => reject(new Error('ERR_EMPTY_RESPONSE')))
        .end(this.#body)
    })
  }

  async #overTunnel(url: URL, proxy: URL, credentials: string | null): Promise<IncomingMessage> {
    const authority = `${url.hostname}:${url.port || 443}`
    const [tunnelResponse, tunnel] = await new Promise<[IncomingMessage, Socket]>((resolve, reject) => {
      requestHttp({
        host: proxy.hostname,
        port: proxy.port,
        method: 'CONNECT',
        path: authority,
        agent: false,
        headers: credentials ? { 'proxy-authorization': credentials } : {},
      })
        .on('connect', (response, socket) => resolve([response, socket as Socket]))
        .on('error', () => reject(new Error('ERR_TUNNEL_CONNECTION_FAILED')))
        .end()
    })
    if (tunnelResponse.statusCode === 407) return tunnelResponse
    if (tunnelResponse.statusCode !== 200) throw new Error('ERR_TUNNEL_CONNECTION_FAILED')
    const socket = connectTls({ socket: tunnel, servername: url.hostname })
    await new Promise((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.once('error', () => reject(new Error('ERR_CERT_AUTHORITY_INVALID')))
    })
    const connection = { createConnection: () => socket, path: url.pathname + url.search }
    return this.#ask(url, connection, null)
  }

  async #answer(response: IncomingMessage): Promise<void> {
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy()
      this.emit('redirect', statusCode, this.#options.method, headers.location, headers)
      throw new Error('Redirect was cancelled')
    }
    const message = Object.assign(new EventEmitter(), { statusCode, headers })
    this.emit('response', message)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const body = unpack(Buffer.concat(chunks), headers['content-encoding'])
    for (let at = 0; at < body.length && !this.#ended.signal.aborted; at += 65_536)
      message.emit('data', body.subarray(at, at + 65_536))
    message.emit(this.#ended.signal.aborted ? 'aborted' : 'end')
    this.emit('close')
  }
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes
}

/** Without an address in one piece, it is a request of the update check, which uses what Electron and Node have in common. */
export const request = (options: RequestOptions | HttpOptions) =>
  'url' in options ? new ClientRequest(options) : requestHttp(options)
