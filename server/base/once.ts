/** Creates a value at the first call, and returns the same value from then on. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Same as `once`, for each key. */
export function oncePerKey<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return key => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** Same as `once`, until the current turn of the event loop ends. */
export function onceATurn<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    if (!made) {
      made = { value: make() }
      setImmediate(() => {
        made = undefined
      })
    }
    return made.value
  }
}
