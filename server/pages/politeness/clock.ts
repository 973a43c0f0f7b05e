import { setTimeout as sleep } from 'node:timers/promises'

/** The time and random numbers that waiting for a site needs. Tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 up to, but not including, 1. */
  random(): number
  /**
   * Resolves after `ms` milliseconds. Rejects with the reason of the signal as soon as it aborts. Does not keep the process
   * alive.
   */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  wait: (ms, signal) =>
    sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {
      throw signal!.reason
    }),
}
