import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationText } from '../../renderer/ui/form/duration-text.ts'
import { durationText as elapsedText } from '../../renderer/ui/jobs/durations.ts'

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

test('an elapsed time that rounds up to a whole unit is written in that unit', () => {
  const texts: [ms: number, text: string][] = [
    [412, '412 ms'],
    [999.7, '1.0 s'],
    [3_240, '3.2 s'],
    [59_700, '1 min'],
    [3_585_000, '1 h 0 min'],
    [7_185_000, '2 h 0 min'],
    [7_500_000, '2 h 5 min'],
  ]
  for (const [ms, text] of texts) assert.equal(elapsedText(ms), text)
})
