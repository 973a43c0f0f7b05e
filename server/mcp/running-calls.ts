import type { Flight } from '../http/in-flight.ts'
import type { CallEnding } from '../operations/call.ts'
import type { Waiter } from './waiter.ts'

/** Tells a call from all others: the call itself as text, and the id of its result. */
export interface CallName {
  readonly call: string
  readonly id: string
}

/** A call that was started. */
export interface Started {
  requestId: string
  ending: Promise<CallEnding>
  flight: Flight
}

/** A wait for a call, which ends with the call, or before it. */
interface Wait {
  call: Running
  waiter: Waiter
  /** When it has lasted as long as a wait may; milliseconds. */
  until: number
  resolve(ending: CallEnding | 'running'): void
  reject(error: unknown): void
  leave(): void
}

/** Those who wait for a call. */
export interface Waiters {
  /** One for each who waits now. */
  waits: readonly Wait[]
  /** Someone knows where to read the result later, so the work goes on without anyone. */
  promised: boolean
}

/** A call under way that several may wait for. */
export interface Running {
  name: CallName
  requestId: string
  waiters: Waiters
  /** Until it has ended. */
  flight: Flight | undefined
}

/** How often waits are looked at: a call ends long before its wait does, and a timer for each costs more than reading it. */
const LOOK_MS = 100

/**
 * The paid calls under way, by what is called. The same call again joins the first. A call ends when the last one who
 * waits for it goes away, unless someone was promised its result.
 */
export function createRunningCalls(waitMs: () => number) {
  // A map needs a new table every few calls, and what its former tables held stays in memory: that costs more than a look
  // through the few calls that are under way at a time.
  const calls: Running[] = []
  let isLooking = false

  async function settle(call: Running, { ending, flight }: Started): Promise<void> {
    try {
      const known = await ending
      for (const { resolve } of end(call, flight)) resolve(known)
    } catch (error) {
      for (const { reject } of end(call, flight)) reject(error)
    }
  }

  /** Returns who waited for it; the call holds nothing any more. */
  function end(call: Running, flight: Flight): readonly Wait[] {
    calls[calls.indexOf(call)] = calls.at(-1)!
    calls.pop()
    flight.end()
    const { waits } = call.waiters
    call.waiters.waits = []
    call.flight = undefined
    for (const { waiter } of waits) waiter.waitsFor = undefined
    return waits
  }

  function endLongWaits(): void {
    isLooking = false
    const now = performance.now()
    for (const { waiters } of calls) for (const wait of waiters.waits) if (wait.until <= now) giveUp(wait)
    if (calls.length) lookLater()
  }

  function lookLater(): void {
    if (isLooking) return
    isLooking = true
    setTimeout(endLongWaits, LOOK_MS)
  }

  return {
    find: (name: CallName): Running | undefined => calls.find(one => one.name.call === name.call),

    /** The call whose result has that id. */
    findById: (id: string): Running | undefined => calls.find(({ name }) => name.id === id),

    /** Takes a call in; `start` is called with those who wait. */
    add(name: CallName, start: (waiters: Waiters) => Started): Running {
      const waiters: Waiters = { waits: [], promised: false }
      const started = start(waiters)
      const call: Running = { name, waiters, requestId: started.requestId, flight: started.flight }
      calls.push(call)
      settle(call, started)
      lookLater()
      return call
    },

    /** Waits for the end; `running` after the longest wait, or where the waiter itself has gone. */
    wait(call: Running, waiter: Waiter): Promise<CallEnding | 'running'> {
      if (waiter.hasLeft) {
        stopUnwanted(call)
        return Promise.resolve('running')
      }
      return new Promise((resolve, reject) => {
        const until = performance.now() + waitMs()
        const wait: Wait = { call, waiter, until, resolve, reject, leave: leaveWait }
        call.waiters.waits = [...call.waiters.waits, wait]
        waiter.waitsFor = wait
      })
    },
  }
}

/** What nobody wants any more is stopped. */
function stopUnwanted({ waiters, flight }: Running): void {
  if (!waiters.waits.length && !waiters.promised) flight?.abort()
}

/** After the longest wait: the client is told where to read the result. */
function giveUp(wait: Wait): void {
  wait.call.waiters.promised = true
  endWait(wait)
}

/** The client has gone. */
function leaveWait(this: Wait): void {
  endWait(this)
  stopUnwanted(this.call)
}

function endWait(wait: Wait): void {
  const { waiters } = wait.call
  waiters.waits = waiters.waits.filter(other => other !== wait)
  wait.waiter.waitsFor = undefined
  wait.resolve('running')
}
