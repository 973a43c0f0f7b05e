import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSharedResource } from '../../../server/pages/browser/shared.ts'

/** Creates a shared resource whose instances are numbered, and lists the instances that have ended. */
function shareNumbered(idleMs: number) {
  let instances = 0
  const ended: number[] = []
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
  const shared = createSharedResource({
    make: async () => ++instances,
    end: async (thing: number) => {
      await mayEnd
      ended.push(thing)
    },
    idleMs,
  })
  return { shared, ended, letEnd }
}

describe('a browser that is shared by calls', () => {
  test('stays in use when the previous one finally ends', async () => {
    const { shared, ended, letEnd } = shareNumbered(60_000)
    assert.equal(await shared.acquire(), 1)
    const ending = shared.end()
    assert.equal(await shared.acquire(), 2)
    letEnd()
    await ending
    shared.lost(1)
    assert.equal(await shared.acquire(), 2)
    await shared.end()
    assert.deepEqual(ended, [1, 2])
  })

  test('is replaced after it was lost', async () => {
    const { shared } = shareNumbered(60_000)
    assert.equal(await shared.acquire(), 1)
    shared.lost(1)
    assert.equal(await shared.acquire(), 2)
  })

  test('is closed with the service, even if it is already being closed', async () => {
    const { shared, ended, letEnd } = shareNumbered(60_000)
    await shared.acquire()
    void shared.end()
    const closing = shared.end()
    letEnd()
    await closing
    assert.deepEqual(ended, [1])
  })
})
