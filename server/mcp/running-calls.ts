import type { CallEnding } from '../operations/call.ts'

/** A call that was started, and what stops it. */
export interface Started {
  requestId: string
  ending: Promise<CallEnding>
  abort(): void
}

/** Those who wait for a call. */
export interface Waiters {
  /** How many wait now. */
  waiting: number
  /** Someone knows where to read the result later, so the work goes on without anyone. */
  promised: boolean
}

/** A call under way that several may wait for. */
export interface Running extends Started {
  waiters: Waiters
}

/** The ending of a call; `running` after the time, or when the signal fires. */
const endingWithin = (ending: Promise<CallEnding>, ms: number, signal: AbortSignal) =>
  new Promise<CallEnding | 'running'>((resolve, reject) => {
    const giveUp = () => settle(resolve, 'running')
    const timer = setTimeout(giveUp, ms)
    signal.addEventListener('abort', giveUp)
    function settle<T>(by: (value: T) => void, value: T) {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      by(value)
    }
    ending.then(
      value => settle(resolve, value),
      error => settle(reject, error),
    )
    if (signal.aborted) giveUp()
  })

/**
 * The paid calls under way, by the id of their result. The same call again joins the first. A call ends when the last
 * one who waits for it goes away, unless someone was promised its result.
 */
export function createRunningCalls(waitMs: () => number) {
  const calls = new Map<string, Running>()

  return {
    find: (id: string): Running | undefined => calls.get(id),

    /** Takes a call in; `start` is called with those who wait. */
    add(id: string, start: (waiters: Waiters) => Started): Running {
      const waiters: Waiters = { waiting: 0, promised: false }
      const call: Running = { ...start(waiters), waiters }
      calls.set(id, call)
      // Those who wait learn how it ended; here only that it has.
      const forget = () => void calls.delete(id)
      call.ending.then(forget, forget)
      return call
    },

    /** Waits for the end; `running` after the longest wait, or where the waiter itself has gone. */
    async wait({ ending, abort, waiters }: Running, signal: AbortSignal): Promise<CallEnding | 'running'> {
      waiters.waiting++
      try {
        const first = await endingWithin(ending, waitMs(), signal)
        if (first === 'running' && !signal.aborted) waiters.promised = true
        return first
      } finally {
        waiters.waiting--
        if (signal.aborted && !waiters.waiting && !waiters.promised) abort()
      }
    },
  }
}
