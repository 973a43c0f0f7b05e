/** Something that is loaded with its first use. */
interface Loader<T> {
  load(): Promise<T>
  /** Returns what was loaded, after waiting for a load that has begun; null if there is nothing. Starts no load. */
  loaded(): Promise<T | null>
}

/**
 * Loads something once. If that fails, the next call tries again: a module that could not be read while the process had too
 * many files open can be read a moment later.
 */
export function createLoader<T>(load: () => Promise<T>): Loader<T> {
  let loading: Promise<T> | undefined
  const forget = (error: unknown) => {
    loading = undefined
    throw error
  }

  return {
    load() {
      loading ??= load().catch(forget)
      return loading
    },
    loaded: async () => (await loading?.catch(() => null)) ?? null,
  }
}
