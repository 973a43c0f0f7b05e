/**
 * The client of a call, while it wants an answer. A plain record without functions: an `AbortController` with its listener
 * costs more than reading the arguments, and closures that refer to each other outlive the call.
 */
export interface Waiter {
  hasLeft: boolean
  /** Is called when the client leaves. */
  waitsFor: { leave(): void } | undefined
}

export const createWaiter = (): Waiter => ({ hasLeft: false, waitsFor: undefined })

/** Marks the client as gone, because it disconnected or cancelled its call. */
export function leave(waiter: Waiter): void {
  if (waiter.hasLeft) return
  waiter.hasLeft = true
  waiter.waitsFor?.leave()
}
