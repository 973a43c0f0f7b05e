import { find, stringAt } from '../json-walk.ts'
import { videosite } from './platform.ts'

/** The address that a link of the platform leads to, out of its `/redirect?q=` wrapper. Null where it has none. */
function linkAddress(link: unknown): string | null {
  const target =
    stringAt(find(link, 'urlEndpoint'), 'url') ?? stringAt(find(link, 'webCommandMetadata'), 'url')
  const url = target ? URL.parse(target, videosite.origin) : null
  if (!target || !url) return null
  if (url.pathname === '/redirect') return url.searchParams.get('q') || null
  return target.startsWith('/') ? url.href : target
}

/** The addresses of many links, in their order. */
export const linksIn = (links: unknown[]): string[] =>
  links.map(linkAddress).filter(address => address !== null)

/** The addresses by network: the first of each has its own place, all others stay in their order. */
export function sortLinks(addresses: string[]) {
  const firstOn = (hosts: RegExp) =>
    addresses.find(address => hosts.test(URL.parse(address)?.hostname ?? '')) ?? null
  const twitter = firstOn(/(?:^|\.)(?:twitter|x)\.com$/i)
  const instagram = firstOn(/(?:^|\.)instagram\.com$/i)
  return {
    twitter,
    instagram,
    other: addresses.filter(address => address !== twitter && address !== instagram),
  }
}
