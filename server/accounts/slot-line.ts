import type { AppError } from '../base/errors.ts'
import type { Account } from '../store/accounts/accounts.ts'

/** Maximum number of waiting calls of an account. Further calls are refused, so that no client can fill the memory. */
const MOST_WAITING = 200

/** A call that waits for a slot. */
interface Waiting {
  account: Account
  enter(free: () => void): void
}

/** The slots that calls wait for. */
interface Door {
  hasRoom(account: Account): boolean
  /** Takes a slot and returns the function that frees it. */
  add(account: Account): () => void
  refuse(account: Account): AppError
}

/** Calls that wait for slots, by account, in order of arrival. */
export function createLine({ hasRoom, add, refuse }: Door) {
  const lines = new Map<string, Set<Waiting>>()

  /** Gives free slots to waiting calls. */
  function advance(accountId: string): void {
    const line = lines.get(accountId)
    for (const waiting of line ?? []) {
      if (!hasRoom(waiting.account)) return
      line!.delete(waiting)
      waiting.enter(add(waiting.account))
    }
    if (line?.size === 0) lines.delete(accountId)
  }

  function join(account: Account, signal: AbortSignal): Promise<() => void> {
    const line = lines.get(account.id) ?? new Set()
    if (line.size >= MOST_WAITING) throw refuse(account)
    lines.set(account.id, line)
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.delete(waiting)
        reject(signal.reason)
      }
      const waiting: Waiting = {
        account,
        enter(free) {
          signal.removeEventListener('abort', leave)
          resolve(free)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      line.add(waiting)
    })
  }

  return {
    advance,
    /** Takes a slot, immediately or when it is this call's turn. Rejects with the signal's reason once that fires. */
    async wait(account: Account, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      const isFirst = !lines.get(account.id)?.size
      return isFirst && hasRoom(account) ? add(account) : join(account, signal)
    },
  }
}
