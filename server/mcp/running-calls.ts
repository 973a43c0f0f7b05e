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

/** A promise that resolves to `running` after the time or when the signal fires, and what calls it off. */
function patience(ms: number, signal: AbortSignal) {
  let stop = () => {}
  const over = new Promise<'running'>(resolve => {
    const end = () => resolve('running')
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
    if (signal.aborted) end()
  })
  return { over, stop }
}

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
      const { over, stop } = patience(waitMs(), signal)
      waiters.waiting++
      try {
        const first = await Promise.race([ending, over])
        if (first === 'running' && !signal.aborted) waiters.promised = true
        return first
      } finally {
        waiters.waiting--
        stop()
        if (signal.aborted && !waiters.waiting && !waiters.promised) abort()
      }
    },
  }
}
