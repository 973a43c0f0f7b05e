import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../server/pages/politeness/clock.ts'

/** A clock that moves only when something waits: it then jumps forward at once, by the time of the wait. */
interface FakeClock extends Clock {
  /** All waits so far, in milliseconds. */
  waits: number[]
}

/** Creates a clock that starts at `start` (milliseconds since 1970). `random()` always returns `chance`. */
export function createFakeClock({ start = 0, chance = 1 } = {}): FakeClock {
  let time = start
  const waits: number[] = []
  return {
    waits,
    now: () => time,
    random: () => chance,
    async wait(ms, signal) {
      signal?.throwIfAborted()
      waits.push(ms)
      await turn()
      time += ms
    },
  }
}
