import { setTimeout as delay } from 'node:timers/promises'

/** Looks again and again until there is something to see; the test's own time limit ends a wait in vain. */
export async function until<T>(look: () => Promise<T | undefined | false | null>): Promise<T> {
  for (;;) {
    const seen = await look()
    if (seen) return seen
    await delay(10)
  }
}
