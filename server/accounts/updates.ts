import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../store/open-store.ts'
import type { StoreUpdate, UpdateKind } from '../store/updates.ts'

/** A record was created, changed or removed. */
interface Update {
  kind: UpdateKind
  /** null if it may be any record of the kind. */
  id: string | null
}

/** Updates that are sent to a follower together. */
export interface Updates {
  /** Anything may have changed. */
  reset: boolean
  updates: Update[]
}

/** An account that follows updates, with or without the records of the machine. */
interface Follower {
  accountId: string
  seesMachine: boolean
}

/** Updates within this time are sent together, each record once. */
const TICK_MS = 200
/** If more records of a kind have changed, only the kind is sent. */
const MAX_IDS_PER_KIND = 100

/** Passes the updates of the store on to the followers of an account. */
export function createUpdates({ updates }: Pick<Store, 'updates'>) {
  return {
    /** Yields a reset, since earlier changes are unknown; then the updates of each interval that has any, until the signal. */
    async *follow({ accountId, seesMachine }: Follower, signal: AbortSignal): AsyncGenerator<Updates, void> {
      const pending = createPending()
      const isFor = ({ account }: StoreUpdate) => (account === null ? seesMachine : account === accountId)
      const stop = updates.follow(all => {
        for (const update of all) if (isFor(update)) pending.add(update)
      })
      try {
        yield { reset: true, updates: [] }
        while (!signal.aborted) {
          await pending.filled(signal)
          await sleep(TICK_MS, undefined, { signal, ref: false }).catch(() => undefined)
          if (!signal.aborted) yield { reset: false, updates: pending.take() }
        }
      } finally {
        stop()
      }
    },
  }
}

/** Updates that wait to be sent. Bounded, however slow their reader is. */
function createPending() {
  let ids = new Map<UpdateKind, Set<string> | null>()
  let wake = () => {}

  return {
    add({ kind, id }: StoreUpdate): void {
      const known = ids.get(kind)
      if (known === null) return
      if (id === null || known?.size === MAX_IDS_PER_KIND) ids.set(kind, null)
      else if (known) known.add(id)
      else ids.set(kind, new Set([id]))
      wake()
    },
    /** Waits for an update or the signal. */
    filled: (signal: AbortSignal) =>
      new Promise<void>(resolve => {
        if (ids.size || signal.aborted) return resolve()
        const end = () => {
          signal.removeEventListener('abort', end)
          wake = () => {}
          resolve()
        }
        wake = end
        signal.addEventListener('abort', end)
      }),
    take(): Update[] {
      const pendingIds = ids
      ids = new Map()
      return [...pendingIds].flatMap(([kind, some]) => [...(some ?? [null])].map(id => ({ kind, id })))
    },
  }
}

export type AccountUpdates = ReturnType<typeof createUpdates>
