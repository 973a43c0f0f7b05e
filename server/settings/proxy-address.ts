import { z } from 'zod'
import { MASK } from '../base/mask.ts'

const SHAPE =
  'Write it as http://user:password@proxy.example:8080 or socks5://proxy.example:1080; user and password may be left out. Separate several by commas.'

/** Most proxies that are taken in turn. */
const MAX_PROXIES = 100

/** SOCKS sends the length of either as one byte. */
const MAX_SOCKS_BYTES = 255

const SCHEMES = /^(https?|socks5h?):$/

/** Ends an address: a comma, a space or a line break where another address follows. A password may have commas of its own. */
const BETWEEN = /[\s,]+(?=[a-z\d]+:\/\/)/i

/** The addresses of proxies that are taken in turn, in their order. */
export const splitProxies = (text: string): string[] => text.trim().split(BETWEEN)

/** The address of a proxy, http, https or SOCKS5, with or without user and password; or several of them. */
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
  if (/^socks(4a?)?:/i.test(address)) return 'Of SOCKS proxies, Winnow speaks to socks5:// ones.'
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

/** One address or several, with user and password of each hidden. */
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
 * Addresses as they came back from an answer, each mask replaced by the credentials it hides; null where one hides
 * nothing. Masks of the same host stand for its addresses in their order.
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
