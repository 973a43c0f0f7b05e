import { LRUCache } from 'lru-cache'
import { newId } from '../../base/ids.ts'
import { HOUR, iso } from '../../base/times.ts'
import { SAVED_FILE_BOUNDS } from '../../saved-files/saved-file.ts'

/** How long a page waits for the app to open it. */
const KEPT_MS = HOUR
const MAX_PAGES = 16

/** A page that a person sent from a browser, to go on with it in the app. */
export interface SentPage {
  id: string
  account_id: string
  url: string | null
  title: string
  bytes: Uint8Array
  contentType: string | null
  expires_at: string
}

/** Pages sent from browsers, in memory: the oldest goes when there are too many, and none outlives the service. */
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
    /** Null for one that is gone, too old, or another account's. */
    find(accountId: string, id: string): SentPage | null {
      const page = pages.get(id)
      if (!page || page.account_id !== accountId) return null
      return Date.parse(page.expires_at) > now() ? page : null
    },
  }
}

export type SentPages = ReturnType<typeof createSentPages>
