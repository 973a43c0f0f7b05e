import type { AppError } from '../base/errors.ts'
import type { Account } from '../store/accounts/accounts.ts'
import { limitReached } from './limits.ts'

/** Counts what accounts have open, and holds each to its limit. */
function createCounter(
  limitOf: (account: Account) => number,
  refusal: (account: Account, open: number) => AppError,
) {
  const open = new Map<string, number>()
  const count = (accountId: string) => open.get(accountId) ?? 0

  return {
    count,
    take(account: Account): () => void {
      const { id } = account
      if (count(id) >= limitOf(account)) throw refusal(account, count(id))
      open.set(id, count(id) + 1)
      return () => {
        open.set(id, count(id) - 1)
      }
    },
  }
}

/** The calls in flight and the open event streams of each account, held to its limits. */
export function createSlots() {
  const calls = createCounter(({ limits }) => limits.concurrency, tooManyCalls)
  const streams = createCounter(({ limits }) => limits.event_streams, tooManyStreams)

  return {
    count: calls.count,
    /** Takes a slot and returns the function that frees it. Throws 429 where the account's calls in flight are at their limit. */
    take: calls.take,
    /** The same for a stream of events, which is open until its reader leaves. */
    takeStream: streams.take,
  }
}

const tooManyCalls = (account: Account, pending: number) =>
  limitReached(account, {
    limit: 'concurrency',
    pending,
    message: `This account runs ${pending} calls already.`,
    hint: 'Wait for a call to end',
    retryAfter: 1,
  })

const tooManyStreams = (account: Account, pending: number) =>
  limitReached(account, {
    limit: 'event_streams',
    pending,
    message: `This account has ${pending} event streams open already.`,
    hint: 'Close one, ask with `wait` in place of `/events`',
    retryAfter: 5,
  })

export type Slots = ReturnType<typeof createSlots>
