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

/** A wait for a call, which ends with the call, or before it. */
interface Wait {
  call: Running
  waiter: Waiter
  timer: NodeJS.Timeout | undefined
  resolve(ending: CallEnding | 'running'): void
  reject(error: unknown): void
  leave(): void
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

  return {
    find: (id: string): Running | undefined => calls.get(id),

    /** Takes a call in; `start` is called with those who wait. */
    add(id: string, start: (waiters: Waiters) => Started): Running {
      const call: Running = { waits: new Set(), promised: false, requestId: '', abort: () => undefined }
      const { requestId, ending, abort, ended } = start(call)
      Object.assign(call, { requestId, abort })
      calls.set(id, call)
      const endAll = (tell: (wait: Wait) => void) => {
        calls.delete(id)
        ended()
        for (const wait of call.waits) {
          endWait(wait)
          tell(wait)
        }
      }
      ending.then(
        known => endAll(({ resolve }) => resolve(known)),
        error => endAll(({ reject }) => reject(error)),
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
        const wait: Wait = { call, waiter, resolve, reject, timer: undefined, leave: leaveWait }
        wait.timer = setTimeout(giveUp, waitMs(), wait)
        call.waits.add(wait)
        waiter.waitsFor = wait
      })
    },
  }
}

/** What nobody wants any more is stopped. */
function stopUnwanted({ waits, promised, abort }: Running): void {
  if (!waits.size && !promised) abort()
}

/** After the longest wait: the client is told where to read the result. */
function giveUp(wait: Wait): void {
  wait.call.promised = true
  endWait(wait)
  wait.resolve('running')
}

/** The client has gone. */
function leaveWait(this: Wait): void {
  endWait(this)
  this.resolve('running')
  stopUnwanted(this.call)
}

function endWait(wait: Wait): void {
  clearTimeout(wait.timer)
  wait.waiter.waitsFor = undefined
  wait.call.waits.delete(wait)
}
