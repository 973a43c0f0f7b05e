import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rateOf, rateText } from '../../renderer/features/batches/batch-rate.ts'

/** One sample per second, each with the number of items that have ended. */
const everySecond = (...endedCounts: number[]) =>
  endedCounts.map((count, index) => ({ at: index * 1_000, ended: count }))

describe('the rate of a batch', () => {
  test('is unknown until two samples are far enough apart', () => {
    assert.equal(rateOf([], { left: 3, running: 1 }), null)
    const samples = [
      { at: 0, ended: 0 },
      { at: 100, ended: 2 },
    ]
    assert.equal(rateOf(samples, { left: 3, running: 1 }), null)
  })

  test('estimates the time left for the remaining items', () => {
    const rate = rateOf(everySecond(0, 2, 4), { left: 10, running: 2 })
    assert.deepEqual(rate, { perSecond: 2, leftMs: 5_000 })
  })

  test('gives no time left while all remaining items wait for a retry', () => {
    assert.equal(rateOf(everySecond(0, 5, 11), { left: 1, running: 0 })?.leftMs, null)
  })

  test('gives no time left while the last item is being retried', () => {
    for (const samples of [
      everySecond(0, 11, 11),
      everySecond(0, 11, 11, 11),
      everySecond(0, 11, ...Array(8).fill(11)),
    ])
      assert.equal(rateOf(samples, { left: 1, running: 1 })?.leftMs, null)
  })

  test('still estimates the time left while slow items end now and then', () => {
    const rate = rateOf(everySecond(0, 0, 1, 1, 2, 2), { left: 4, running: 1 })
    assert.deepEqual(rate, { perSecond: 0.4, leftMs: 10_000 })
  })
})

test('a rate below one a second is given per minute', () => {
  assert.equal(rateText(12.34), '12.3 per second')
  assert.equal(rateText(1 / 20.5), '3 per minute')
})
