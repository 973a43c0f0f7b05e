import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** A host (`shop.example`), or a host and its subdomains (`*.shop.example`). Lower case. */
export type HostPattern = string

const PATTERN = /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/

/** Writes a host or pattern as addresses have it: in lower case, with characters outside ASCII in punycode. */
export const inAscii = (text: string): string =>
  /\P{ASCII}/u.test(text) ? domainToASCII(text) : text.toLowerCase()

/** Whether a text is a pattern. An IP address has no subdomains. */
export const isHostPattern = (text: string): boolean =>
  isIP(text) !== 0 || (PATTERN.test(text) && isIP(text.replace(/^\*\./, '')) === 0)

/** Returns the pattern for the site of an address: its host without `www.`, and its subdomains. */
export function patternOf({ hostname }: URL): HostPattern {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) || !host.includes('.') ? host : `*.${host.replace(/^www\./, '')}`
}

/** Whether a host is the domain or a subdomain of it. An IP address is never a subdomain. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && !isIP(host))

/** Whether one of the patterns covers a host. */
export function coversHost(patterns: readonly HostPattern[], host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return patterns.some(pattern =>
    pattern.startsWith('*.') ? isWithin(name, pattern.slice(2)) : name === pattern,
  )
}

/** Whether a cookie of this host or domain is sent to any host of the patterns. */
export const reachesHost = (
  { domain, host }: { domain: string | null; host: string },
  patterns: readonly HostPattern[],
): boolean =>
  coversHost(patterns, host) ||
  (domain !== null && patterns.some(pattern => isWithin(pattern.replace(/^\*\./, ''), domain)))
