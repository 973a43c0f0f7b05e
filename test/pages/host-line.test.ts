import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import {
  createHostQueues,
  type HostLimits,
  type ReleaseSlot,
} from '../../server/pages/politeness/host-line.ts'
import { createFakeClock } from './fake-clock.ts'

const forever = new AbortController().signal

/** Creates a queue, and a list of the requests that got a slot, in order. */
function lineOf(limits: Partial<HostLimits>) {
  const clock = createFakeClock()
  const settings = { hostConcurrency: 1, hostSpacingMs: 0, ...limits }
  const line = createHostQueues(() => settings, clock)
  const log: string[] = []
  const enter = async (name: string, { host = 'shop.test', signal = forever } = {}): Promise<ReleaseSlot> => {
    const leave = await line.enter(host, signal)
    log.push(name)
    return leave
  }
  return { line, clock, settings, log, enter }
}

describe('a queue of requests to one host', () => {
  test('runs as many as the limit at once, and the others in the order of their arrival', async () => {
    const { enter, log, line } = lineOf({ hostConcurrency: 2 })
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map(name => enter(name))
    await turn()
    assert.deepEqual(log, ['first', 'second'])
    ;(await second!)()
    ;(await third!)()
    await turn()
    assert.deepEqual(log, ['first', 'second', 'third', 'fourth'])
    for (const slot of [first!, fourth!]) (await slot)()
    assert.equal(line.size(), 0)
  })

  test('gives a free slot synchronously', () => {
    const { line } = lineOf({})
    assert.equal(typeof line.enter('shop.test', forever), 'function')
  })

  test('does not delay requests to another host', async () => {
    const { enter, log } = lineOf({})
    await enter('one')
    await enter('two', { host: 'other.test' })
    assert.deepEqual(log, ['one', 'two'])
  })

  test('no longer counts requests that were cancelled while they waited', async () => {
    const { enter, log, line } = lineOf({})
    const caller = new AbortController()
    const first = await enter('first')
    const abortedEntry = enter('gone', { signal: caller.signal })
    const third = enter('third')
    caller.abort(new Error('no longer wanted'))
    await assert.rejects(abortedEntry, /no longer wanted/)
    first()
    ;(await third)()
    assert.deepEqual(log, ['first', 'third'])
    assert.equal(line.size(), 0)
  })

  test('does not accept requests that are already cancelled', async () => {
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

describe('a queue of requests with spacing', () => {
  test('starts requests with this distance, whether or not the previous one has ended', async () => {
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

  test('keeps the time of the last start until the spacing is over, then forgets the host', async () => {
    const clock = createFakeClock()
    const moments: (() => void)[] = []
    const hostLine = createHostQueues(() => ({ hostConcurrency: 1, hostSpacingMs: 200 }), {
      now: clock.now,
      wait: ms => new Promise(resolve => moments.push(() => resolve(clock.wait(ms)))),
    })
    ;(await hostLine.enter('shop.test', forever))()
    assert.equal(hostLine.size(), 1)
    assert.equal(moments.length, 1)
    moments[0]!()
    await turn()
    assert.equal(hostLine.size(), 0)
  })
})
