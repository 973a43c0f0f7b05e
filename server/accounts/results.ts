import type { ErrorCode } from '../base/errors.ts'
import type { Store } from '../store/open-store.ts'
import { KEPT, type StoredAnswer } from './idempotency.ts'

/** A result that was kept because it was too large to be shown at once, or because nobody waited for it any more. */
export interface KeptResult extends StoredAnswer {
  /** The operation that returned it. */
  operation: string
  code?: ErrorCode | undefined
  /** Nobody has seen it yet, so the same call gets it instead of running again. */
  unread: boolean
}

/** Results by account and id, kept as long as idempotent answers. */
export function createResults(store: Pick<Store, 'results'>, now: () => number) {
  const find = async (accountId: string, id: string): Promise<KeptResult | null> => {
    const answer = await store.results.find(accountId, id, now() - KEPT)
    return answer === null ? null : JSON.parse(answer)
  }
  const read = async (accountId: string, id: string, result: KeptResult | null) => {
    if (result?.unread) await store.results.markRead(accountId, id)
    return result
  }

  return {
    /** What is kept, the newest first. */
    list: (accountId: string, limit: number) => store.results.list(accountId, now() - KEPT, limit),
    /** False where nothing is kept for an account, which is said at once. */
    mayHave: (accountId: string): boolean => store.results.mayHave(accountId),
    /** The result, which counts as seen from now on; null where there is none. */
    take: async (accountId: string, id: string) => read(accountId, id, await find(accountId, id)),
    /** The same, for one that nobody has seen; null for any other. */
    takeUnread: async (accountId: string, id: string) => {
      const result = await find(accountId, id)
      return result?.unread ? read(accountId, id, result) : null
    },
  }
}

export type Results = ReturnType<typeof createResults>
