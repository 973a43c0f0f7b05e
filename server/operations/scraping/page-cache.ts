import { hash } from 'node:crypto'
import { compress } from '../../base/zstd.ts'
import type { CachedPage, CachedPageStore } from '../../store/cached-pages.ts'
import { unpackPage } from '../page-codec.ts'

/** What a page depends on, besides the account that requests it. */
export interface PageIdentity {
  url: string
  method: string
  headers: Record<string, string>
  mode: string
  waitFor: string | number | null
  /** The options for loading more content: scrolling and clicks. */
  more: readonly (string | number | null)[]
  userAgent: string
  proxy: string | null
  /** The session and login with which it is fetched; null: none. */
  login: string | null
}

/** A page that is ready to be read. */
export interface ReadablePage {
  url: string
  contentType: string | null
  bytes: Uint8Array
}

/** A cache of fetched pages. */
export interface PageCache {
  /** Returns the page if it was fetched at most `maxAgeS` seconds ago, otherwise null. */
  find(accountId: string, page: PageIdentity, maxAgeS: number): Promise<ReadablePage | null>
  /** Packs a page, whose bytes may be transferred afterwards. Returns a function that stores it. */
  pack(accountId: string, identity: PageIdentity, page: ReadablePage): Promise<() => void>
  /** Stores a packed page. */
  keep(accountId: string, identity: PageIdentity, page: CachedPage): void
}

interface CacheDependencies {
  store: CachedPageStore
  /** Maximum size of all pages in MB; 0 disables the cache. */
  megabytes(): number
  now(): number
  /** Called if a page could not be stored. The call continues. */
  report(error: unknown): void
}

export function createPageCache({ store, megabytes, now, report }: CacheDependencies): PageCache {
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

/**
 * Returns the cache key: a hash, because headers may be secret. The fragment of a URL is ignored, as it never reaches the
 * site.
 */
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
