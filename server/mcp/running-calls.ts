import type { CallEnding } from '../operations/call.ts'
import type { Waiter } from './waiter.ts'

/** A call that was started. */
export interface Started {
  requestId: string
  ending: Promise<CallEnding>
  abort(): void
  /** Called once it has ended, however it did. */
  ended(): void
}

/** How the wait for a call ends: with the call, or before it. */
interface Wait {
  end(ending: CallEnding | 'running'): void
  fail(error: unknown): void
}

/** Those who wait for a call. */
export interface Waiters {
  /** One for each who waits now. */
  waits: Set<Wait>
  /** Someone knows where to read the result later, so the work goes on without anyone. */
  promised: boolean
}

/** A call under way that several may wait for. */
export interface Running extends Waiters {
  requestId: string
  abort(): void
}

/**
 * The paid calls under way, by the id of their result. The same call again joins the first. A call ends when the last
 * one who waits for it goes away, unless someone was promised its result.
 */
export function createRunningCalls(waitMs: () => number) {
  const calls = new Map<string, Running>()

  /** For a waiter who went: what nobody wants any more is stopped. */
  const stopUnwanted = ({ waits, promised, abort }: Running) => {
    if (!waits.size && !promised) abort()
  }

  return {
    find: (id: string): Running | undefined => calls.get(id),

    /** Takes a call in; `start` is called with those who wait. */
    add(id: string, start: (waiters: Waiters) => Started): Running {
      const call: Running = { waits: new Set(), promised: false, requestId: '', abort: () => undefined }
      const { requestId, ending, abort, ended } = start(call)
      Object.assign(call, { requestId, abort })
      calls.set(id, call)
      const forget = () => {
        calls.delete(id)
        ended()
      }
      ending.then(
        known => {
          forget()
          for (const wait of call.waits) wait.end(known)
        },
        error => {
          forget()
          for (const wait of call.waits) wait.fail(error)
        },
      )
      return call
    },

    /** Waits for the end; `running` after the longest wait, or where the waiter itself has gone. */
    wait(call: Running, waiter: Waiter): Promise<CallEnding | 'running'> {
      if (waiter.hasLeft) {
        stopUnwanted(call)
        return Promise.resolve('running')
      }
      return new Promise((resolve, reject) => {
        const wait: Wait = {
          end(ending) {
            stop()
            resolve(ending)
          },
          fail(error) {
            stop()
            reject(error)
          },
        }
        const timer = setTimeout(() => {
          call.promised = true
          wait.end('running')
        }, waitMs())
        const stop = () => {
          clearTimeout(timer)
          waiter.onLeave = undefined
          call.waits.delete(wait)
        }
        call.waits.add(wait)
        waiter.onLeave = () => {
          wait.end('running')
          stopUnwanted(call)
        }
      })
    },
  }
}
