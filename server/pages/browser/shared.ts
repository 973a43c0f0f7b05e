/** A costly resource that is created on first use, shared by many users, and ended after it has been idle for a while. */
export interface SharedResource<T> {
  /** Every `acquire` must be followed by one `release`, even if it failed. */
  acquire(): Promise<T>
  release(): void
  /** Reports that the resource has ended by itself. The next `acquire` creates a new one. */
  lost(resource: T): void
  /** Ends the resource now, even if it is in use, and waits for any that is still ending. */
  end(): Promise<void>
}

interface SharedResourceDependencies<T> {
  make(): Promise<T>
  end(resource: T): Promise<void>
  idleMs: number
}

interface ResourceEntry<T> {
  promise: Promise<T>
  /** Set when the promise has resolved. */
  thing?: T
}

export function createSharedResource<T>({
  make,
  end,
  idleMs,
}: SharedResourceDependencies<T>): SharedResource<T> {
  let current: ResourceEntry<T> | null = null
  let users = 0
  let timer: NodeJS.Timeout | undefined
  let ended: Promise<unknown> = Promise.resolve()

  const create = () => {
    const entry: ResourceEntry<T> = { promise: make() }
    current = entry
    entry.promise.then(
      thing => {
        entry.thing = thing
      },
      () => {
        if (current === entry) current = null
      },
    )
    return entry.promise
  }
  const endNow = async () => {
    clearTimeout(timer)
    const ending = current?.promise.then(end, () => undefined)
    current = null
    ended = Promise.all([ended, ending])
    await ended
  }

  return {
    acquire() {
      users++
      clearTimeout(timer)
      return current?.promise ?? create()
    },
    release() {
      // If it cannot be ended properly, it has exited already or will end with the process.
      if (--users === 0) timer = setTimeout(() => void endNow().catch(() => undefined), idleMs).unref()
    },
    lost(resource) {
      if (current?.thing === resource) current = null
    },
    end: endNow,
  }
}
