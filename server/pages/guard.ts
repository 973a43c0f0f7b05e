import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { AppError } from '../base/errors.ts'
import { allowsAddress, allowsHost, hostOf } from './allow-list.ts'

/**
 * `open`: the owner has allowed the host. `guarded`: the addresses that the name resolves to are checked while connecting.
 */
export type Route = 'guarded' | 'open'

/** Resolves a name to all its addresses. Throws as `node:dns` does. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/** Keeps requests away from this machine and its network. Everything that connects on behalf of a user goes through it. */
export interface Guard {
  /** The allowed hosts of the settings, read again each time: names, `host:port`, IP addresses or CIDR ranges. */
  allowHosts(): readonly string[]
  /**
   * Checks an address by its text, immediately before it is requested. Each redirect is checked again. `allow` exempts a
   * host for this request only. Throws `target_forbidden`.
   */
  admit(url: URL, allow?: (url: URL) => boolean): Route
  /** Checks the addresses that the name of an admitted URL resolves to, for a request that a proxy will resolve again. */
  vet(url: URL): Promise<void>
  /** Lookup functions for `net.connect`. The name is resolved once, and the socket connects to the checked addresses. */
  lookups: Record<Route, LookupFunction>
}

const LAN_HINT = 'To reach a host of your own network, add it to the allowed hosts (WINNOW_ALLOW_HOSTS).'

const forbid = (message: string, hint: string) =>
  new AppError('target_forbidden', message, { field: 'url', hint })

/**
 * Creates the guard for the owner's list of allowed hosts. `resolve` is the system's resolver, unless a test passes
 * another.
 */
export function createGuard(allowHosts: () => readonly string[], resolve: Resolve = resolveBySystem): Guard {
  const passes = (ip: string) => isPublicAddress(ip) || allowsAddress(allowHosts(), ip)

  const resolveChecked: Resolve = async host => {
    const addresses = await resolve(host)
    const refused = addresses.find(({ address }) => !passes(address))
    if (refused) throw forbid(`${host} leads to ${refused.address}, which is not a public address.`, LAN_HINT)
    return addresses
  }

  return {
    allowHosts,
    admit(url, allow) {
      checkForm(url)
      if (allow?.(url) || allowsHost(allowHosts(), url)) return 'open'
      const ip = literalOf(url)
      if (ip && !passes(ip)) throw forbid(`${url.host} is not a public address.`, LAN_HINT)
      return 'guarded'
    },
    async vet(url) {
      if (!literalOf(url)) await resolveChecked(hostOf(url))
    },
    lookups: { guarded: toLookup(resolveChecked), open: toLookup(resolve) },
  }
}

function checkForm(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw forbid(
      `Only web pages can be fetched, not ${url.protocol} addresses.`,
      'Give an address that starts with https:// or http://.',
    )
  if (url.username || url.password)
    throw forbid(
      `The address of ${url.host} holds a user name or a password.`,
      'Leave them out of the address. Where headers can be given, send an authorization header.',
    )
}

/**
 * The IP address that a URL contains literally. `localhost` counts as one too, since some resolvers query the network for
 * it.
 */
function literalOf(url: URL): string | null {
  const host = hostOf(url)
  if (host === 'localhost' || host.endsWith('.localhost')) return '127.0.0.1'
  return isIP(host) ? host : null
}

function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true })
}

function toLookup(resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      addresses =>
        options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family),
      error => done(error, ''),
    )
  }
}

/** The only part of IPv6 that is allocated for the public internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** IPv6 forms whose last 32 bits are the IPv4 address that packets reach: IPv4-mapped, and NAT64 (RFC 6052). */
const WRAPPED_IPV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map(range => ipaddr.IPv6.parseCIDR(range))

/** `::a.b.c.d`, a deprecated form that the parser would mistake for an IPv4-mapped address. */
const IPV4_COMPATIBLE = /^::\d+\./

function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address
  const wrapped = WRAPPED_IPV4.some(range => address.match(range))
  return wrapped ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}

/**
 * Whether an address is globally routable unicast, according to IANA's registries of special addresses. An IPv4-mapped or
 * NAT64 address counts as the IPv4 address that it contains (networks without IPv4 need NAT64 to reach the public
 * internet). Tunnels (6to4, Teredo), local NAT64 and invalid addresses are not public.
 */
export function isPublicAddress(ip: string): boolean {
  if (!isIP(ip) || IPV4_COMPATIBLE.test(ip)) return false
  const address = unwrap(ipaddr.parse(ip))
  const routed = address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
  return routed && address.range() === 'unicast'
}
