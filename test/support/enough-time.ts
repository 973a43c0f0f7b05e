import assert from 'node:assert/strict'

/** One who tries must be done within the two minutes of a test. */
const MOST_MS = 20_000

/**
 * For work that runs under a time limit which a part of it must reach and the rest must not: how long the rest takes
 * depends on what else the machine does. Tries with `ms`, and with four times as much for as long as `attempt` says that
 * the limit has stopped something else.
 */
export async function withEnoughTime(ms: number, attempt: (ms: number) => Promise<boolean>): Promise<void> {
  for (let limit = ms; !(await attempt(limit)); limit *= 4)
    assert.ok(limit < MOST_MS, `${limit} ms are not enough`)
}
