import { command } from '../../base/command.ts'
import { AppError } from '../../base/errors.ts'
import type { AnswerHeaders } from '../exchange.ts'
import { proxyEndpoint } from './endpoint.ts'

/** A proxy did not do its work, so that the site was never asked: the same request may go through another one. */
export class ProxyError extends AppError {
  /** The proxy itself is at fault, whatever site it is asked for. */
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

/** An error of the guard about a proxy, in place of one about a page. */
export const asProxyField = (error: unknown) =>
  error instanceof AppError
    ? new AppError(error.code, `The proxy cannot be used: ${error.message}`, {
        ...error.facts,
        field: 'fetch.proxy',
      })
    : error

/** What went wrong on the way to a proxy, as the error for the user. */
export const proxyUnreachable = (cause: Error, host: string) =>
  cause instanceof AppError
    ? (asProxyField(cause) as AppError)
    : new ProxyError(`The proxy ${host} cannot be reached.`, { isOut: true, cause })

/** The proxy broke off, as some do where they cannot reach a site. */
export const proxyClosed = (cause: Error, host: string) =>
  new ProxyError(`The proxy ${host} closed the connection.`, { isOut: false, cause })

/** What a connection to a proxy failed with: the proxy was there where it broke off. */
export const proxyFailed = (cause: Error, host: string) =>
  Reflect.get(cause, 'code') === 'ECONNRESET' ? proxyClosed(cause, host) : proxyUnreachable(cause, host)

/** The proxy does not take the credentials of its address. */
export const wrongCredentials = (host: string) =>
  new ProxyError(`The proxy ${host} wants another user name or password.`, { isOut: true })

/** The proxy refuses what it was asked for, in its own words: `HTTP 502`. It may not reach the site. */
export const notPassedOn = (host: string, why: string, isOut = false) =>
  new ProxyError(`The proxy ${host} did not pass the request on (${why}).`, {
    isOut,
    hint: `It may not reach the site, or not allow it. ${HINT}`,
  })

/** Statuses with which a proxy speaks of its user: no money left, too many requests. */
const OUT = new Set(['402', '429'])

/** Statuses for a wrong user name or password; to one that is wrong and not missing, tinyproxy answers 401. */
const WRONG = new Set(['407', '401'])

/** A proxy's own answer in place of the site's. */
export const proxyRefused = (status: string, host: string) =>
  WRONG.has(status) ? wrongCredentials(host) : notPassedOn(host, `HTTP ${status}`, OUT.has(status))

/** Whether a proxy says that it wrote an answer itself: squid by a field of its own, tinyproxy as the server. */
const isOwn = (headers: AnswerHeaders) =>
  headers['x-squid-error'] !== undefined || /^tinyproxy\b/.test(String(headers.server))

/** Passes an answer to a request for http:// that the site gave. Throws where the proxy answered in its place. */
export function mustBeOfSite(
  { status, headers }: { status: number; headers: AnswerHeaders },
  host: string,
): void {
  if (status === 407 || (status >= 400 && isOwn(headers))) throw proxyRefused(String(status), host)
}

const REFUSALS = /^Proxy (?:Authentication Required|response) \((\d+)\)/

/** What a proxy itself refuses or breaks off, as the error for the user; anything else as it is. */
export function explainProxy(thrown: unknown, address: string): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { host } = proxyEndpoint(address)
  if (Reflect.get(thrown, 'code') === 'UND_ERR_PRX_CONN') return proxyClosed(thrown, host)
  const status = REFUSALS.exec(thrown.message)?.[1]
  return status ? proxyRefused(status, host) : thrown
}
