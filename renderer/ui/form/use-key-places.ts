import { useState } from 'react'

/** Which columns are the key. Each change returns the names of the key after it. */
export interface KeyPlaces {
  has: (at: number) => boolean
  rename: (at: number, name: string) => string[]
  mark: (at: number, isKey: boolean) => string[]
  /** After the column was taken out of the list. */
  drop: (at: number) => string[]
}

/**
 * The columns of a key by their places in the list of `names`. Names alone do not tell them apart while two columns have the
 * same one, as when `url_image` is typed beside `url`.
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
