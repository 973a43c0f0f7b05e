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

/** What steps come to, with a turn for everything else between them. */
export async function runInTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  const turns = createTurns()
  let step = steps.next()
  while (!step.done) {
    if (turns.isOver()) await turns.next()
    step = steps.next()
  }
  return step.value
}

/** The same without a pause. */
export function runAtOnce<T>(steps: Iterator<unknown, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
