import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBrowserQueues } from '../../../server/pages/browser/lines.ts'
import { systemClock } from '../../../server/pages/politeness/clock.ts'

const NEVER_ABORTED = new AbortController().signal

describe('a call that uses a browser slot', () => {
  for (const ends of ['with its answer', 'with an error'] as const)
    test(`ends ${ends} while its page is still being closed, and its slot is free only after that`, async () => {
      const lines = createBrowserQueues(() => 1, systemClock)
      const closed = Promise.withResolvers<void>()
      const first = lines.inTurn('mine', NEVER_ABORTED, async afterwards => {
        afterwards(closed.promise)
        if (ends === 'with an error') throw new Error('the page is too large')
        return 'read'
      })
      if (ends === 'with an error') await assert.rejects(first, /too large/)
      else assert.equal(await first, 'read')

      const started: string[] = []
      const second = lines.inTurn('mine', NEVER_ABORTED, async () => started.push('second'))
      await new Promise(setImmediate)
      assert.deepEqual(started, [])
      closed.resolve()
      await second
      assert.deepEqual(started, ['second'])
    })
})
