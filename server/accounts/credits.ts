import { counted, groupDigits } from '../base/counted.ts'
import { AppError } from '../base/errors.ts'
import { monthOf, startOfMonth, startOfNextMonth } from '../base/times.ts'
import type { Account } from '../store/accounts/accounts.ts'
import type { Store } from '../store/open-store.ts'
import type { Caller } from './caller.ts'
import { creditsHint } from './limits.ts'

/** The call that credits are held for. */
interface HoldingCall {
  startedAt: number
  request: { requestId: string; operation: { id: string }; caller: Caller | null }
}

interface Wallet {
  balance: number
  held: number
  holds: Set<Hold>
  /** The month whose grant has been added or was not due. */
  month: string
}

interface MonthlySpend {
  month: string
  /** Credits captured or held in this month. */
  credits: number
}

/** Credits held for one call. Exactly one of its functions must be called, once. */
export interface Hold {
  amount: number
  holder: HoldingCall | undefined
  /** Call after the capture of `credits` is committed; frees the rest. Returns the committed balance. */
  captured(credits: number): number
  /** Frees all of them. Returns the committed balance. */
  release(): number
  /** Call after jobs that hold the credits are committed; leaves them held for these. Returns the committed balance. */
  keep(): number
}

/** The balance as `GET /v1/credits` shows it. */
export interface Balance {
  balance: number
  held: number
  available: number
}

/** Credits that one or several jobs of a key no longer hold (`released`), of which `used` were captured. */
export interface JobSettlement {
  account_id: string
  key_id: string
  released: number
  used: number
}

/** The largest balance, well below the numbers that are no longer exact. */
const MAX_BALANCE = 1_000_000_000_000_000

/**
 * Balances and holds. Holds of calls live in memory, so that a crash releases them; holds of open jobs are stored with the
 * jobs. The store and its ledger are authoritative; this process, the only writer, keeps running sums.
 * `onChange` is called with the balances before and after each capture and grant.
 */
