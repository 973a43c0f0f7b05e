import { z } from 'zod'

const MAX_WAIT_S = 60

/** How many seconds a call that reads a job, a batch or a workflow run waits for its end. */
export const waitField = z
  .int()
  .min(0)
  .max(MAX_WAIT_S)
  .default(0)
  .describe(`Seconds to wait for its end before the answer, ${MAX_WAIT_S} at most.`)
  .meta({ title: 'Wait for the end (seconds)' })

/** Returns the last state that `watch` yields within `seconds`, or `state` if there is no wait or `watch` yields none. */
export async function stateAfter<T>(
  seconds: number,
  state: T,
  watch: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
): Promise<T> {
  if (!seconds) return state
  let latest = state
  for await (const next of watch(AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])))
    latest = next
  return latest
}
