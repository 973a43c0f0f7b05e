import { DAY } from '../times.ts'
import type { Engine } from './engine.ts'

/** A page that was fetched, its bytes packed. */
export interface CachedPage {
  /** Of the last redirect. */
  url: string
  contentType: string | null
  /** Packed. */
  body: Uint8Array
}

/** No page is used again when it is older. */
const KEPT = 7 * DAY
const MEGABYTE = 1_048_576

/** Pages that may be used again, by account and key; the key names what was asked for. */
export function createCachedPageStore(engine: Engine) {
  const find = engine.prepare<CachedPage>(`
    SELECT url, content_type AS contentType, body FROM cached_pages
    WHERE account_id = ? AND key = ? AND fetched_at >= ?
  `)
  const remove = engine.prepare('DELETE FROM cached_pages WHERE account_id = ? AND key = ?')
  const insert = engine.prepare(`
    INSERT INTO cached_pages (account_id, key, url, content_type, body, size, fetched_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
  `)
  const total = engine.prepare<{ total: number }>('SELECT total FROM cached_bytes')
  const removeOldest = engine.prepare(
    'DELETE FROM cached_pages WHERE id = (SELECT id FROM cached_pages ORDER BY fetched_at, id LIMIT 1)',
  )
  const expire = engine.prepare('DELETE FROM cached_pages WHERE fetched_at < ?')

  const removeAll = engine.prepare('DELETE FROM cached_pages')

  const shrinkTo = (megabytes: number) => {
    while (total.get()!.total > megabytes * MEGABYTE) removeOldest.run()
  }

  return {
    /** The page, where it was fetched at `since` (milliseconds) or later. */
    find: async (accountId: string, key: string, since: number): Promise<CachedPage | null> =>
      find.get(accountId, key, since) ?? null,
    /** Keeps a page in place of an older one under its key. Where all take more than `megabytes`, the oldest go. */
    keep: (accountId: string, key: string, page: CachedPage, now: number, megabytes: number): Promise<void> =>
      engine.write(() => {
        const { url, contentType, body } = page
        remove.run(accountId, key)
        if (body.length > megabytes * MEGABYTE) return
        insert.run(accountId, key, url, contentType, body, body.length, now)
        shrinkTo(megabytes)
      }),
    /** Bytes that all pages take. */
    bytes: async (): Promise<number> => total.get()!.total,
    clear: (): Promise<void> => engine.write(() => void removeAll.run()),
    /** Removes what is older than 7 days, and the oldest while all take more than `megabytes`. */
    expire: (now: number, megabytes: number): Promise<void> =>
      engine.write(() => {
        expire.run(now - KEPT)
        shrinkTo(megabytes)
      }),
  }
}

export type CachedPageStore = ReturnType<typeof createCachedPageStore>
