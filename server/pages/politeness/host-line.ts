import type { Clock } from './clock.ts'

/** How much one host is asked at a time. */
export interface LineLimits {
  /** Requests under way at once. */
  hostConcurrency: number
  /** Least time between the starts of two requests. */
  hostSpacingMs: number
}

/** Returns a place back. */
export type Leave = () => void

/** Where requests to the same host wait for each other. */
export interface HostLine {
  /** A place among the requests to a host; at once where one is free. Rejects with the reason of the signal. */
  enter(host: string, signal: AbortSignal): Leave | Promise<Leave>
  /** Hosts that are asked or waited for. */
  size(): number
}

interface Host {
  name: string
  active: number
  /** When the next request may start. */
  nextAt: number
  /** Each lets one waiting request go; in the order of arrival. */
  waiting: Set<(leave: Leave) => void>
  /** A look at the line is due when the spacing is over. */
  due: boolean
}

/** The lines of all hosts. `limits` is read again for every place, so that a change counts at once. */
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

  /** Lets go whom there is room for; a host that nobody asks any more is forgotten. */
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
