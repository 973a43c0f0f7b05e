import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** True for the origin of a browser extension, which a page cannot have. */
export const isExtensionOrigin = (origin: string): boolean =>
  /^(?:chrome|moz)-extension:\/\/[\w-]+$/.test(origin)

const NAME = /^[\w-]+(?:\.[\w-]+)*\.?$/
const IN_BRACKETS = /^\[[\da-f:.]+\]$/i

const isHost = (text: string) => NAME.test(text) || (IN_BRACKETS.test(text) && isIP(text.slice(1, -1)) === 6)
const withoutPort = (text: string) => text.replace(/:\d{1,5}$/, '')
const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return (url !== null && /^https?:$/.test(url.protocol) && url.origin === text) || isExtensionOrigin(text)
}

/** An address in the local network that may be fetched. Other texts are refused, since they would never match. */
export const targetEntry = z
  .string()
  .refine(
    text => isHost(withoutPort(text)) || isIP(text) > 0 || ipaddr.isValidCIDR(text),
    'must be a name, host:port, an address or a range such as 10.0.0.0/8',
  )

/** A host name that clients use for the service. */
export const hostEntry = z
  .string()
  .refine(isHost, 'must be a host name without scheme and port, such as winnow.lan')

/** The origin of a page or a browser extension, as sent by browsers. */
export const originEntry = z
  .string()
  .refine(isOrigin, 'must be scheme, host and port only, such as https://app.example')
