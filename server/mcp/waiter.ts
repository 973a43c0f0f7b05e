/** The client of a call, as long as it wants an answer. An `AbortController` for each would take longer than to read the arguments. */
export interface Waiter {
  hasLeft: boolean
  /** The client goes, or takes its call back. */
  leave(): void
  /** Called at that moment: by what works for it just then. */
  onLeave: (() => void) | undefined
}

export function createWaiter(): Waiter {
  const waiter: Waiter = {
    hasLeft: false,
    onLeave: undefined,
    leave() {
      if (waiter.hasLeft) return
      waiter.hasLeft = true
      waiter.onLeave?.()
    },
  }
  return waiter
}
