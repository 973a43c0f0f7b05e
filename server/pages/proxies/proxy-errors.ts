import { command } from '../../base/command.ts'
import { AppError } from '../../base/errors.ts'
import type { AnswerHeaders } from '../fetch/exchange.ts'
import { proxyEndpoint } from './endpoint.ts'

/** The proxy failed before the site was contacted, so the same request may be sent through another proxy. */
export class ProxyError extends AppError {
  /** Whether the proxy itself is at fault, whichever site it is asked for. */
  readonly isOut: boolean

  constructor(
    message: string,
    { isOut, hint = HINT, cause }: { isOut: boolean; hint?: string; cause?: unknown },
  ) {
    super('connection', message, { hint, cause })
    this.isOut = isOut
  }
}

const HINT = `Check the proxy: ${command`settings proxy`} (WINNOW_PROXY), or \`fetch.proxy\` of the parser, and whether it runs.`

/** Turns an error of the guard about a page into one about the proxy. */
export const asProxyField = (error: unknown) =>
  error instanceof AppError
    ? new AppError(error.code, `The proxy cannot be used: ${error.message}`, {
        ...error.facts,
        field: 'fetch.proxy',
      })
    : error

/** Turns an error from connecting to a proxy into the error for the user. */
export const proxyUnreachable = (cause: Error, host: string) =>
  cause instanceof AppError
    ? (asProxyField(cause) as AppError)
    : new ProxyError(`The proxy ${host} cannot be reached.`, { isOut: true, cause })

/** The proxy closed the connection, as some do if they cannot reach a site. */
export const proxyClosed = (cause: Error, host: string) =>
  new ProxyError(`The proxy ${host} closed the connection.`, { isOut: false, cause })

/** Something other than a proxy listens there, or the proxy passes on what a site sends, whatever that is. */
const notHttp = (cause: Error, host: string) =>
  new ProxyError(`The proxy ${host} sent an answer that is not valid HTTP.`, { isOut: false, cause })

/**
 * Turns a connection error into the error for the user. A reset means that the proxy was reachable and closed the
 * connection.
 */
export function proxyFailed(cause: Error, host: string) {
  const code = String(Reflect.get(cause, 'code'))
  if (code.startsWith('HPE_')) return notHttp(cause, host)
  return code === 'ECONNRESET' ? proxyClosed(cause, host) : proxyUnreachable(cause, host)
}

/** The proxy does not accept the credentials of its address. */
export const wrongCredentials = (host: string) =>
  new ProxyError(`The proxy ${host} wants another user name or password.`, { isOut: true })

/** The proxy refused the request, possibly because it cannot reach the site. `reason` is its own answer, such as `HTTP 502`. */
export const requestRefused = (host: string, reason: string, isOut = false) =>
  new ProxyError(`The proxy ${host} did not pass the request on (${reason}).`, {
    isOut,
    hint: `It may not reach the site, or not allow it. ${HINT}`,
  })

/** Statuses that concern the user of the proxy: no money left, too many requests. */
const OUT_OF_SERVICE_STATUSES = new Set(['402', '429'])

/** Statuses for missing or wrong credentials. tinyproxy answers 401 if they are wrong rather than missing. */
const CREDENTIAL_STATUSES = new Set(['407', '401'])

/** The error for an answer that the proxy itself gave in place of the site. */
export const proxyRefused = (status: string, host: string) =>
  CREDENTIAL_STATUSES.has(status)
    ? wrongCredentials(host)
    : requestRefused(host, `HTTP ${status}`, OUT_OF_SERVICE_STATUSES.has(status))

/**
 * Whether the headers say that the proxy wrote the answer itself: squid sets a header of its own, tinyproxy names itself as
 * the server.
 */
const isProxyAnswer = (headers: AnswerHeaders) =>
  headers['x-squid-error'] !== undefined || /^tinyproxy\b/.test(String(headers.server))

/** Returns if the site gave this answer to an `http://` request. Throws if the proxy answered in its place. */
export function assertSentBySite(
  { status, headers }: { status: number; headers: AnswerHeaders },
  host: string,
): void {
  if (status === 407 || (status >= 400 && isProxyAnswer(headers))) throw proxyRefused(String(status), host)
}

const REFUSALS = /^Proxy (?:Authentication Required|response) \((\d+)\)/

/**
 * Turns a refusal, a closed connection or an invalid answer of a proxy into the error for the user; returns any other error
 * unchanged. `hasTunnel`: the request went to the site itself, through a tunnel.
 */
export function explainProxy(thrown: unknown, address: string, hasTunnel: boolean): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { host } = proxyEndpoint(address)
  const code = Reflect.get(thrown, 'code')
  if (code === 'UND_ERR_PRX_CONN') return proxyClosed(thrown, host)
  if (thrown.name === 'HTTPParserError' && !hasTunnel) return notHttp(thrown, host)
  // Only requests for tunnels have this limit.
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return requestRefused(host, 'it took too long')
  const status = REFUSALS.exec(thrown.message)?.[1]
  return status ? proxyRefused(status, host) : thrown
}
