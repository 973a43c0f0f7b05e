import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that is given out for the public internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Forms whose last 32 bits are the IPv4 address that the packet ends at: mapped, and NAT64 (RFC 6052). */
const WRAPPED_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map(range => ipaddr.IPv6.parseCIDR(range))

/** `::a.b.c.d`, a form long given up; the parser would take it for a mapped address. */
const IPV4_COMPATIBLE = /^::\d+\./

function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address
  const wrapped = WRAPPED_IPV4.some(range => address.match(range))
  return wrapped ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}

/**
 * Whether an address is globally routable unicast, by IANA's registries of special addresses.
 * A mapped or NAT64 address counts as the IPv4 address inside (networks without IPv4 need NAT64 to reach the
 * public internet). Tunnels (6to4, Teredo), local NAT64 and whatever is no address are not public.
 */
export function isPublicAddress(ip: string): boolean {
  if (!isIP(ip) || IPV4_COMPATIBLE.test(ip)) return false
  const address = unwrap(ipaddr.parse(ip))
  const routed = address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
  return routed && address.range() === 'unicast'
}
