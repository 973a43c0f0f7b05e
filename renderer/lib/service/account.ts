import { useSyncExternalStore } from 'react'

/** The account that every data folder has. */
export const FIRST_ACCOUNT = 'default'

const STORAGE_KEY = 'winnow.account'
const listeners = new Set<() => void>()
let account = localStorage.getItem(STORAGE_KEY) ?? FIRST_ACCOUNT

/** The name of the window's current account. */
export const currentAccount = () => account

/** Switches the window to another account. */
export function chooseAccount(name: string): void {
  account = name
  localStorage.setItem(STORAGE_KEY, name)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The name of the current account. Components re-render when it changes. */
export const useAccount = () => useSyncExternalStore(subscribe, currentAccount)
