import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createInFlight } from '../../server/http/in-flight.ts'

describe('calls under way', () => {
  test('that run something are refused during a pause; what reads or manages goes on', () => {
    const calls = createInFlight()
    calls.pause(true)
    assert.throws(() => calls.begin('run'), { status: 503 })
    for (const access of ['read', 'manage', 'admin'] as const) calls.begin(access).end()
    calls.pause(false)
    calls.begin('run').end()
  })

  test('are all refused once the service stops', async () => {
    const calls = createInFlight()
    await calls.drain(0)
    for (const access of ['read', 'manage', 'admin', 'run'] as const)
      assert.throws(() => calls.begin(access), { status: 503 })
  })

  test('are counted without those of the owner, until they end', () => {
    const calls = createInFlight()
    const call = calls.begin('read')
    calls.begin('admin')
    calls.begin('read', true)
    assert.equal(calls.count(), 1)
    call.end()
    assert.equal(calls.count(), 0)
  })
})
