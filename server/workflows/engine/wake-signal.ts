import { MAX_SLEEP_MS } from '../../base/due-loop.ts'

/** Wakes all waiters. A notification without a waiter is kept for the next one. */
export interface WakeSignal {
  notify(): void
  /** Resolves at the next notification, or at a time in milliseconds; earlier if that time is far away. */
  wait(until?: number): Promise<void>
}

export function createWakeSignal(now: () => number): WakeSignal {
  const waiting = new Set<() => void>()
  let isKept = false

  return {
    notify() {
      isKept = waiting.size === 0
      for (const wake of waiting) wake()
    },
    async wait(until = Number.POSITIVE_INFINITY) {
      if (isKept) {
        isKept = false
        return
      }
      const left = Math.min(Math.max(until - now(), 1), MAX_SLEEP_MS)
      await new Promise<void>(resolve => {
        const wake = () => {
          waiting.delete(wake)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(wake, left).unref()
        waiting.add(wake)
      })
    },
  }
}
