import { hash } from 'node:crypto'
import { compress } from '../../base/zstd.ts'
import type { CachedPage, CachedPageStore } from '../../store/cached-pages.ts'
import { unpackPage } from '../page-codec.ts'

/** What a page depends on, beside the account that asks for it. */
export interface PageIdentity {
  url: string
  method: string
  headers: Record<string, string>
  mode: string
  waitFor: string | number | null
  /** How it is made to bring more. */
  more: readonly (string | number | null)[]
  userAgent: string
  proxy: string | null
  /** The session and login that it is fetched with; null: none. */
  login: string | null
}

/** A page, ready to be read. */
export interface ReadablePage {
  url: string
  contentType: string | null
  bytes: Uint8Array
}

/** Pages that were fetched before. */
export interface PageCache {
  /** The page as it was at most `maxAgeS` seconds ago, or null. */
  find(accountId: string, page: PageIdentity, maxAgeS: number): Promise<ReadablePage | null>
  /** Packs a page, whose bytes may be given away afterwards; the function that comes keeps it. */
  pack(accountId: string, identity: PageIdentity, page: ReadablePage): Promise<() => void>
  /** Keeps a page that is packed. */
  keep(accountId: string, identity: PageIdentity, page: CachedPage): void
}

interface CacheParts {
  store: CachedPageStore
  /** Most that all pages may take; 0 keeps none. */
  megabytes(): number
  now(): number
  /** Called where a page could not be kept, which is no reason to fail. */
  report(error: unknown): void
}

export function createPageCache({ store, megabytes, now, report }: CacheParts): PageCache {
  const keep = (accountId: string, identity: PageIdentity, page: CachedPage, fetchedAt: number) =>
    void store.keep(accountId, keyOf(identity), page, fetchedAt, megabytes()).catch(report)

  return {
    async find(accountId, identity, maxAgeS) {
      if (!megabytes()) return null
      const page = await store.find(accountId, keyOf(identity), now() - maxAgeS * 1000)
      return page && { ...page, bytes: await unpackPage(page) }
    },
    async pack(accountId, identity, { url, contentType, bytes }) {
      const fetchedAt = now()
      const page = { url, contentType, body: await compress(bytes) }
      return () => keep(accountId, identity, page, fetchedAt)
    },
    keep: (accountId, identity, page) => keep(accountId, identity, page, now()),
  }
}

/** A hash, since headers may be secret. The part of an address behind `#` never reaches the site. */
function keyOf({ url, method, headers, mode, waitFor, more, userAgent, proxy, login }: PageIdentity): string {
  const address = (URL.parse(url)?.href ?? url).split('#')[0]
  const fields = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`)
  const identity = [
    method,
    address,
    fields.sort(),
    mode,
    waitFor,
    more,
    userAgent,
    proxy,
    ...(login ? [login] : []),
  ]
  return hash('sha256', JSON.stringify(identity), 'base64')
}
