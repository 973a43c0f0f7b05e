/** Creates a value at the first call, and returns the same value from then on. */
export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

/** Same as `once`, for each key. */
export function oncePerKey<T, Key = string>(create: (key: Key) => T): (key: Key) => T {
  const created = new Map<Key, T>()
  return key => {
    const existing = created.get(key)
    if (existing !== undefined) return existing
    const value = create(key)
    created.set(key, value)
    return value
  }
}

/** Same as `oncePerKey`, but keeps only the latest values: for keys of which callers or pages may have any number. */
export function oncePerRecentKey<T>(max: number, create: (key: string) => T): (key: string) => T {
  const created = new Map<string, T>()
  return key => {
    if (created.has(key)) return created.get(key)!
    const value = create(key)
    if (created.size >= max) created.delete(created.keys().next().value!)
    created.set(key, value)
    return value
  }
}

/** Same as `once`, until the current turn of the event loop ends. */
export function oncePerTurn<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    if (!created) {
      created = { value: create() }
      setImmediate(() => {
        created = undefined
      })
    }
    return created.value
  }
}
