import { z } from 'zod'
import { MASK } from '../base/mask.ts'

const SHAPE =
  'Write it as http://user:password@proxy.example:8080 or socks5://proxy.example:1080; user and password may be left out. Separate several by commas.'

/** Maximum number of proxies to rotate. */
const MAX_PROXIES = 100

/** SOCKS sends the lengths of user and password as one byte each. */
const MAX_SOCKS_BYTES = 255

const SCHEMES = /^(https?|socks5h?):$/

/**
 * Separates addresses: commas and white space before another address. A password may contain commas. It is tried only where
 * a run of them starts, because trying it at each one takes the square of the time.
 */
const BETWEEN = /(?<![\s,])[\s,]+(?=[a-z\d]+:\/\/)/i

/** Returns the addresses of a list of proxies, in order. */
export const splitProxies = (text: string): string[] => text.trim().split(BETWEEN)

/** One or several addresses of proxies (http, https or SOCKS5), with or without user and password. */
export const proxyAddress = z
  .string()
  .max(20_000)
  .superRefine((text, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message, params: { hint: SHAPE } })
    const addresses = splitProxies(text)
    if (addresses.length > MAX_PROXIES) return refuse(`There may be ${MAX_PROXIES} proxies at most.`)
    const wrong = addresses.map(whatIsWrong).find(message => message !== null)
    if (wrong) refuse(wrong)
  })

function whatIsWrong(address: string): string | null {
  const url = URL.parse(address)
  if (/^socks(4a?)?:/i.test(address)) return 'Winnow supports SOCKS proxies only as socks5://.'
  if (!url?.host || !SCHEMES.test(url.protocol) || /\s/.test(address))
    return 'This is not the address of a proxy.'
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) return 'A proxy has no path and no query.'
  const credentials = credentialsOf(url)
  if (!credentials) return 'User and password of a proxy must be percent-encoded.'
  if (!url.protocol.startsWith('socks')) return null
  if (!URL.canParse(address.replace(/^socks5h?:/i, 'http:'))) return 'This is not the address of a proxy.'
  return Object.values(credentials).some(part => Buffer.byteLength(part) > MAX_SOCKS_BYTES)
    ? `User and password of a SOCKS5 proxy may have ${MAX_SOCKS_BYTES} bytes each.`
    : null
}

function credentialsOf({ username, password }: URL): { username: string; password: string } | null {
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return null
  }
}

/** Hides user and password in one or several addresses. */
export function maskProxy(text: string): string {
  const addresses = splitProxies(text)
  const masked = addresses.map(maskOne)
  return masked.every((shown, at) => shown === addresses[at]) ? text : masked.join(', ')
}

function maskOne(address: string): string {
  const { protocol, username, password, host } = new URL(address)
  return username || password ? `${protocol}//${MASK}@${host}` : address
}

/**
 * Replaces the masks in addresses that a client sends back with the credentials that they hide. Returns null if a mask hides
 * nothing. Masks of the same host stand for its addresses in order.
 */
export function unmaskProxies(text: string, before: string | null): string | null {
  const hidden = before ? splitProxies(before) : []
  const shown = splitProxies(text).map(address => {
    if (!address.includes(MASK)) return address
    const at = hidden.findIndex(known => maskOne(known) === address)
    return at === -1 ? null : hidden.splice(at, 1)[0]!
  })
  return shown.includes(null) ? null : shown.join(', ')
}
