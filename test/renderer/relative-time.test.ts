import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from '../../renderer/lib/relative-time.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('a relative time is written in the largest fitting unit', () => {
  const cases: [ms: number, text: string][] = [
    [0, 'just now'],
    [-59 * SECOND, 'just now'],
    [30 * SECOND, 'in less than a minute'],
    [59.6 * MINUTE, 'in 1 hour'],
    [-60 * MINUTE, '1 hour ago'],
    [-23.6 * HOUR, '1 day ago'],
    [34 * HOUR, 'in 1 day'],
    [2 * DAY, 'in 2 days'],
    [-29.7 * DAY, '1 month ago'],
    [-50 * DAY, '2 months ago'],
    [-360 * DAY, '1 year ago'],
    [-2_517 * DAY, '7 years ago'],
  ]
  for (const [ms, text] of cases) assert.equal(relativeTime(ms), text)
})
