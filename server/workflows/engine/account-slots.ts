/** Slots for what the runs of an account do outside this machine at the same time, limited across all of its runs. */
export interface AccountSlots {
  /** Takes up to `wanted` slots of an account and returns how many it took. */
  take(accountId: string, wanted: number, limit: number): number
  free(accountId: string): void
}

export function createAccountSlots(): AccountSlots {
  const taken = new Map<string, number>()
  const count = (accountId: string) => taken.get(accountId) ?? 0

  return {
    take(accountId, wanted, limit) {
      const got = Math.max(0, Math.min(wanted, limit - count(accountId)))
      taken.set(accountId, count(accountId) + got)
      return got
    },
    free: accountId => void taken.set(accountId, count(accountId) - 1),
  }
}
