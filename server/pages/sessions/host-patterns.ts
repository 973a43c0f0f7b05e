import { isIP } from 'node:net'

/** A host (`shop.example`), or one with all hosts below it (`*.shop.example`). Lower case. */
export type HostPattern = string

/** Letters of other alphabets come in punycode, as in addresses. */
const PATTERN = /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/

/** Whether a text is a pattern. Nothing lies below an IP address. */
export const isHostPattern = (text: string): boolean =>
  isIP(text) !== 0 || (PATTERN.test(text) && isIP(text.replace(/^\*\./, '')) === 0)

/** The pattern for the site of an address: its host and those below it, `www.` left out. */
export function patternOf({ hostname }: URL): HostPattern {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) || !host.includes('.') ? host : `*.${host.replace(/^www\./, '')}`
}

/** Whether a host is the domain or lies below it; an IP address lies below nothing. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && !isIP(host))

/** Whether a host is one of those that the patterns name. */
export function coversHost(patterns: readonly HostPattern[], host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return patterns.some(pattern =>
    pattern.startsWith('*.') ? isWithin(name, pattern.slice(2)) : name === pattern,
  )
}

/** Whether any host of the patterns gets a cookie of this host, or of this domain. */
export const reachesHost = (
  { domain, host }: { domain: string | null; host: string },
  patterns: readonly HostPattern[],
): boolean =>
  coversHost(patterns, host) ||
  (domain !== null && patterns.some(pattern => isWithin(pattern.replace(/^\*\./, ''), domain)))
