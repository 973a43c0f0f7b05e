import type { Answer, AnswerHeaders } from '../fetch/exchange.ts'

/** A request for the desktop app to send. Redirects are not followed. */
export interface DesktopRequest {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
  /** Limit for the decompressed page. */
  maxBytes: number
  /** Called when the page exceeds `maxBytes`. This also aborts the signal. */
  overflow(): void
  signal: AbortSignal
  /** Whether the answer's body is not needed, as for a redirect. */
  bodyless(status: number, headers: AnswerHeaders): boolean
}

/** A proxy on this machine that all requests go through, including those to this machine. */
interface LocalProxy {
  server: string
  username: string
  password: string
}

/** A group of requests that share connections, but no cookies or other data that sites set. */
export interface DesktopSession {
  /** Resolves to the answer, already decompressed. Rejects with `net::ERR_…` or the reason of the signal. */
  send(request: DesktopRequest): Promise<Answer>
}

/** The network stack of the desktop app, which is Chromium's. */
export interface DesktopNetwork {
  /** Opens a separate session, kept in memory only, whose connections all go through the proxy. */
  open(name: string, through: LocalProxy): Promise<DesktopSession>
}
