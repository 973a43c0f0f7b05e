import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../server/pages/politeness/clock.ts'

/** A clock that moves only while somebody waits, and then as far as needed in no time. */
export interface FakeClock extends Clock {
  /** Every wait so far, in milliseconds. */
  waits: number[]
}

/** Starts at `start` (milliseconds since 1970); chance always comes out as `chance`. */
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
