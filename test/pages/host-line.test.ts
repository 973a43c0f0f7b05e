import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createHostLine, type Leave, type LineLimits } from '../../server/pages/politeness/host-line.ts'
import { createFakeClock } from './fake-clock.ts'

const forever = new AbortController().signal

/** Creates a queue, and a log of the requests that got a slot, in order. */
function lineOf(limits: Partial<LineLimits>) {
  const clock = createFakeClock()
  const settings = { hostConcurrency: 1, hostSpacingMs: 0, ...limits }
  const line = createHostLine(() => settings, clock)
  const log: string[] = []
  const enter = async (name: string, { host = 'shop.test', signal = forever } = {}): Promise<Leave> => {
    const leave = await line.enter(host, signal)
    log.push(name)
    return leave
  }
  return { line, clock, settings, log, enter }
}

describe('a line of requests to one host', () => {
  test('lets so many through at once, and the rest in the order in which they came', async () => {
    const { enter, log, line } = lineOf({ hostConcurrency: 2 })
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map(name => enter(name))
    await turn()
    assert.deepEqual(log, ['first', 'second'])
    ;(await second!)()
    ;(await third!)()
    await turn()
    assert.deepEqual(log, ['first', 'second', 'third', 'fourth'])
    for (const place of [first!, fourth!]) (await place)()
    assert.equal(line.size(), 0)
  })

  test('gives a free place at once, without a promise', () => {
    const { line } = lineOf({})
    assert.equal(typeof line.enter('shop.test', forever), 'function')
  })

  test('does not hold up those who ask another host', async () => {
    const { enter, log } = lineOf({})
    await enter('one')
    await enter('two', { host: 'other.test' })
    assert.deepEqual(log, ['one', 'two'])
  })

  test('is left by those who give up, and they are not counted', async () => {
    const { enter, log, line } = lineOf({})
    const caller = new AbortController()
    const first = await enter('first')
    const gone = enter('gone', { signal: caller.signal })
    const third = enter('third')
    caller.abort(new Error('no longer wanted'))
    await assert.rejects(gone, /no longer wanted/)
    first()
    ;(await third)()
    assert.deepEqual(log, ['first', 'third'])
    assert.equal(line.size(), 0)
  })

  test('is not entered by those who have given up already', async () => {
    const { enter, line } = lineOf({})
    await assert.rejects(enter('gone', { signal: AbortSignal.abort(new Error('gone')) }), /gone/)
    assert.equal(line.size(), 0)
  })

  test('follows a change of the limit', async () => {
    const { enter, log, settings } = lineOf({})
    const first = await enter('first')
    const rest = [enter('second'), enter('third')]
    settings.hostConcurrency = 2
    first()
    await Promise.all(rest)
    assert.deepEqual(log, ['first', 'second', 'third'])
  })
})

describe('a line with spacing', () => {
  test('starts requests that far apart, whether the one before has ended or not', async () => {
    const { enter, clock } = lineOf({ hostConcurrency: 5, hostSpacingMs: 200 })
    const starts: number[] = []
    const places = [1, 2, 3].map(async number => {
      const leave = await enter(String(number))
      starts.push(clock.now())
      leave()
    })
    await Promise.all(places)
    assert.deepEqual(starts, [0, 200, 400])
  })

  test('remembers the last start until the spacing is over, and forgets the host then', async () => {
    const clock = createFakeClock()
    const moments: (() => void)[] = []
    const line = createHostLine(() => ({ hostConcurrency: 1, hostSpacingMs: 200 }), {
      now: clock.now,
      wait: ms => new Promise(resolve => moments.push(() => resolve(clock.wait(ms)))),
    })
    ;(await line.enter('shop.test', forever))()
    assert.equal(line.size(), 1)
    assert.equal(moments.length, 1)
    moments[0]!()
    await turn()
    assert.equal(line.size(), 0)
  })
})
