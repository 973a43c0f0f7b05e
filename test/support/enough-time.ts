import assert from 'node:assert/strict'

/** The limit of the last try, so that all of them fit into the two minutes of a test. */
const MAX_LIMIT_MS = 20_000

/**
 * Runs work with a time limit that one part of it must reach and the rest must not. How long the rest takes depends on what
 * else the machine does, so this tries with `ms`, and then with four times as much each time while `attempt` returns false:
 * the limit has stopped something else.
 */
export async function withEnoughTime(ms: number, attempt: (ms: number) => Promise<boolean>): Promise<void> {
  for (let limit = ms; !(await attempt(limit)); limit *= 4)
    assert.ok(limit < MAX_LIMIT_MS, `${limit} ms are not enough`)
}
