import type { Answer, AnswerHeaders } from '../exchange.ts'

/** One request of the desktop app, whose redirects are not followed. */
export interface DesktopRequest {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
  /** Of the page as it is unpacked. */
  maxBytes: number
  /** Called when it has more, which fires the signal. */
  overflow(): void
  signal: AbortSignal
  /** Whether the answer is wanted without its body, as that of a redirect. */
  bodyless(status: number, headers: AnswerHeaders): boolean
}

/** A proxy on this machine that requests go through, the ones to this machine too. */
interface LocalPassage {
  server: string
  username: string
  password: string
}

/** Requests that share connections, and nothing that sites have set. */
export interface DesktopSession {
  /** The answer is unpacked. Rejects with `net::ERR_…` or the signal's reason. */
  send(request: DesktopRequest): Promise<Answer>
}

/** The network stack of the desktop app, which is that of Chromium. */
export interface DesktopNetwork {
  /** A session of its own, in memory alone, whose every connection goes through the proxy. */
  open(name: string, through: LocalPassage): Promise<DesktopSession>
}
