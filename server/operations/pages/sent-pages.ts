import { LRUCache } from 'lru-cache'
import { newId } from '../../base/ids.ts'
import { HOUR, iso } from '../../base/times.ts'
import { SAVED_FILE_BOUNDS } from '../../saved-files/saved-file.ts'

/** How long a page waits for the app to open it, in milliseconds. */
const KEPT_MS = HOUR
const MAX_PAGES = 16

/** A page that a person sent from a browser to the app. */
export interface SentPage {
  id: string
  account_id: string
  url: string | null
  title: string
  bytes: Uint8Array
  contentType: string | null
  expires_at: string
}

/**
 * Creates the store of sent pages. It is in memory only: the oldest page is dropped if there are too many, and all are lost
 * when the service ends.
 */
export function createSentPages(now: () => number) {
  const pages = new LRUCache<string, SentPage>({
    max: MAX_PAGES,
    maxSize: SAVED_FILE_BOUNDS.allBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  })
  return {
    add(page: Omit<SentPage, 'id' | 'expires_at'>): SentPage {
      const at = now()
      const id = newId('pag', at)
      const sent = { ...page, id, expires_at: iso(at + KEPT_MS) }
      pages.set(id, sent)
      return sent
    },
    /** Returns null if the page is gone, too old, or of another account. */
    find(accountId: string, id: string): SentPage | null {
      const page = pages.get(id)
      if (!page || page.account_id !== accountId) return null
      return Date.parse(page.expires_at) > now() ? page : null
    },
  }
}

export type SentPages = ReturnType<typeof createSentPages>
