import { counted, groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { monthOf, startOfMonth, startOfNextMonth } from '../base/times.ts'
import type { Account } from '../store/accounts/accounts.ts'
import type { Store } from '../store/open-store.ts'
import type { Caller } from './caller.ts'
import { creditsHint } from './limits.ts'

/** The call that credits are held for. */
export interface Holder {
  startedAt: number
  request: { requestId: string; operation: { id: string }; caller: Caller | null }
}

interface Purse {
  balance: number
  held: number
  holds: Set<Hold>
  /** The month whose grant was looked after. */
  month: string
}

interface Spending {
  month: string
  /** Captured or held in this month. */
  credits: number
}

/** Credits set aside by one call. Exactly one of its functions is called, once. */
export interface Hold {
  amount: number
  holder: Holder | undefined
  /** After the commit of the capture of so many of them; the others are free again. Returns the committed balance. */
  captured(credits: number): number
  /** Returns the credits back; returns the committed balance. */
  release(): number
  /** Leaves them set aside for jobs in the store, after the commit of these; returns the committed balance. */
  keep(): number
}

/** The balance as `GET /v1/credits` shows it. */
export interface Balance {
  balance: number
  held: number
  available: number
}

/** A job, or what happened to several of a key, that no longer holds so many credits; `used` of them were captured. */
export interface JobSettlement {
  account_id: string
  key_id: string
  released: number
  used: number
}

/** The largest balance: far from the numbers that are no longer exact. */
const MOST_CREDITS = 1_000_000_000_000_000

/**
 * Balances and holds. A call's hold lives in memory, so that a crash releases it by itself; what open jobs hold stands
 * with them in the store. The truth is there and in the ledger; the owning process, the only writer, keeps running sums.
 * `onChange` is called with the balances around each capture and grant.
 */
export function createCredits(
  store: Store,
  now: () => number,
  onChange: (accountId: string, before: number, after: number) => void = () => undefined,
) {
  const purses = new Map<string, Purse>()
  const spendings = new Map<string, Spending>()

  /** What an earlier version has granted beyond the largest balance is taken back, as no answer could tell it. */
  const balanceOf = async (accountId: string): Promise<number> => {
    for (let step = 1; ; step++) {
      const balance = await store.ledger.balance(accountId)
      const over = Math.min(balance - MOST_CREDITS, Number.MAX_SAFE_INTEGER)
      if (over <= 0) return balance
      await store.ledger.add(accountId, -over, `limit:${step}`, now())
    }
  }

  const open = async (accountId: string): Promise<Purse> => {
    const [balance, { credits: held }] = await Promise.all([balanceOf(accountId), store.jobs.open(accountId)])
    const purse = purses.get(accountId) ?? { balance, held, holds: new Set(), month: '' }
    purses.set(accountId, purse)
    return purse
  }

  const purseOf = async ({ account }: Pick<Caller, 'account'>): Promise<Purse> => {
    const purse = purses.get(account.id) ?? (await open(account.id))
    if (!account.monthly_grant || purse.month === monthOf(now())) return purse
    const month = monthOf(now())
    const granted = Math.min(account.monthly_grant, MOST_CREDITS - purse.balance)
    const added = await store.ledger.add(account.id, granted, `monthly:${month}`, now())
    if (added) purse.balance += granted
    purse.month = month
    return purse
  }

  const spendingOf = async ({ account, key }: Caller): Promise<Spending | null> => {
    if (key.monthly_cap === null) return null
    const month = monthOf(now())
    const known = spendings.get(key.id)
    if (known?.month === month) return known
    const [spent, held] = await Promise.all([
      store.ledger.spentByKey(account.id, key.id, startOfMonth(now())),
      store.jobs.heldByKey(account.id, key.id),
    ])
    if (spendings.get(key.id)?.month !== month) spendings.set(key.id, { month, credits: spent + held })
    return spendings.get(key.id)!
  }

  const hold = (
    accountId: string,
    purse: Purse,
    spending: Spending | null,
    amount: number,
    holder?: Holder,
  ): Hold => {
    purse.held += amount
    if (spending) spending.credits += amount
    const made: Hold = {
      amount,
      holder,
      captured(credits) {
        drop(purse, made)
        purse.held -= amount
        purse.balance -= credits
        if (spending) spending.credits -= amount - credits
        onChange(accountId, purse.balance + credits, purse.balance)
        return purse.balance
      },
      release() {
        drop(purse, made)
        purse.held -= amount
        if (spending) spending.credits -= amount
        return purse.balance
      },
      keep() {
        drop(purse, made)
        return purse.balance
      },
    }
    purse.holds.add(made)
    return made
  }

  /** What a price is to a caller, who can pay it once so many held credits are free again. */
  const payable = (
    caller: Caller,
    price: number,
    purse: Purse,
    spending: Spending | null,
    freed = 0,
  ): number => {
    const required = caller.account.unlimited ? 0 : price
    const left = leftOfCap(caller, spending) + freed
    if (required > left) throw capReached(caller, required, Math.max(0, left), now())
    const available = purse.balance - purse.held + freed
    if (required > available) throw tooFew(caller.account, required, available)
    return required
  }

  const reserve = (
    caller: Caller,
    price: number,
    purse: Purse,
    spending: Spending | null,
    holder?: Holder,
  ): Hold => {
    const required = payable(caller, price, purse, spending)
    return hold(caller.account.id, purse, spending, required, holder)
  }

  return {
    /** Sets credits aside, at once where the balance is known. Throws 429 at the key's monthly cap, 402 where too few are unreserved. */
    hold(caller: Caller, price: number, holder?: Holder): Hold | Promise<Hold> {
      const purse = purses.get(caller.account.id)
      const plain = !caller.account.monthly_grant && caller.key.monthly_cap === null
      if (purse && plain) return reserve(caller, price, purse, null, holder)
      return purseOf(caller).then(async opened =>
        reserve(caller, price, opened, await spendingOf(caller), holder),
      )
    },

    /** Throws what a hold would, if so many held credits (`freed`) were free again; sets nothing aside. */
    async mustAfford(caller: Caller, price: number, freed: number): Promise<void> {
      const purse = await purseOf(caller)
      payable(caller, price, purse, await spendingOf(caller), freed)
    },

    /** The credits that a caller could set aside now; `isCapped` where its key's monthly cap leaves fewer than are unreserved. */
    async spendable(caller: Caller): Promise<{ credits: number; isCapped: boolean }> {
      const purse = await purseOf(caller)
      const spending = await spendingOf(caller)
      const available = purse.balance - purse.held
      const left = leftOfCap(caller, spending)
      return { credits: Math.min(available, left), isCapped: left < available }
    },

    /** What is set aside at the moment, in the order in which it was. */
    holds: (accountId: string): Hold[] => [...(purses.get(accountId)?.holds ?? [])],

    /** After the commit that ended jobs. The account's balance was asked for before that commit. */
    jobsEnded({ account_id, key_id, released, used }: JobSettlement): void {
      const purse = purses.get(account_id)
      if (purse) {
        purse.held -= released
        purse.balance -= used
        onChange(account_id, purse.balance + used, purse.balance)
      }
      const spending = spendings.get(key_id)
      if (spending) spending.credits -= released - used
    },

    async balance(caller: Pick<Caller, 'account'>): Promise<Balance> {
      const { balance, held } = await purseOf(caller)
      return { balance, held, available: balance - held }
    },

    /** Adds credits, or takes them where `credits` is negative; never below what is held. */
    async grant(caller: Pick<Caller, 'account'>, credits: number, subject: string): Promise<Balance> {
      const purse = await purseOf(caller)
      const available = purse.balance - purse.held
      if (available + credits < 0)
        throw new AppError('invalid_input', `Only ${counted(available, 'credit')} can be taken.`, {
          field: 'credits',
        })
      if (purse.balance + credits > MOST_CREDITS)
        throw new AppError('invalid_input', `A balance is ${groupDigits(MOST_CREDITS)} credits at most.`, {
          field: 'credits',
        })
      purse.balance += credits
      try {
        if (!(await store.ledger.add(caller.account.id, credits, subject, now()))) purse.balance -= credits
      } catch (error) {
        purse.balance -= credits
        throw error
      }
      onChange(caller.account.id, purse.balance - credits, purse.balance)
      return { balance: purse.balance, held: purse.held, available: purse.balance - purse.held }
    },
  }
}

/**
 * A hold that has ended lets go of its call: a set that changes at each call leaves former tables behind, whose entries stay
 * in memory until a full collection.
 */
function drop({ holds }: Purse, hold: Hold): void {
  holds.delete(hold)
  hold.holder = undefined
}

/** Credits that a key may spend in this month; without end where it has no cap. */
const leftOfCap = ({ key }: Caller, spending: Spending | null) =>
  spending ? key.monthly_cap! - spending.credits : Number.POSITIVE_INFINITY

const tooFew = (account: Account, required: number, available: number) =>
  new AppError(
    'insufficient_credits',
    `This call needs ${counted(required, 'credit')}; ${available} available.`,
    {
      extra: { required, available },
      hint: creditsHint(account),
    },
  )

const capReached = ({ key }: Caller, required: number, left: number, now: number) =>
  new AppError(
    'rate_limited',
    `This call needs ${counted(required, 'credit')}; this key's monthly cap of ${key.monthly_cap} leaves ${left}.`,
    {
      field: 'monthly_cap',
      hint: 'Use another key, or wait for the next month (UTC).',
      retryAfter: Math.ceil((startOfNextMonth(now) - now) / 1000),
    },
  )

export type Credits = ReturnType<typeof createCredits>
