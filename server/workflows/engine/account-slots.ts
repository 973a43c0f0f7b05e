/** What an account's runs do at a time beyond this machine, held to a limit across all of them. */
export interface AccountSlots {
  /** Takes up to `wanted` of an account's slots and returns how many it got. */
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