export function createCredits(
  store: Store,
  now: () => number,
  onChange: (accountId: string, before: number, after: number) => void = () => undefined,
) {
  const wallets = new Map<string, Wallet>()
  const spendings = new Map<string, MonthlySpend>()

  /** Takes back what an earlier version granted beyond the largest balance, since no response could show it exactly. */
  const balanceOf = async (accountId: string): Promise<number> => {
    for (let step = 1; ; step++) {
      const balance = await store.ledger.balance(accountId)
      const over = Math.min(balance - MAX_BALANCE, Number.MAX_SAFE_INTEGER)
      if (over <= 0) return balance
      await store.ledger.add(accountId, -over, `limit:${step}`, now())
    }
  }

  const open = async (accountId: string): Promise<Wallet> => {
    const [balance, { credits: held }] = await Promise.all([balanceOf(accountId), store.jobs.open(accountId)])
    const wallet = wallets.get(accountId) ?? { balance, held, holds: new Set(), month: '' }
    wallets.set(accountId, wallet)
    return wallet
  }

  const walletOf = async ({ account }: Pick<Caller, 'account'>): Promise<Wallet> => {
    const wallet = wallets.get(account.id) ?? (await open(account.id))
    if (!account.monthly_grant || wallet.month === monthOf(now())) return wallet
    const month = monthOf(now())
    const granted = Math.min(account.monthly_grant, MAX_BALANCE - wallet.balance)
    const added = await store.ledger.add(account.id, granted, `monthly:${month}`, now())
    if (added) wallet.balance += granted
    wallet.month = month
    return wallet
  }

  const spendingOf = async ({ account, key }: Caller): Promise<MonthlySpend | null> => {
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
    wallet: Wallet,
    spending: MonthlySpend | null,
    amount: number,
    holder?: HoldingCall,
  ): Hold => {
    wallet.held += amount
    if (spending) spending.credits += amount
    const made: Hold = {
      amount,
      holder,
      captured(credits) {
        drop(wallet, made)
        wallet.held -= amount
        wallet.balance -= credits
        if (spending) spending.credits -= amount - credits
        onChange(accountId, wallet.balance + credits, wallet.balance)
        return wallet.balance
      },
      release() {
        drop(wallet, made)
        wallet.held -= amount
        if (spending) spending.credits -= amount
        return wallet.balance
      },
      keep() {
        drop(wallet, made)
        return wallet.balance
      },
    }
    wallet.holds.add(made)
    return made
  }

  /** Returns what a caller pays for a price, if it can once `freed` held credits are free. Throws 402 or 429 otherwise. */
  const payable = (
    caller: Caller,
    price: number,
    wallet: Wallet,
    spending: MonthlySpend | null,
    freed = 0,
  ): number => {
    const required = caller.account.unlimited ? 0 : price
    const left = leftOfCap(caller, spending) + freed
    if (required > left) throw capReached(caller, required, Math.max(0, left), now())
    const available = wallet.balance - wallet.held + freed
    if (required > available) throw tooFew(caller.account, required, available)
    return required
  }

  const reserve = (
    caller: Caller,
    price: number,
    wallet: Wallet,
    spending: MonthlySpend | null,
    holder?: HoldingCall,
  ): Hold => {
    const required = payable(caller, price, wallet, spending)
    return hold(caller.account.id, wallet, spending, required, holder)
  }

  return {
    /**
     * Holds credits, synchronously if the balance is loaded. Throws 429 at the key's monthly cap, 402 if too few credits are
     * available.
     */
    hold(caller: Caller, price: number, holder?: HoldingCall): Hold | Promise<Hold> {
      const wallet = wallets.get(caller.account.id)
      const plain = !caller.account.monthly_grant && caller.key.monthly_cap === null
      if (wallet && plain) return reserve(caller, price, wallet, null, holder)
      return walletOf(caller).then(async opened =>
        reserve(caller, price, opened, await spendingOf(caller), holder),
      )
    },

    /** Throws what `hold` would throw if `freed` held credits were free. Holds nothing. */
    async assertAffordable(caller: Caller, price: number, freed: number): Promise<void> {
      const wallet = await walletOf(caller)
      payable(caller, price, wallet, await spendingOf(caller), freed)
    },

    /** Returns the credits that a caller could hold now; `isCapped` if the key's monthly cap leaves fewer than are available. */
    async spendable(caller: Caller): Promise<{ credits: number; isCapped: boolean }> {
      const wallet = await walletOf(caller)
      const spending = await spendingOf(caller)
      const available = wallet.balance - wallet.held
      const left = leftOfCap(caller, spending)
      return { credits: Math.min(available, left), isCapped: left < available }
    },

    /** Returns the current holds of calls, oldest first. */
    holds: (accountId: string): Hold[] => [...(wallets.get(accountId)?.holds ?? [])],

    /** Call after the commit that ended jobs. The account's balance must have been loaded before that commit. */
    jobsEnded({ account_id, key_id, released, used }: JobSettlement): void {
      const wallet = wallets.get(account_id)
      if (wallet) {
        wallet.held -= released
        wallet.balance -= used
        onChange(account_id, wallet.balance + used, wallet.balance)
      }
      const spending = spendings.get(key_id)
      if (spending) spending.credits -= released - used
    },

    async balance(caller: Pick<Caller, 'account'>): Promise<Balance> {
      const { balance, held } = await walletOf(caller)
      return { balance, held, available: balance - held }
    },

    /** Adds credits, or removes them if `credits` is negative, but never credits that are held. */
    async grant(caller: Pick<Caller, 'account'>, credits: number, subject: string): Promise<Balance> {
      const wallet = await walletOf(caller)
      const available = wallet.balance - wallet.held
      if (available + credits < 0)
        throw new AppError('invalid_input', `Only ${counted(available, 'credit')} can be taken.`, {
          field: 'credits',
        })
      if (wallet.balance + credits > MAX_BALANCE)
        throw new AppError('invalid_input', `A balance is ${groupDigits(MAX_BALANCE)} credits at most.`, {
          field: 'credits',
        })
      wallet.balance += credits
      try {
        if (!(await store.ledger.add(caller.account.id, credits, subject, now()))) wallet.balance -= credits
      } catch (error) {
        wallet.balance -= credits
        throw error
      }
      onChange(caller.account.id, wallet.balance - credits, wallet.balance)
      return { balance: wallet.balance, held: wallet.held, available: wallet.balance - wallet.held }
    },
  }
}

/**
 * Removes a hold and its reference to the call. A set that changes with each call leaves old hash tables behind, whose entries
 * stay in memory until a full garbage collection.
 */
function drop({ holds }: Wallet, hold: Hold): void {
  holds.delete(hold)
  hold.holder = undefined
}

/** Credits that a key may still spend in this month; infinite without a cap. */
const leftOfCap = ({ key }: Caller, spending: MonthlySpend | null) =>
  spending ? key.monthly_cap! - spending.credits : Number.POSITIVE_INFINITY

const tooFew = (account: Account, required: number, available: number) =>
  new AppError(
    'insufficient_credits',
    `This call needs ${counted(required, 'credit')}; ${groupDigits(available)} available.`,
    {
      extra: { required, available },
      hint: creditsHint(account),
    },
  )

const capReached = ({ key }: Caller, required: number, left: number, now: number) =>
  new AppError(
    'rate_limited',
    `This call needs ${counted(required, 'credit')}; this key's monthly cap of ${groupDigits(key.monthly_cap!)} leaves ${groupDigits(left)}.`,
    {
      field: 'monthly_cap',
      hint: 'Use another key, or wait for the next month (UTC).',
      retryAfter: Math.ceil((startOfNextMonth(now) - now) / 1000),
    },
  )

export type Credits = ReturnType<typeof createCredits>
