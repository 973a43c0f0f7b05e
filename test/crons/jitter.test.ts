import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CronTiming, nextTickWithJitter } from '../../server/crons/plan-ticks.ts'

/** The delays of a cron's ticks, in seconds. */
function delaysOf(cron: Partial<CronTiming>, count: number): number[] {
  const planned: CronTiming = {
    id: 'cron_1',
    expression: '* * * * *',
    timezone: 'UTC',
    misfire: 'run_once',
    overlap: 'skip',
    jitter_s: 0,
    ...cron,
  }
  const start = Date.UTC(2026, 0, 1)
  return Array.from({ length: count }, (_, minute) => {
    const { at, dueAt } = nextTickWithJitter(planned, start + minute * 60_000)!
    return (dueAt - at) / 1000
  })
}

test('a tick fires up to `jitter_s` seconds late, and sometimes exactly on time', () => {
  const delays = new Set(delaysOf({ jitter_s: 3 }, 200))
  assert.deepEqual([...delays].sort(), [0, 1, 2, 3])
})

test('a delay ends at least one second before the next tick, however large `jitter_s` is', () => {
  const delays = delaysOf({ jitter_s: 3_600 }, 1_000)
  assert.equal(Math.min(...delays), 0)
  assert.equal(Math.max(...delays), 59)
})

test('a cron without jitter fires at its ticks', () => {
  assert.deepEqual(new Set(delaysOf({}, 10)), new Set([0]))
})
