import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '../../server/base/errors.ts'
import { climbLadder, firstThatWorks, type Rung } from '../../server/prebuilt/climb-ladder.ts'
import type { Payload } from '../../server/prebuilt/define-prebuilt.ts'
import type { SourceMemory } from '../../server/prebuilt/upstream.ts'
import { DoubtedError, upstreamError } from '../../server/prebuilt/upstream-errors.ts'
import { forgetful } from './support/upstream.ts'

type Need = 'name' | 'count'

const wanted: Need[] = ['name', 'count']
const brought = (found: Payload[]) => found.flatMap(({ body }) => body as Need[])

/** A rung that brings some needs or fails with a code. */
const rung = (source: string, brings: Need[] | ErrorCode, more: Partial<Rung<Need>> = {}): Rung<Need> => ({
  source,
  gives: wanted,
  async ask() {
    if (typeof brings === 'string') throw new AppError(brings, source)
    return [{ source, body: brings }]
  },
  ...more,
})

const climbWith = async (sources: SourceMemory, ...rungs: Rung<Need>[]) => {
  const found = await climbLadder<Need>(
    {
      rungs,
      missing: payloads => wanted.filter(need => !brought(payloads).includes(need)),
      emptiness: payloads => (brought(payloads).length > 0 ? null : upstreamError('changed')),
    },
    sources,
  )
  return found.map(({ source }) => source)
}

const climb = (...rungs: Rung<Need>[]) => climbWith(forgetful, ...rungs)

const fails = (code: string, message: string, ...rungs: Rung<Need>[]) =>
  assert.rejects(climb(...rungs), { name: 'AppError', code, message })

describe('a ladder of sources', () => {
  test('ends where nothing is missing', async () => {
    assert.deepEqual(await climb(rung('a', wanted), rung('b', wanted)), ['a'])
  })

  test('goes on for what is missing, to those that may have it', async () => {
    const counts = rung('b', ['count'], { gives: ['count'] })
    assert.deepEqual(await climb(rung('a', ['count']), counts, rung('c', ['name'])), ['a', 'c'])
  })

  test('goes on after failures, and brings what was found before them', async () => {
    assert.deepEqual(await climb(rung('a', 'blocked'), rung('b', ['name']), rung('c', 'not_found')), ['b'])
  })

  test('shows a source what was found before it', async () => {
    let seen: Payload[] = []
    const last = rung('b', ['name'], {
      ask: async found => {
        seen = found
        return []
      },
    })
    await climb(rung('a', ['count']), last)
    assert.equal(seen[0]?.source, 'a')
  })

  test('ends with a plain word of the platform while there is nothing', async () => {
    await fails('not_found', 'b', rung('a', 'blocked'), rung('b', 'not_found'), rung('c', wanted))
  })

  test('counts an answer that tells nothing as a failure', async () => {
    await assert.rejects(climb(rung('a', [])), { code: 'changed' })
    assert.deepEqual(await climb(rung('a', []), rung('b', wanted)), ['b'])
  })

  test('asks a costly source only while there is nothing', async () => {
    const costly = rung('b', wanted, { costly: true })
    assert.deepEqual(await climb(rung('a', ['count']), costly), ['a'])
    assert.deepEqual(await climb(rung('a', 'blocked'), costly), ['b'])
  })

  test('spares a source that refusals make refuse more, while it refuses and there is something', async () => {
    const wearing = rung('b', wanted, { wearing: true })
    const refused: SourceMemory = { ...forgetful, shuns: source => source === 'b' }
    assert.deepEqual(await climb(rung('a', ['count']), wearing), ['a', 'b'])
    assert.deepEqual(await climbWith(refused, rung('a', ['count']), wearing), ['a'])
    assert.deepEqual(await climbWith(refused, rung('a', 'blocked'), wearing), ['b'])
  })

  test('ends at once where it is cancelled', async () => {
    await fails('cancelled', 'b', rung('a', ['name']), rung('b', 'cancelled'), rung('c', wanted))
  })
})

describe('a ladder without a find', () => {
  const doubt = (source: string) =>
    rung(source, [], {
      ask: async () => {
        throw new DoubtedError('not_found', source)
      },
    })

  test('fails with the first reason, or with a refusal', async () => {
    await fails('timeout', 'a', rung('a', 'timeout'), rung('b', 'changed'))
    await fails('blocked', 'b', rung('a', 'timeout'), rung('b', 'blocked'), rung('c', 'changed'))
  })

  test('believes a doubted word where no one was refused, or where another one agrees', async () => {
    await fails('not_found', 'b', rung('a', 'timeout'), doubt('b'))
    await fails('blocked', 'a', rung('a', 'blocked'), doubt('b'))
    await fails('not_found', 'c', rung('a', 'blocked'), doubt('b'), doubt('c'))
    assert.deepEqual(await climb(doubt('a'), rung('b', wanted)), ['b'])
  })

  test('never fails for want of a browser where another source said why', async () => {
    await fails('changed', 'b', rung('a', 'no_browser'), rung('b', 'changed'))
    await fails('no_browser', 'a', rung('a', 'no_browser'))
  })
})

describe('what is remembered of sources', () => {
  /** Puts the last source first, and writes down how each did. */
  function reversing() {
    const notes: [source: string, code: string | null][] = []
    const sources: SourceMemory = {
      order: rungs => rungs.toReversed(),
      shuns: () => false,
      note: (source, failure) => notes.push([source, failure?.code ?? null]),
    }
    return { sources, notes }
  }

  test('decides which one is asked first, and hears how each did', async () => {
    const { sources, notes } = reversing()
    assert.deepEqual(await climbWith(sources, rung('a', wanted), rung('b', []), rung('c', 'blocked')), ['a'])
    assert.deepEqual(notes, [
      ['c', 'blocked'],
      ['b', 'changed'],
      ['a', null],
    ])
  })

  test('hears of a plain word, and of no call that was cancelled', async () => {
    const { sources, notes } = reversing()
    await assert.rejects(climbWith(sources, rung('a', 'not_found')), { code: 'not_found' })
    await assert.rejects(climbWith(sources, rung('a', 'cancelled')), { code: 'cancelled' })
    assert.deepEqual(notes, [['a', 'not_found']])
  })

  test('does not change which failure tells why', async () => {
    const { sources } = reversing()
    const climbed = climbWith(sources, rung('a', 'timeout'), rung('b', 'changed'))
    await assert.rejects(climbed, { code: 'timeout' })
  })
})

describe('a ladder each of whose sources has all', () => {
  test('ends with the first that works', async () => {
    const ways = [rung('a', 'blocked'), rung('b', ['name']), rung('c', wanted)]
    const found = await firstThatWorks(ways, forgetful)
    assert.deepEqual(
      found.map(({ source }) => source),
      ['b'],
    )
  })
})
