import { setTimeout as delay } from 'node:timers/promises'

/** A wait in vain ends before the runner gives a test up, since what still waits would keep its process from ending. */
const LONGEST_MS = 100_000

/** Looks again and again until there is something to see. Throws where there never is. */
export async function until<T>(look: () => Promise<T | undefined | false | null>): Promise<T> {
  const end = performance.now() + LONGEST_MS
  while (performance.now() < end) {
    const seen = await look()
    if (seen) return seen
    await delay(10)
  }
  throw new Error(`There was nothing to see for ${LONGEST_MS / 1_000} s: ${look}`)
}
