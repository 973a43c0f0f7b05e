import { AppError } from '../errors.ts'
import { createConnections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { type Answer, type AnswerHeaders, exchange } from './exchange.ts'
import { toFetchError } from './fetch-errors.ts'
import { firstHop, type WireRequest } from './first-hop.ts'
import type { Guard } from './guard.ts'
import { followRedirect, type Hop, redirectTarget } from './redirect.ts'
import { unpack } from './unpack.ts'

/** Read anew for every request, so that a change counts at once. */
export interface FetchSettings {
  userAgent: string
  /** For the whole request: connecting, headers, body and redirects. */
  timeoutMs: number
  /** For a body as it comes and as it is unpacked. */
  maxBytes: number
  maxRedirects: number
}

export interface PageRequest extends WireRequest {
  signal?: AbortSignal
  timeoutMs?: number
  maxBytes?: number
  /** Applied to every address before it is requested, that of a redirect too. */
  rewrite?(url: URL): URL
  /** Lets a rewritten address pass the guard for this request alone. */
  allow?(url: URL): boolean
}

export interface FetchedPage {
  /** Any status of HTTP; what it means is decided elsewhere. */
  status: number
  /** Of the last redirect, before `rewrite`. */
  url: string
  /** By lower-case name; several fields of one name are joined with a comma. */
  headers: Record<string, string>
  /** Unpacked. Owns the whole of its buffer, which may thus be transferred to a worker. */
  bytes: Uint8Array<ArrayBuffer>
  contentType: string | null
}

export interface Fetcher {
  /**
   * Gets a page. Throws `invalid_input`, `target_forbidden`, `dns`, `tls`, `connection`, `timeout`, `cancelled`,
   * `page_too_large`, `encoding`, `redirects`, or `unavailable_service` when closed.
   */
  fetch(request: PageRequest): Promise<FetchedPage>
  close(): Promise<void>
}

/** A request together with the limits that all its hops share. */
type Run = PageRequest & { maxBytes: number; maxRedirects: number; signal: AbortSignal }

/** The one way to a page over HTTP. Connections are kept alive between calls until `close`. */
export function createFetcher({ guard, settings }: { guard: Guard; settings: () => FetchSettings }): Fetcher {
  const connections = createConnections(guard)

  /** One address: guarded, asked, unpacked. Every failure leaves as an error that names the host. */
  async function ask(hop: Hop, run: Run): Promise<Answer> {
    const url = run.rewrite?.(hop.url) ?? hop.url
    const { maxBytes, signal } = run
    const isRedirect = (status: number, headers: AnswerHeaders) =>
      redirectTarget(status, headers, hop.url) !== null
    try {
      const agent = connections.for(guard.admit(url, run.allow))
      const wire = { ...hop, url, connections: agent, maxBytes, signal, bodyless: isRedirect }
      const answer = await exchange(wire)
      const encoding = answer.headers['content-encoding']?.toString()
      return { ...answer, bytes: await unpack(answer.bytes, encoding, { host: url.host, maxBytes }) }
    } catch (error) {
      throw toFetchError(error, url.host)
    }
  }

  async function walk(hop: Hop, run: Run, hopsLeft: number): Promise<FetchedPage> {
    const answer = await ask(hop, run)
    const target = redirectTarget(answer.status, answer.headers, hop.url)
    if (!target) return toPage(answer, hop.url)
    if (hopsLeft === 0) throw tooManyRedirects(hop.url.host, run.maxRedirects)
    return walk(followRedirect(hop, answer.status, target), run, hopsLeft - 1)
  }

  return {
    async fetch(request) {
      const { userAgent, maxRedirects, ...limits } = settings()
      const hop = firstHop(request, userAgent)
      const { timeoutMs = limits.timeoutMs, maxBytes = limits.maxBytes } = request
      using deadline = startDeadline(timeoutMs, request.signal)
      return await walk(hop, { ...request, maxBytes, maxRedirects, signal: deadline.signal }, maxRedirects)
    },
    close: connections.close,
  }
}

function tooManyRedirects(host: string, limit: number): AppError {
  const hint = `After ${limit} redirects there was still no page. It may need cookies or a sign-in: try a saved page.`
  return new AppError('redirects', `${host} sends its visitors on without end.`, { hint })
}

function toPage(answer: Answer, url: URL): FetchedPage {
  const headers: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(answer.headers))
    headers[name] = typeof value === 'string' ? value : value.join(', ')
  const contentType = headers['content-type'] ?? null
  return { status: answer.status, url: url.href, headers, bytes: ownBuffer(answer.bytes), contentType }
}

function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const whole = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength
  return whole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}
