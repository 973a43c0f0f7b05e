import { setImmediate } from 'node:timers/promises'

/** Longest time that a loop keeps all else waiting. */
const TURN_MS = 10

/** For loops over much: `isOver` after a while, and then `next` lets everything else have its turn. */
export function createTurns() {
  let since = performance.now()
  return {
    isOver: () => performance.now() - since > TURN_MS,
    async next() {
      await setImmediate()
      since = performance.now()
    },
  }
}
