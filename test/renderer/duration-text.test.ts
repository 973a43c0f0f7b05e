import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationText } from '../../renderer/ui/form/duration-text.ts'

test('a long duration is also given in minutes, hours or days', () => {
  assert.equal(durationText('Maximum duration (seconds)', 86_400), '1 day')
  assert.equal(durationText('Wait (seconds)', 7_200), '2 hours')
  assert.equal(durationText('Item timeout (ms)', 120_000), '2 minutes')
})

test('a short or uneven duration, and a number that is no duration, gets no such text', () => {
  for (const [label, value] of [
    ['Wait (seconds)', 59],
    ['Wait (seconds)', 61],
    ['Items at once', 86_400],
    ['Wait (seconds)', undefined],
  ] as const)
    assert.equal(durationText(label, value), '')
})
