import { setTimeout as delay } from 'node:timers/promises'

/** Shorter than the runner's own limit, since a wait that never ends would keep the process from exiting. */
const MAX_WAIT_MS = 100_000

/** Calls `look` repeatedly until it returns something truthy. Throws if that never happens. */
export async function until<T>(look: () => Promise<T | undefined | false | null>): Promise<T> {
  const end = performance.now() + MAX_WAIT_MS
  while (performance.now() < end) {
    const seen = await look()
    if (seen) return seen
    await delay(10)
  }
  throw new Error(`There was nothing to see for ${MAX_WAIT_MS / 1_000} s: ${look}`)
}
