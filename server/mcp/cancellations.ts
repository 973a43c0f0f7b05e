import { isObject } from '../base/is-object.ts'
import { createWaiter, leave, type Waiter } from './waiter.ts'

type RequestId = string | number

/** A call in progress. */
interface CancellableCall {
  waiter: Waiter
  /** The client has cancelled the call and wants no answer. */
  isTakenBack: boolean
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'

/** Returns the id of the request that a message cancels; undefined for any other message. */
export function cancelledBy(message: unknown): RequestId | undefined {
  if (!isObject<Record<string, unknown>>(message) || message.method !== 'notifications/cancelled')
    return undefined
  const { params } = message
  return isObject<{ requestId?: unknown }>(params) && isId(params.requestId) ? params.requestId : undefined
}

/**
 * Calls in progress in protocol revisions with a handshake, whose clients cancel by a message. A client is identified by
 * its key and its session. Two clients without a session that use the same request ids cannot be told apart; in that case
 * neither call is cancelled.
 */
export function createCancellations() {
  const calls = new Map<string, Set<CancellableCall>>()
  const keyOf = (client: string, id: RequestId) => `${client} ${typeof id} ${id}`

  return {
    /**
     * Runs `work` for a request. Resolves with undefined if the client cancels it. The work gets the waiter, for clients
     * that disconnect without cancelling.
     */
    async run<T>(
      { client, id }: { client: string; id: RequestId },
      work: (waiter: Waiter) => Promise<T>,
    ): Promise<T | undefined> {
      const key = keyOf(client, id)
      const call: CancellableCall = { waiter: createWaiter(), isTakenBack: false }
      const sameIdCalls = calls.get(key) ?? new Set()
      calls.set(key, sameIdCalls.add(call))
      try {
        const done = await work(call.waiter)
        return call.isTakenBack ? undefined : done
      } finally {
        sameIdCalls.delete(call)
        if (sameIdCalls.size === 0) calls.delete(key)
      }
    },

    cancel(client: string, id: RequestId): void {
      const [only, ...others] = calls.get(keyOf(client, id)) ?? []
      if (!only || others.length > 0) return
      only.isTakenBack = true
      leave(only.waiter)
    },
  }
}

export type Cancellations = ReturnType<typeof createCancellations>
