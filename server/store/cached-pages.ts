import { DAY } from '../base/times.ts'
import type { Engine } from './engine.ts'
import { createRemoval } from './remove-rows.ts'

/** A fetched page; its body is compressed. */
export interface CachedPage {
  /** The address after the last redirect. */
  url: string
  contentType: string | null
  /** Compressed. */
  body: Uint8Array
}

/** Milliseconds; an older page is never reused. */
const MAX_AGE = 7 * DAY
const MEGABYTE = 1_048_576
/** Pages that one transaction removes. */
const REMOVED_AT_ONCE = 100

/** Stores fetched pages for reuse, by account and key; the key identifies the request. */
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
  const expire = createRemoval(engine, 'cached_pages', 'fetched_at < ?', { slice: 100 })

  const removeAll = createRemoval(engine, 'cached_pages', 'TRUE', { slice: 100 })

  /** Removes up to `limit` of the oldest pages. Returns false if the rest fits into `megabytes`. */
  const shrink = (megabytes: number, limit: number): boolean => {
    for (let removed = 0; removed < limit; removed++) {
      if (total.get()!.total <= megabytes * MEGABYTE) return false
      removeOldest.run()
    }
    return true
  }

  return {
    /** Returns the page if it was fetched at `since` (milliseconds) or later; otherwise null. */
    find: async (accountId: string, key: string, since: number): Promise<CachedPage | null> =>
      find.get(accountId, key, since) ?? null,
    /**
     * Keeps a page in place of an older one under the same key. If all pages take more than `megabytes`, removes the
     * oldest.
     */
    keep: (accountId: string, key: string, page: CachedPage, now: number, megabytes: number): Promise<void> =>
      engine.write(() => {
        const { url, contentType, body } = page
        remove.run(accountId, key)
        if (body.length > megabytes * MEGABYTE) return
        insert.run(accountId, key, url, contentType, body, body.length, now)
        shrink(megabytes, REMOVED_AT_ONCE)
      }),
    /** Returns the bytes that all pages take. */
    bytes: async (): Promise<number> => total.get()!.total,
    clear: (): Promise<void> => removeAll(),
    /** Removes pages older than 7 days, then the oldest while all take more than `megabytes`. */
    async expire(now: number, megabytes: number): Promise<void> {
      await expire(now - MAX_AGE)
      while (await engine.writeSlice(() => shrink(megabytes, REMOVED_AT_ONCE)));
    },
  }
}

export type CachedPageStore = ReturnType<typeof createCachedPageStore>
