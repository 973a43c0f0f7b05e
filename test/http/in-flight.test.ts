import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCallsInFlight } from '../../server/http/in-flight.ts'

describe('running calls', () => {
  test('may not be started with the scope `run` during a pause, while those that read or manage may', () => {
    const calls = createCallsInFlight()
    calls.pause(true)
    assert.throws(() => calls.begin('run'), { status: 503 })
    for (const access of ['read', 'manage', 'admin'] as const) calls.begin(access).end()
    calls.pause(false)
    calls.begin('run').end()
  })

  test('may not be started at all once the service stops', async () => {
    const calls = createCallsInFlight()
    await calls.drain(0)
    for (const access of ['read', 'manage', 'admin', 'run'] as const)
      assert.throws(() => calls.begin(access), { status: 503 })
  })

  test('are counted until they end, without those of the owner', () => {
    const calls = createCallsInFlight()
    const call = calls.begin('read')
    calls.begin('admin')
    calls.begin('read', true)
    assert.equal(calls.count(), 1)
    call.end()
    assert.equal(calls.count(), 0)
  })

  test('that are endless end with their key, and leave those of other keys alone', () => {
    const calls = createCallsInFlight()
    const [stream, call, other] = [
      calls.begin('read', true, 'key_a'),
      calls.begin('read', false, 'key_a'),
      calls.begin('read', true, 'key_b'),
    ]
    calls.endOf('key_a')
    assert.deepEqual(
      [stream, call, other].map(({ signal }) => signal.aborted),
      [true, false, false],
    )
    assert.equal(stream.signal.reason.code, 'unauthenticated')
  })
})
