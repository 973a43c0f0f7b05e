import { useState } from 'react'

/** The columns of the key, by index. Each change returns the new names of the key. */
interface KeyPlaces {
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
export function useKeyPlaces(names: readonly string[], keys: readonly string[]): KeyPlaces {
  const [kept, keep] = useState<readonly number[]>([])
  const isKept = kept.length === keys.length && kept.every((at, index) => names[at] === keys[index])
  const places = isKept ? kept : keys.map(key => names.indexOf(key)).filter(at => at >= 0)
  const set = (next: readonly number[], after: readonly string[]) => {
    keep(next)
    return next.map(at => after[at]!)
  }
  return {
    has: at => places.includes(at),
    rename: (at, name) => set(places, names.with(at, name)),
    mark: (at, isKey) => set(isKey ? [...places, at] : places.filter(place => place !== at), names),
    drop: at =>
      set(
        places.filter(place => place !== at).map(place => (place > at ? place - 1 : place)),
        names.toSpliced(at, 1),
      ),
  }
}
