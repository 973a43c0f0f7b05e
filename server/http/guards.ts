import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { AppError } from '../base/errors.ts'
import { isExtensionOrigin } from '../settings/host-entries.ts'
import type { SettingValues } from '../settings/settings.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the name in a Host header, without its port. */
const hostName = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/**
 * Returns the host of a request with an absolute address, as sent to a proxy. It takes precedence over the Host header (RFC
 * 9112, 3.2.2).
 */
const hostInAddress = ({ url = '' }: IncomingMessage) =>
  url.startsWith('/') ? undefined : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]

/** True for a name of this machine, and for a name that the owner allowed. */
function isOwnHost(host: string, settings: SettingValues): boolean {
  const name = hostName(host)
  if (LOOPBACK.has(name)) return true
  return [settings.host, ...settings.allowed_hosts].some(listed => listed.toLowerCase() === name)
}

/** In `rawHeaders`, names have even indexes. */
const isHost = (text: string, at: number) =>
  at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'

/**
 * Refuses an unknown Host with 403, so that a page whose own name resolves to this machine gets no answer (DNS rebinding).
 * Several Host headers are a 400, as HTTP demands: a proxy in front of this service may have used another one of them.
 */
export const checkHost =
  (settings: SettingValues): RequestHandler =>
  (req, _res, next) => {
    const { headers, rawHeaders } = req
    if (rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost))
      throw new AppError('invalid_input', 'The request has several Host headers.', {
        field: 'Host',
        hint: 'Send one.',
      })
    const inAddress = hostInAddress(req)
    if (
      isOwnHost(headers.host ?? '', settings) &&
      (inAddress === undefined || isOwnHost(inAddress, settings))
    )
      return next()
    throw new AppError('forbidden', 'This Host is not allowed.', {
      hint: 'Use 127.0.0.1 or localhost, or add the name to the setting `allowed_hosts`.',
    })
  }

/** True if the request comes from no page, from the app's own, or from an origin that the owner allowed. */
export function isTrustedOrigin({ headers }: IncomingMessage, { allowed_origins }: SettingValues): boolean {
  const { origin, host } = headers
  return origin === undefined || origin === `http://${host}` || allowed_origins.includes(origin)
}

/** Throws 403 for a foreign page. */
export function checkOrigin(req: IncomingMessage, settings: SettingValues): void {
  if (isTrustedOrigin(req, settings)) return
  throw new AppError('forbidden', 'Pages of this origin are not allowed.', {
    hint: 'Call from a server or a script, or add the origin to the setting `allowed_origins`.',
  })
}

/** True if a request comes from a browser extension. */
export const isExtension = (origin: string | undefined): boolean =>
  origin !== undefined && isExtensionOrigin(origin)

/** Throws 403 unless the request comes from a browser extension. */
export function checkExtension({ headers }: IncomingMessage): void {
  if (isExtension(headers.origin)) return
  throw new AppError('forbidden', 'Only a browser extension may do that.', {
    hint: 'Open the extension of Winnow in your browser, and type the code there.',
  })
}

/** True if the request comes from a page of exactly this scheme, host and port. For cookies, all ports of a host are the same site. */
export const isOwnPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin === undefined
    ? headers['sec-fetch-site'] === 'same-origin'
    : headers.origin === `http://${headers.host}`
