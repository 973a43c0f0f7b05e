import { useSyncExternalStore } from 'react'

/**
 * Creates a store of values by key that outlives the page that shows them; components re-render on changes. `read` may
 * provide the initial value of a key.
 */
export function createKeyedStore<T>(initial: T, read: (key: string) => T | null = () => null) {
  const values = new Map<string, T>()
  const listeners = new Set<() => void>()
  const get = (key: string): T => {
    if (!values.has(key)) values.set(key, read(key) ?? initial)
    return values.get(key)!
  }
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
