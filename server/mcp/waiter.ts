/**
 * The client of a call, as long as it wants an answer. A record without functions of its own: an `AbortController` with its
 * listener takes longer than to read the arguments, and closures that hold each other outlive the call.
 */
export interface Waiter {
  hasLeft: boolean
  /** What is told when the client leaves. */
  waitsFor: { leave(): void } | undefined
}

export const createWaiter = (): Waiter => ({ hasLeft: false, waitsFor: undefined })

/** The client goes, or takes its call back. */
export function leave(waiter: Waiter): void {
  if (waiter.hasLeft) return
  waiter.hasLeft = true
  waiter.waitsFor?.leave()
}
