/** Slots for what the runs of an account do outside this machine at the same time, limited across all of its runs. */
export interface AccountSlots {
  /** Takes up to `requested` slots of an account and returns how many it took. */
  take(accountId: string, requested: number, limit: number): number
  free(accountId: string): void
}

export function createAccountSlots(): AccountSlots {
  const slotsInUse = new Map<string, number>()
  const count = (accountId: string) => slotsInUse.get(accountId) ?? 0

  return {
    take(accountId, requested, limit) {
      const granted = Math.max(0, Math.min(requested, limit - count(accountId)))
      slotsInUse.set(accountId, count(accountId) + granted)
      return granted
    },
    free: accountId => void slotsInUse.set(accountId, count(accountId) - 1),
  }
}
