import { setTimeout as sleep } from 'node:timers/promises'

/** Time and chance, as waiting for a site needs them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 up to, but not including, 1. */
  random(): number
  /** Resolves after `ms`; rejects with the signal's reason as soon as that fires. Keeps no process alive. */
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
