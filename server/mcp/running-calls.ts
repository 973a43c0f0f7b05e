import type { ActiveCall } from '../http/in-flight.ts'
import type { CallEnding } from '../operations/call.ts'
import type { Waiter } from './waiter.ts'

/** Identifies a call: the call itself as text, and the id of its result. */
export interface CallName {
  readonly call: string
  readonly id: string
}

/** A call that was started. */
export interface StartedCall {
  requestId: string
  ending: Promise<CallEnding>
  flight: ActiveCall
}

/** One client's wait for a call. It ends with the call or earlier. */
interface Wait {
  call: RunningCall
  waiter: Waiter
  /** Latest end of the wait, in milliseconds. */
  until: number
  resolve(ending: CallEnding | 'running'): void
  reject(error: unknown): void
  leave(): void
}

/** The clients that wait for a call. */
export interface Waiters {
  /** One entry for each waiting client. */
  waits: readonly Wait[]
  /** Whether a client knows where to read the result later. The call then continues even if nobody waits. */
  isPromised: boolean
}

/** A call in progress, which several clients may wait for. */
interface RunningCall {
  name: CallName
  requestId: string
  waiters: Waiters
  /** Undefined after the call was aborted or has ended. */
  flight: ActiveCall | undefined
  /** Whether a client was told what the call cost. */
  isPriceTold: boolean
}

/** Interval at which waits are checked. Most calls end long before their waits, and a timer for each would cost more than this check. */
const CHECK_INTERVAL_MS = 100

/**
 * Paid calls in progress, by name. The same call again joins the first. A call is aborted when its last waiting client
 * leaves, unless its result was promised to someone.
 */
export function createRunningCalls(waitMs: () => number) {
  // Not a Map: it needs a new table every few calls, and the contents of its former tables stay in memory. Searching the
  // few calls in progress costs less.
  const calls: RunningCall[] = []
  let isLooking = false

  async function settle(call: RunningCall, { ending, flight }: StartedCall): Promise<void> {
    try {
      const known = await ending
      for (const { resolve } of end(call, flight)) resolve(known)
    } catch (error) {
      for (const { reject } of end(call, flight)) reject(error)
    }
  }

  /** Ends a call and returns its waits. The call refers to nothing afterwards. */
  function end(call: RunningCall, flight: ActiveCall): readonly Wait[] {
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
    setTimeout(endLongWaits, CHECK_INTERVAL_MS)
  }

  return {
    /** Returns the call with that name; not one that was aborted and has not ended yet. */
    find: (name: CallName): RunningCall | undefined =>
      calls.find(one => one.flight && one.name.call === name.call),

    /** Returns the call whose result has that id. */
    findById: (id: string): RunningCall | undefined =>
      calls.find(({ flight, name }) => flight && name.id === id),

    /** Starts and adds a call. `start` gets its waiters. */
    add(name: CallName, start: (waiters: Waiters) => StartedCall): RunningCall {
      const waiters: Waiters = { waits: [], isPromised: false }
      const started = start(waiters)
      const call: RunningCall = {
        name,
        waiters,
        requestId: started.requestId,
        flight: started.flight,
        isPriceTold: false,
      }
      calls.push(call)
      settle(call, started)
      lookLater()
      return call
    },

    /** Waits for the end of a call. Resolves with `running` after the longest wait, or if the client has left. */
    wait(call: RunningCall, waiter: Waiter): Promise<CallEnding | 'running'> {
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

/** Returns the ending of a call for a client: the first one is told what the call cost, all others that it cost nothing more. */
export function endingFor(call: RunningCall, ending: CallEnding): CallEnding {
  const { isPriceTold } = call
  call.isPriceTold = true
  return isPriceTold && ending.credits ? { ...ending, credits: { ...ending.credits, used: 0 } } : ending
}

/** Aborts a call that nobody wants any more. */
function stopUnwanted(call: RunningCall): void {
  const { waiters, flight } = call
  if (waiters.waits.length || waiters.isPromised) return
  call.flight = undefined
  flight?.abort()
}

/** Ends a wait that took too long. The client learns where to read the result. */
function giveUp(wait: Wait): void {
  wait.call.waiters.isPromised = true
  endWait(wait)
}

/** Ends the wait of a client that has left. */
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
