import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** The host of an address, as a name or an IP address: without the brackets of IPv6 and without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '')
}

/** Whether an entry names the host of this URL, as `name`, `name:port`, `ip`, `ip:port` or `[ipv6]:port`. */
export function allowsHost(entries: readonly string[], url: URL): boolean {
  if (!entries.length) return false
  const host = hostOf(url)
  const port = url.port || DEFAULT_PORTS[url.protocol]
  const names = [host, url.hostname, `${host}:${port}`, `${url.hostname}:${port}`]
  return entries.some(entry => names.includes(entry.trim().toLowerCase()))
}

/** Whether an entry without a port (an IP address, or a range such as `10.0.0.0/8`) covers this IP address. */
export function allowsAddress(entries: readonly string[], ip: string): boolean {
  const address = ipaddr.process(ip)
  return entries.some(entry => {
    const range = toRange(entry.trim())
    return range !== null && range[0].kind() === address.kind() && address.match(range)
  })
}

function toRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
  if (!isIP(entry)) return null
  const address = ipaddr.process(entry)
  return [address, address.toByteArray().length * 8]
}
