import { isObject } from '../base/is-object.ts'
import { createWaiter, leave, type Waiter } from './waiter.ts'

type RequestId = string | number

/** A call under way. */
interface OpenCall {
  waiter: Waiter
  /** Its client wants no answer any more. */
  isTakenBack: boolean
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'

/** The id of the request that a message takes back; undefined for every other message. */
export function cancelledBy(message: unknown): RequestId | undefined {
  if (!isObject<Record<string, unknown>>(message) || message.method !== 'notifications/cancelled')
    return undefined
  const { params } = message
  return isObject<{ requestId?: unknown }>(params) && isId(params.requestId) ? params.requestId : undefined
}

/**
 * The calls under way in the revisions with a handshake, whose clients take a call back by a message of its own. A
 * client is known by its key and the session that it names; two that name none and count alike cannot be told apart,
 * and then neither is cancelled.
 */
export function createCancellations() {
  const calls = new Map<string, Set<OpenCall>>()
  const keyOf = (client: string, id: RequestId) => `${client} ${typeof id} ${id}`

  return {
    /**
     * Does some work for a request until its client takes that back; undefined once it did. The work gets who waits for it,
     * for clients that go without a word.
     */
    async run<T>(
      { client, id }: { client: string; id: RequestId },
      work: (waiter: Waiter) => Promise<T>,
    ): Promise<T | undefined> {
      const key = keyOf(client, id)
      const call: OpenCall = { waiter: createWaiter(), isTakenBack: false }
      const alike = calls.get(key) ?? new Set()
      calls.set(key, alike.add(call))
      try {
        const done = await work(call.waiter)
        return call.isTakenBack ? undefined : done
      } finally {
        alike.delete(call)
        if (alike.size === 0) calls.delete(key)
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
