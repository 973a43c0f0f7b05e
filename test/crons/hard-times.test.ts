import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { latestTicks, nextTick, nextTicks, startOfDay } from '../../server/crons/schedule.ts'
import { clockChanges, expectedTicks } from './support/wall-clock.ts'

const HOUR = 3_600_000
const FROM = Date.parse('2026-01-01T00:00:00Z')
const UNTIL = Date.parse('2028-01-01T00:00:00Z')

/** Clock changes of an hour, of half an hour, right before and after midnight, in a zone with a half-hour offset, and one with negative winter time. */
const ZONES: Record<string, number> = {
  'Europe/Berlin': 4,
  'America/New_York': 4,
  'America/St_Johns': 4,
  'Australia/Lord_Howe': 4,
  'Africa/Cairo': 4,
  'America/Havana': 4,
  'Europe/Dublin': 4,
  'America/Nuuk': 4,
}

const FIXED_TIMES = ['30 2 * * *', '0 2 * * *', '15 2 * * *', '0,30 2 * * *', '0 2,3 * * *', '0 0 * * *', '30 0 * * *', '45 1 * * *', '5 23 * * *', '0,59 23 * * *', '0 0,23 * * *'] // biome-ignore format: a list
const ELAPSED = ['*/15 * * * *', '0 * * * *', '7 */2 * * *', '*/30 1-3 * * *', '10-20/5 2 * * *', '0 0-4 * * *', '30 1-3 * * *', '30 2-2 * * *', '*/20 0 * * *'] // biome-ignore format: a list

function ticks(expression: string, timezone: string, from: number, until: number): number[] {
  const all: number[] = []
  for (let at = nextTick({ expression, timezone }, from - 1); at !== null && at < until; )
    at = nextTick({ expression, timezone }, all[all.push(at) - 1]!)
  return all
}

const times = (all: number[]) => all.map(at => new Date(at).toISOString())

describe('ticks follow the rule around every clock change of 2026 and 2027', () => {
  for (const [timezone, count] of Object.entries(ZONES))
    test(timezone, () => {
      const changes = clockChanges(timezone, FROM, UNTIL)
      assert.equal(changes.length, count)
      for (const change of changes)
        for (const expression of [...FIXED_TIMES, ...ELAPSED]) {
          const [from, until] = [change - 14 * HOUR, change + 14 * HOUR]
          const expected = expectedTicks(expression, timezone, from, until)
          const what = `${expression} around ${new Date(change).toISOString()}`
          assert.deepEqual(times(ticks(expression, timezone, from, until)), times(expected), what)
          const back = latestTicks({ expression, timezone }, expected.length, until - 1)
          assert.deepEqual(times(back), times(expected), `${what}, backwards`)
        }
    })
})

describe('ticks on the calendar', () => {
  const cases: [string, string, string, string[]][] = [
    ['a leap day', '0 12 29 2 *', 'UTC', ['2028-02-29T12:00:00.000Z', '2032-02-29T12:00:00.000Z']],
    [
      'the end of a month',
      '0 0 31 * *',
      'Asia/Kathmandu',
      ['2026-01-30T18:15:00.000Z', '2026-03-30T18:15:00.000Z'],
    ],
    ['the last day', '0 0 L * *', 'UTC', ['2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z']],
    [
      'a zone of half hours',
      '0 9 * * 1',
      'Asia/Kolkata',
      ['2026-01-05T03:30:00.000Z', '2026-01-12T03:30:00.000Z'],
    ],
    [
      'either day where both are named',
      '0 0 2 * 1',
      'UTC',
      ['2026-01-02T00:00:00.000Z', '2026-01-05T00:00:00.000Z'],
    ],
    ['New Year', '0 0 1 1 *', 'Pacific/Kiritimati', ['2026-12-31T10:00:00.000Z', '2027-12-31T10:00:00.000Z']],
  ]
  for (const [what, expression, timezone, expected] of cases)
    test(what, () => {
      assert.deepEqual(times(nextTicks({ expression, timezone }, expected.length, FROM)), expected)
    })

  test('the next tick is always after the given instant, while the latest ticks may include it', () => {
    const hourly = { expression: '0 * * * *', timezone: 'UTC' }
    assert.equal(nextTick(hourly, FROM), FROM + HOUR)
    assert.equal(nextTick(hourly, FROM - 1), FROM)
    assert.deepEqual(latestTicks(hourly, 2, FROM), [FROM - HOUR, FROM])
    assert.deepEqual(latestTicks(hourly, 1, FROM - 1), [FROM - HOUR])
  })

  test('a repeated time does not fire again, even if the schedule is read anew between the two', () => {
    const daily = { expression: '30 2 * * *', timezone: 'Europe/Berlin' }
    for (const after of ['00:30', '00:45', '01:10', '01:30'])
      assert.deepEqual(times(nextTicks(daily, 1, Date.parse(`2026-10-25T${after}:00Z`))), [
        '2026-10-26T01:30:00.000Z',
      ])
  })

  test('a day starts when the clocks of its time zone say so, even if midnight is skipped', () => {
    const at = Date.parse('2026-03-08T12:00:00Z')
    assert.equal(new Date(startOfDay('America/Havana', at)).toISOString(), '2026-03-08T05:00:00.000Z')
    assert.equal(new Date(startOfDay('Asia/Kathmandu', at)).toISOString(), '2026-03-07T18:15:00.000Z')
  })
})
