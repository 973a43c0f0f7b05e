import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createDueLoop, type DueLoop } from '../../server/base/due-loop.ts'
import { createWallClock } from '../../server/base/wall-clock.ts'
import { until } from '../http/support/until.ts'

/** The work waits in memory as it would in the store. */
describe('a loop for due work', () => {
  let waiting: { name: string; dueAt: number }[]
  let started: string[]
  let reported: string[]
  let claims: number
  /** While set, claiming and working throw these errors. */
  let faults: { claim?: Error; work?: Error }
  /** Work lasts until this promise resolves. */
  let gate: PromiseWithResolvers<void>
  let loop: DueLoop

  beforeEach(() => {
    ;[waiting, started, reported, claims, faults] = [[], [], [], 0, {}]
    gate = Promise.withResolvers()
    gate.resolve()
    loop = createDueLoop<string>({
      async claim(at) {
        claims++
        if (faults.claim) throw faults.claim
        const next = waiting.find(({ dueAt }) => dueAt <= at)
        waiting = waiting.filter(one => one !== next)
        return { taken: next ? [next.name] : [], isMore: next !== undefined }
      },
      async work(name) {
        started.push(name)
        await gate.promise
        if (faults.work) throw faults.work
      },
      nextDue: at =>
        waiting.reduce<number | null>(
          (first, { dueAt }) => (dueAt > at ? Math.min(first ?? dueAt, dueAt) : first),
          null,
        ),
      clock: createWallClock(),
      report: error => reported.push((error as Error).message),
    })
  })
  afterEach(() => loop.stop())

  const add = (name: string, inMs = 0) => waiting.push({ name, dueAt: Date.now() + inMs })
  const waitForAll = (...names: string[]) => until(async () => names.every(name => started.includes(name)))

  test('starts all due work, and sleeps until the next work is due', async () => {
    add('a')
    add('b')
    add('later', 60)
    loop.start()
    await waitForAll('a', 'b', 'later')
    assert.deepEqual(started, ['a', 'b', 'later'])
  })

  test('checks once for all wake-ups of a turn, and again for a wake-up during a check', async () => {
    loop.start()
    await until(async () => claims)
    const before = claims
    add('a')
    for (let i = 0; i < 10; i++) loop.wake()
    await waitForAll('a')
    assert.ok(claims - before <= 2)
    loop.wakeNow()
    assert.ok(loop.isLooking(), 'the look has begun in this turn')
    add('b')
    loop.wake()
    await waitForAll('b')
  })

  test('retries by itself when claiming or the work fails', async () => {
    faults.claim = new Error('full disk')
    add('a')
    loop.start()
    await until(async () => reported.includes('full disk'))
    delete faults.claim
    await waitForAll('a')

    faults.work = new Error('broken')
    add('b')
    loop.wake()
    await until(async () => reported.includes('broken'))
    delete faults.work
    add('c')
    await waitForAll('c')
  })

  test('starts nothing while it is paused, before it is started, or after it is stopped', async () => {
    add('a')
    loop.wake()
    loop.pause(true)
    loop.start()
    await new Promise(resolve => setImmediate(resolve))
    assert.deepEqual(started, [])
    loop.pause(false)
    await waitForAll('a')
    await loop.stop()
    add('b')
    loop.wake()
    loop.wakeNow()
    await new Promise(resolve => setImmediate(resolve))
    assert.deepEqual(started, ['a'])
  })

  test('is settled when its work has ended, or when the time limit for that is over', async () => {
    gate = Promise.withResolvers()
    add('a')
    loop.start()
    await waitForAll('a')
    assert.equal(loop.running(), 1)
    await loop.settled(20)
    assert.equal(loop.running(), 1)
    gate.resolve()
    await loop.settled()
    assert.equal(loop.running(), 0)
  })
})

describe('a wall clock', () => {
  let wall = 0
  let even = 0
  const clock = createWallClock(
    () => wall,
    () => even,
  )
  const steps: number[] = []
  clock.onSetBack(ms => steps.push(ms))

  const advanceClocks = (ms: number, wallMs: number) => {
    even += ms
    wall += wallMs
    clock.check()
    return steps.splice(0)
  }

  test('reports by how much it was set back', () => {
    assert.deepEqual(advanceClocks(1_000, 1_000 - 7_200_000), [7_200_000])
    assert.deepEqual(advanceClocks(1_000, 1_000), [])
  })

  test('reports neither small corrections nor steps forward, such as those after a sleep', () => {
    assert.deepEqual(advanceClocks(1_000, -500), [])
    assert.deepEqual(advanceClocks(1_000, 7_200_000), [])
  })

  test('reports that it was set back while nothing was running', () => {
    clock.seenBefore(wall + 3_600_000)
    assert.deepEqual(steps.splice(0), [3_600_000])
    clock.seenBefore(wall - 3_600_000)
    assert.deepEqual(steps.splice(0), [])
  })
})
