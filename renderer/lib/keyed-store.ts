import { useSyncExternalStore } from 'react'

/** Values by key that outlive the page that shows them; components follow changes. */
export function createKeyedStore<T>(initial: T) {
  const values = new Map<string, T>()
  const listeners = new Set<() => void>()
  const get = (key: string) => values.get(key) ?? initial
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(key: string, value: T) {
      values.set(key, value)
      for (const listener of listeners) listener()
    },
    use: (key: string) => useSyncExternalStore(subscribe, () => get(key)),
  }
}
