import { setImmediate } from 'node:timers/promises'

/** Longest time that a loop blocks the event loop. */
const TURN_MS = 10

/** How much text is parsed, scanned, written or compressed at once, in bytes or characters: this takes about a millisecond. */
export const TURN_SIZE = 262_144

/** Lets a long loop give way to other work: `isOver` becomes true after 10 ms, and `next` then yields to the event loop. */
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

/** Runs an iterator to its end, yielding to the event loop every 10 ms. Returns its result. */
export async function runInTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  const turns = createTurns()
  let step = steps.next()
  while (!step.done) {
    if (turns.isOver()) await turns.next()
    step = steps.next()
  }
  return step.value
}

/** Same as `runInTurns`, without yielding. */
export function runAtOnce<T>(steps: Iterator<unknown, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
