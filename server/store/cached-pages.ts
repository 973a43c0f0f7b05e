import { DAY } from '../base/times.ts'
import type { Engine } from './engine.ts'
import { createRemoval } from './remove-rows.ts'

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
/** Pages that one transaction removes. */
const SHRUNK_AT_ONCE = 100

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
  const expire = createRemoval(engine, 'cached_pages', 'fetched_at < ?', { slice: 100 })

  const removeAll = createRemoval(engine, 'cached_pages', 'TRUE', { slice: 100 })

  /** Removes up to so many of the oldest pages; false where what is left fits. */
  const shrink = (megabytes: number, most: number): boolean => {
    for (let removed = 0; removed < most; removed++) {
      if (total.get()!.total <= megabytes * MEGABYTE) return false
      removeOldest.run()
    }
    return true
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
        shrink(megabytes, SHRUNK_AT_ONCE)
      }),
    /** Bytes that all pages take. */
    bytes: async (): Promise<number> => total.get()!.total,
    clear: (): Promise<void> => removeAll(),
    /** Removes what is older than 7 days, and the oldest while all take more than `megabytes`. */
    async expire(now: number, megabytes: number): Promise<void> {
      await expire(now - KEPT)
      while (await engine.writeSlice(() => shrink(megabytes, SHRUNK_AT_ONCE)));
    },
  }
}

export type CachedPageStore = ReturnType<typeof createCachedPageStore>
