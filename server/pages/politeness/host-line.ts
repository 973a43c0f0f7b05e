import type { Clock } from './clock.ts'

/** Limits for requests to one host. */
export interface HostLimits {
  /** Requests that may run at once. */
  hostConcurrency: number
  /** Minimum time in milliseconds between the starts of two requests. */
  hostSpacingMs: number
}

/** Frees a slot. */
export type ReleaseSlot = () => void

/** The queues in which requests to the same host wait for each other. */
export interface HostQueues {
  /** Takes a slot in the queue of a host; returns synchronously if one is free. Rejects with the reason of the signal. */
  enter(host: string, signal: AbortSignal): ReleaseSlot | Promise<ReleaseSlot>
  /** The number of hosts with running or waiting requests. */
  size(): number
}

interface HostQueue {
  name: string
  active: number
  /** The earliest time at which the next request may start. */
  nextAt: number
  /** Functions that each start one waiting request, in order of arrival. */
  waiting: Set<(leave: ReleaseSlot) => void>
  /** Whether a timer is set that moves the queue on when the spacing is over. */
  isTimerSet: boolean
}

/** Creates the queues of all hosts. `limits` is read again for every slot, so changes take effect at once. */
export function createHostQueues(limits: () => HostLimits, clock: Pick<Clock, 'now' | 'wait'>): HostQueues {
  const hosts = new Map<string, HostQueue>()

  const isFree = (host: HostQueue) => host.active < limits().hostConcurrency && host.nextAt <= clock.now()

  const start = (host: HostQueue): ReleaseSlot => {
    const { hostSpacingMs } = limits()
    host.active++
    if (hostSpacingMs) host.nextAt = clock.now() + hostSpacingMs
    return () => {
      host.active--
      advance(host)
    }
  }

  const advanceLater = (host: HostQueue) => {
    if (host.isTimerSet) return
    host.isTimerSet = true
    void clock.wait(host.nextAt - clock.now()).then(() => {
      host.isTimerSet = false
      advance(host)
    })
  }

  /** Starts as many waiting requests as the limits allow. Forgets a host that has none left. */
  const advance = (host: HostQueue) => {
    for (const startRequest of host.waiting) {
      if (!isFree(host)) break
      host.waiting.delete(startRequest)
      startRequest(start(host))
    }
    const idle = !host.active && !host.waiting.size
    if (host.nextAt > clock.now() && (idle || host.waiting.size)) advanceLater(host)
    else if (idle && !host.isTimerSet) hosts.delete(host.name)
  }

  const wait = (host: HostQueue, signal: AbortSignal) =>
    new Promise<ReleaseSlot>((resolve, reject) => {
      const startRequest = (leave: ReleaseSlot) => {
        signal.removeEventListener('abort', giveUp)
        resolve(leave)
      }
      const giveUp = () => {
        host.waiting.delete(startRequest)
        reject(signal.reason)
        advance(host)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      host.waiting.add(startRequest)
      advance(host)
    })

  const queueOf = (name: string): HostQueue => {
    const known = hosts.get(name)
    if (known) return known
    const host = {
      name,
      active: 0,
      nextAt: 0,
      waiting: new Set<(leave: ReleaseSlot) => void>(),
      isTimerSet: false,
    }
    hosts.set(name, host)
    return host
  }

  return {
    enter(name, signal) {
      signal.throwIfAborted()
      const host = queueOf(name)
      return !host.waiting.size && isFree(host) ? start(host) : wait(host, signal)
    },
    size: () => hosts.size,
  }
}
