import type { AppError } from '../base/errors.ts'
import type { Account } from '../store/accounts/accounts.ts'
import { limitReached } from './limits.ts'
import { createSlotQueue } from './slot-line.ts'

/** Counts what each account has open, and enforces its limit. */
function createCounter(
  limitOf: (account: Account) => number,
  refusal: (account: Account, open: number) => AppError,
) {
  const open = new Map<string, number>()
  const count = (accountId: string) => open.get(accountId) ?? 0
  const hasRoom = (account: Account) => count(account.id) < limitOf(account)

  const queue = createSlotQueue({ hasRoom, add, refuse: account => refusal(account, count(account.id)) })

  function add({ id }: Account): () => void {
    open.set(id, count(id) + 1)
    return () => {
      open.set(id, count(id) - 1)
      queue.advance(id)
    }
  }

  return {
    count,
    take(account: Account): () => void {
      if (!hasRoom(account)) throw refusal(account, count(account.id))
      return add(account)
    },
    wait: queue.wait,
    accountChanged: queue.accountChanged,
  }
}

/** Enforces the limits of each account on calls in flight and open event streams. */
export function createSlots() {
  const calls = createCounter(({ limits }) => limits.concurrency, tooManyCalls)
  const streams = createCounter(({ limits }) => limits.event_streams, tooManyStreams)

  return {
    count: calls.count,
    /** Takes a slot and returns the function that frees it. Throws 429 if the account has reached its limit of calls. */
    take: calls.take,
    /** Waits for a slot, in order of arrival, and returns the function that frees it. Throws 429 if too many calls wait. */
    wait: calls.wait,
    /** Call after the limits of an account have changed: lets waiting calls start that they allow. */
    accountChanged: calls.accountChanged,
    /** Takes a slot for an event stream, which is open until its reader leaves. Throws 429 at the limit. */
    takeStream: streams.take,
  }
}

const tooManyCalls = (account: Account, pending: number) =>
  limitReached(account, {
    limit: 'concurrency',
    pending,
    message: `This account is already running ${pending} calls.`,
    hint: 'Wait for a call to end',
    retryAfter: 1,
  })

const tooManyStreams = (account: Account, pending: number) =>
  limitReached(account, {
    limit: 'event_streams',
    pending,
    message: `This account already has ${pending} event streams open.`,
    hint: 'Close one, ask with `wait` in place of `/events`',
    retryAfter: 5,
  })

export type Slots = ReturnType<typeof createSlots>
