import { AppError } from '../errors.ts'
import type { Account } from '../store/accounts.ts'

/** The calls in flight of each account, held to its concurrency. */
export function createSlots() {
  const inFlight = new Map<string, number>()

  return {
    count: (accountId: string) => inFlight.get(accountId) ?? 0,
    /** Takes a slot and gives the function that frees it. Throws 429 where the account's calls in flight are at their limit. */
    take({ id, limits: { concurrency: limit } }: Account): () => void {
      const pending = inFlight.get(id) ?? 0
      if (pending >= limit)
        throw new AppError('too_many_calls', `This account runs ${pending} calls already.`, {
          extra: { pending, limit, accepted: 0 },
          hint: 'Wait for a call to end, or raise the limit: winnow accounts set --concurrency N.',
          retryAfter: 1,
        })
      inFlight.set(id, pending + 1)
      return () => {
        inFlight.set(id, inFlight.get(id)! - 1)
      }
    },
  }
}

export type Slots = ReturnType<typeof createSlots>
