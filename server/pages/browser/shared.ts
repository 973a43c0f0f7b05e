/** A costly resource that is created on first use, shared by many users, and ended after it has been idle for a while. */
export interface Shared<T> {
  /** Every `acquire` must be followed by one `release`, even if it failed. */
  acquire(): Promise<T>
  release(): void
  /** Reports that the resource has ended by itself. The next `acquire` creates a new one. */
  lost(thing: T): void
  /** Ends the resource now, even if it is in use, and waits for any that is still ending. */
  end(): Promise<void>
}

interface SharedParts<T> {
  make(): Promise<T>
  end(thing: T): Promise<void>
  idleMs: number
}

interface Made<T> {
  promise: Promise<T>
  /** Set when the promise has resolved. */
  thing?: T
}

export function createShared<T>({ make, end, idleMs }: SharedParts<T>): Shared<T> {
  let made: Made<T> | null = null
  let users = 0
  let timer: NodeJS.Timeout | undefined
  let ended: Promise<unknown> = Promise.resolve()

  const makeOne = () => {
    const one: Made<T> = { promise: make() }
    made = one
    one.promise.then(
      thing => {
        one.thing = thing
      },
      () => {
        if (made === one) made = null
      },
    )
    return one.promise
  }
  const endNow = async () => {
    clearTimeout(timer)
    const ending = made?.promise.then(end, () => undefined)
    made = null
    ended = Promise.all([ended, ending])
    await ended
  }

  return {
    acquire() {
      users++
      clearTimeout(timer)
      return made?.promise ?? makeOne()
    },
    release() {
      // If it cannot be ended properly, it has exited already or will end with the process.
      if (--users === 0) timer = setTimeout(() => void endNow().catch(() => undefined), idleMs).unref()
    },
    lost(gone) {
      if (made?.thing === gone) made = null
    },
    end: endNow,
  }
}
