/** Something costly that is made when first wanted, used by many, and ended after a time without use. */
export interface Shared<T> {
  /** Each `take` is followed by one `give`, also where it failed. */
  take(): Promise<T>
  give(): void
  /** It ended by itself: the next one who wants it gets a new one. */
  lost(): void
  /** Ends it now, in use or not. */
  end(): Promise<void>
}

interface SharedParts<T> {
  make(): Promise<T>
  end(thing: T): Promise<void>
  idleMs: number
}

export function createShared<T>({ make, end, idleMs }: SharedParts<T>): Shared<T> {
  let thing: Promise<T> | null = null
  let users = 0
  let timer: NodeJS.Timeout | undefined

  const made = () => {
    const made = make()
    thing = made
    made.catch(() => {
      if (thing === made) thing = null
    })
    return made
  }
  const endNow = async () => {
    clearTimeout(timer)
    const ending = thing
    thing = null
    await ending?.then(end, () => undefined)
  }

  return {
    take() {
      users++
      clearTimeout(timer)
      return thing ?? made()
    },
    give() {
      // One that cannot be ended in order is gone already, or ends with the process.
      if (--users === 0) timer = setTimeout(() => void endNow().catch(() => undefined), idleMs).unref()
    },
    lost() {
      thing = null
    },
    end: endNow,
  }
}
