import { useState } from 'react'

/** The columns of the key, by index. Each change returns the new names of the key. */
interface KeyColumns {
  has: (at: number) => boolean
  rename: (at: number, name: string) => string[]
  mark: (at: number, isKey: boolean) => string[]
  /** Call it after the column was removed from the list. */
  drop: (at: number) => string[]
}

/**
 * Tracks the columns of a key by their index in `names`. Names are not enough while two columns have the same name, such as
 * while `url_image` is being typed beside `url`.
 */
export function useKeyColumns(names: readonly string[], keys: readonly string[]): KeyColumns {
  const [storedIndexes, setStoredIndexes] = useState<readonly number[]>([])
  const isCurrent =
    storedIndexes.length === keys.length && storedIndexes.every((at, index) => names[at] === keys[index])
  const indexes = isCurrent ? storedIndexes : keys.map(key => names.indexOf(key)).filter(at => at >= 0)
  const set = (next: readonly number[], newNames: readonly string[]) => {
    setStoredIndexes(next)
    return next.map(at => newNames[at]!)
  }
  return {
    has: at => indexes.includes(at),
    rename: (at, name) => set(indexes, names.with(at, name)),
    mark: (at, isKey) => set(isKey ? [...indexes, at] : indexes.filter(index => index !== at), names),
    drop: at =>
      set(
        indexes.filter(place => place !== at).map(place => (place > at ? place - 1 : place)),
        names.toSpliced(at, 1),
      ),
  }
}
