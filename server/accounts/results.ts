import type { ErrorCode } from '../base/errors.ts'
import { parseOwnJson } from '../base/text/parse-in-pieces.ts'
import type { Store } from '../store/open-store.ts'
import { ANSWER_TTL_MS, type StoredAnswer } from './idempotency.ts'

/** A result that was kept because it was too large to be shown at once, or because its caller had left. */
export interface KeptResult extends StoredAnswer {
  /** The operation that returned it. */
  operation: string
  code?: ErrorCode | undefined
  /** Nobody has seen it yet, so the same call gets it instead of running again. */
  unread: boolean
}

/** Results by account and id, kept as long as idempotent responses. */
export function createResults(store: Pick<Store, 'results'>, now: () => number) {
  const find = async (accountId: string, id: string): Promise<KeptResult | null> => {
    const answer = await store.results.find(accountId, id, now() - ANSWER_TTL_MS)
    return answer === null ? null : ((await parseOwnJson(Buffer.from(answer))) as KeptResult)
  }
  const read = async (accountId: string, id: string, result: KeptResult | null) => {
    if (result?.unread) await store.results.markRead(accountId, id)
    return result
  }

  return {
    /** Returns the kept results, newest first. */
    list: (accountId: string, limit: number) => store.results.list(accountId, now() - ANSWER_TTL_MS, limit),
    /** Returns false, without a query, if an account has no kept results. */
    mayHave: (accountId: string): boolean => store.results.mayHave(accountId),
    /** Returns a result and marks it as read, or null. */
    take: async (accountId: string, id: string) => read(accountId, id, await find(accountId, id)),
    /** Returns a result that nobody has read and marks it as read; null for any other. */
    takeUnread: async (accountId: string, id: string) => {
      const result = await find(accountId, id)
      return result?.unread ? read(accountId, id, result) : null
    },
  }
}

export type Results = ReturnType<typeof createResults>
