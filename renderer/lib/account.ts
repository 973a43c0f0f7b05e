import { useSyncExternalStore } from 'react'

const STORED = 'winnow.account'
const listeners = new Set<() => void>()
let account = localStorage.getItem(STORED) ?? 'default'

/** The name of the account that the window works for. */
export const currentAccount = () => account

/** Works for another account from now on. */
export function chooseAccount(name: string): void {
  account = name
  localStorage.setItem(STORED, name)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The account's name, for components; they follow a change. */
export const useAccount = () => useSyncExternalStore(subscribe, currentAccount)
