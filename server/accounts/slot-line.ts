import type { AppError } from '../base/errors.ts'
import type { Account } from '../store/accounts/accounts.ts'

/** Maximum number of waiting calls of an account. Further calls are refused, so that no client can fill the memory. */
const MAX_WAITING_CALLS = 200

/** A call that waits for a slot. */
interface WaitingCall {
  account: Account
  enter(free: () => void): void
}

/** The slots that calls wait for. */
interface SlotCounter {
  hasRoom(account: Account): boolean
  /** Takes a slot and returns the function that frees it. */
  add(account: Account): () => void
  refuse(account: Account): AppError
}

/** Calls that wait for slots, by account, in order of arrival. */
export function createSlotQueue({ hasRoom, add, refuse }: SlotCounter) {
  const queues = new Map<string, Set<WaitingCall>>()

  /** Gives free slots to waiting calls. */
  function advance(accountId: string): void {
    const queue = queues.get(accountId)
    for (const call of queue ?? []) {
      if (!hasRoom(call.account)) return
      queue!.delete(call)
      call.enter(add(call.account))
    }
    if (queue?.size === 0) queues.delete(accountId)
  }

  function join(account: Account, signal: AbortSignal): Promise<() => void> {
    const queue = queues.get(account.id) ?? new Set()
    if (queue.size >= MAX_WAITING_CALLS) throw refuse(account)
    queues.set(account.id, queue)
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(call)
        reject(signal.reason)
      }
      const call: WaitingCall = {
        account,
        enter(free) {
          signal.removeEventListener('abort', leave)
          resolve(free)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.add(call)
    })
  }

  return {
    advance,
    /** Call after the limits of an account have changed: they hold for its waiting calls, too. */
    accountChanged(account: Account): void {
      for (const call of queues.get(account.id) ?? []) call.account = account
      advance(account.id)
    },
    /** Takes a slot, immediately or when it is this call's turn. Rejects with the signal's reason once that fires. */
    async wait(account: Account, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      const isFirst = !queues.get(account.id)?.size
      return isFirst && hasRoom(account) ? add(account) : join(account, signal)
    },
  }
}
