import { type ClientRequest, type IncomingMessage, net, type Session, session } from 'electron'
import type { DesktopNetwork, DesktopRequest } from '../server/pages/desktop/desktop-network.ts'
import type { Answer, AnswerHeaders } from '../server/pages/fetch/exchange.ts'

/** Electron's network stack. Electron must be ready. */
export const desktopNetwork: DesktopNetwork = {
  async open(name, { server, username, password }) {
    // Without `persist:`, the session is kept only in memory.
    const netSession = session.fromPartition(name, { cache: false })
    // `<-loopback>` sends requests to this machine through the proxy too; Chromium would bypass it by default.
    await netSession.setProxy({ proxyRules: server, proxyBypassRules: '<-loopback>' })
    return { send: request => send(netSession, request, { username, password }) }
  },
}

interface Credentials {
  username: string
  password: string
}

/** Headers that Chromium sets itself, because it decides what it can decompress, and decompresses it. */
const CHROMIUM_HEADERS = new Set(['accept-encoding', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade'])

/**
 * Sends a request with `net.request`, on which `net.fetch` is built: `fetch` cannot return a redirect, nor answer a proxy's
 * request for credentials. Without `credentials` and `useSessionCookies`, no cookies are sent or kept.
 */
function send(
  netSession: Session,
  request: DesktopRequest,
  { username, password }: Credentials,
): Promise<Answer> {
  const { url, method, headers, body, signal } = request
  return new Promise((resolve, reject) => {
    const clientRequest = net.request({
      session: netSession,
      url: url.href,
      method,
      redirect: 'manual',
      cache: 'no-store',
    })
    for (const [name, value] of Object.entries(headers))
      if (!CHROMIUM_HEADERS.has(name)) clientRequest.setHeader(name, value)
    clientRequest.on('login', ({ isProxy }, answer) => (isProxy ? answer(username, password) : answer()))
    // A redirect that is not followed here ends as an error, which arrives after the promise has resolved and is ignored.
    clientRequest.on('redirect', (status, _method, _target, responseHeaders) =>
      resolve(emptyAnswer(status, plainHeaders(responseHeaders))),
    )
    clientRequest.on('response', response => collect(clientRequest, response, request).then(resolve, reject))
    clientRequest.on('error', reject)
    const cancel = () => {
      clientRequest.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', cancel, { once: true })
    clientRequest.on('close', () => signal.removeEventListener('abort', cancel))
    if (body !== null) clientRequest.write(Buffer.from(body as string))
    clientRequest.end()
  })
}

const emptyAnswer = (status: number, headers: AnswerHeaders): Answer => ({
  status,
  headers,
  bytes: new Uint8Array(),
})

/** Removes the headers about compression: the body arrives decompressed, so they no longer apply. */
function plainHeaders(headers: AnswerHeaders): AnswerHeaders {
  const { 'content-encoding': _, 'content-length': __, ...rest } = headers
  return rest
}

function collect(
  clientRequest: ClientRequest,
  response: IncomingMessage,
  { maxBytes, bodyless, overflow }: DesktopRequest,
): Promise<Answer> {
  const { statusCode: status } = response
  const headers = plainHeaders(response.headers)
  if (bodyless(status, headers)) {
    clientRequest.abort()
    return Promise.resolve(emptyAnswer(status, headers))
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytesLeft = maxBytes
    response.on('data', chunk => {
      bytesLeft -= chunk.length
      if (bytesLeft >= 0) chunks.push(chunk)
      else overflow()
    })
    response.on('end', () => resolve({ status, headers, bytes: Buffer.concat(chunks) }))
    response.on('error', reject)
    response.on('aborted', () => reject(new Error('net::ERR_ABORTED')))
  })
}
