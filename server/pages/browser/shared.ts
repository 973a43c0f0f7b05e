/** Something costly that is made when first wanted, used by many, and ended after a time without use. */
export interface Shared<T> {
  /** Each `acquire` is followed by one `release`, also where it failed. */
  acquire(): Promise<T>
  release(): void
  /** This one has ended: whoever acquires it next gets a new one. */
  lost(thing: T): void
  /** Ends it now, in use or not, and waits for one that is being ended. */
  end(): Promise<void>
}

interface SharedParts<T> {
  make(): Promise<T>
  end(thing: T): Promise<void>
  idleMs: number
}

interface Made<T> {
  promise: Promise<T>
  /** Once it is there. */
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
      // One that cannot be ended in order is gone already, or ends with the process.
      if (--users === 0) timer = setTimeout(() => void endNow().catch(() => undefined), idleMs).unref()
    },
    lost(gone) {
      if (made?.thing === gone) made = null
    },
    end: endNow,
  }
}
