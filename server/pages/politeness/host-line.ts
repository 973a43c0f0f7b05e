import type { Clock } from './clock.ts'

/** Limits for requests to one host. */
export interface LineLimits {
  /** Requests that may run at once. */
  hostConcurrency: number
  /** Minimum time in milliseconds between the starts of two requests. */
  hostSpacingMs: number
}

/** Frees a slot. */
export type Leave = () => void

/** The queues in which requests to the same host wait for each other. */
export interface HostLine {
  /** Takes a slot in the queue of a host; returns synchronously if one is free. Rejects with the reason of the signal. */
  enter(host: string, signal: AbortSignal): Leave | Promise<Leave>
  /** The number of hosts with running or waiting requests. */
  size(): number
}

interface Host {
  name: string
  active: number
  /** The earliest time at which the next request may start. */
  nextAt: number
  /** Functions that each start one waiting request, in order of arrival. */
  waiting: Set<(leave: Leave) => void>
  /** Whether a timer is set that moves the queue on when the spacing is over. */
  due: boolean
}

/** Creates the queues of all hosts. `limits` is read again for every slot, so changes take effect at once. */
export function createHostLine(limits: () => LineLimits, clock: Pick<Clock, 'now' | 'wait'>): HostLine {
  const hosts = new Map<string, Host>()

  const isFree = (host: Host) => host.active < limits().hostConcurrency && host.nextAt <= clock.now()

  const start = (host: Host): Leave => {
    const { hostSpacingMs } = limits()
    host.active++
    if (hostSpacingMs) host.nextAt = clock.now() + hostSpacingMs
    return () => {
      host.active--
      move(host)
    }
  }

  const lookLater = (host: Host) => {
    if (host.due) return
    host.due = true
    void clock.wait(host.nextAt - clock.now()).then(() => {
      host.due = false
      move(host)
    })
  }

  /** Starts as many waiting requests as the limits allow. Forgets a host that has none left. */
  const move = (host: Host) => {
    for (const go of host.waiting) {
      if (!isFree(host)) break
      host.waiting.delete(go)
      go(start(host))
    }
    const idle = !host.active && !host.waiting.size
    if (host.nextAt > clock.now() && (idle || host.waiting.size)) lookLater(host)
    else if (idle && !host.due) hosts.delete(host.name)
  }

  const wait = (host: Host, signal: AbortSignal) =>
    new Promise<Leave>((resolve, reject) => {
      const go = (leave: Leave) => {
        signal.removeEventListener('abort', giveUp)
        resolve(leave)
      }
      const giveUp = () => {
        host.waiting.delete(go)
        reject(signal.reason)
        move(host)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      host.waiting.add(go)
      move(host)
    })

  const hostOf = (name: string): Host => {
    const known = hosts.get(name)
    if (known) return known
    const host = { name, active: 0, nextAt: 0, waiting: new Set<(leave: Leave) => void>(), due: false }
    hosts.set(name, host)
    return host
  }

  return {
    enter(name, signal) {
      signal.throwIfAborted()
      const host = hostOf(name)
      return !host.waiting.size && isFree(host) ? start(host) : wait(host, signal)
    },
    size: () => hosts.size,
  }
}
