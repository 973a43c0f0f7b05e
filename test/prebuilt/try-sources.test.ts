import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '../../server/base/errors.ts'
import type { Payload } from '../../server/prebuilt/define-prebuilt.ts'
import { firstThatWorks, type PlannedSource, trySources } from '../../server/prebuilt/try-sources.ts'
import type { SourceMemory } from '../../server/prebuilt/upstream.ts'
import { DoubtedError, upstreamError } from '../../server/prebuilt/upstream-errors.ts'
import { forgetful } from './support/upstream.ts'

type Need = 'name' | 'count'

const wanted: Need[] = ['name', 'count']
const brought = (found: Payload[]) => found.flatMap(({ body }) => body as Need[])

/** A source that brings some needs or fails with a code. */
const sourceOf = (
  source: string,
  brings: Need[] | ErrorCode,
  more: Partial<PlannedSource<Need>> = {},
): PlannedSource<Need> => ({
  source,
  provides: wanted,
  async ask() {
    if (typeof brings === 'string') throw new AppError(brings, source)
    return [{ source, body: brings }]
  },
  ...more,
})

const askedWith = async (memory: SourceMemory, ...sources: PlannedSource<Need>[]) => {
  const found = await trySources<Need>(
    {
      sources,
      missing: payloads => wanted.filter(need => !brought(payloads).includes(need)),
      emptiness: payloads => (brought(payloads).length > 0 ? null : upstreamError('changed')),
    },
    memory,
  )
  return found.map(({ source }) => source)
}

const asked = (...sources: PlannedSource<Need>[]) => askedWith(forgetful, ...sources)

const fails = (code: string, message: string, ...sources: PlannedSource<Need>[]) =>
  assert.rejects(asked(...sources), { name: 'AppError', code, message })

describe('a plan of sources', () => {
  test('ends where nothing is missing', async () => {
    assert.deepEqual(await asked(sourceOf('a', wanted), sourceOf('b', wanted)), ['a'])
  })

  test('goes on for what is missing, to those that may have it', async () => {
    const counts = sourceOf('b', ['count'], { provides: ['count'] })
    assert.deepEqual(await asked(sourceOf('a', ['count']), counts, sourceOf('c', ['name'])), ['a', 'c'])
  })

  test('goes on after failures, and brings what was found before them', async () => {
    assert.deepEqual(
      await asked(sourceOf('a', 'blocked'), sourceOf('b', ['name']), sourceOf('c', 'not_found')),
      ['b'],
    )
  })

  test('shows a source what was found before it', async () => {
    let seen: Payload[] = []
    const last = sourceOf('b', ['name'], {
      ask: async found => {
        seen = found
        return []
      },
    })
    await asked(sourceOf('a', ['count']), last)
    assert.equal(seen[0]?.source, 'a')
  })

  test('ends with a plain word of the platform while there is nothing', async () => {
    await fails('not_found', 'b', sourceOf('a', 'blocked'), sourceOf('b', 'not_found'), sourceOf('c', wanted))
  })

  test('counts an answer that tells nothing as a failure', async () => {
    await assert.rejects(asked(sourceOf('a', [])), { code: 'changed' })
    assert.deepEqual(await asked(sourceOf('a', []), sourceOf('b', wanted)), ['b'])
  })

  test('asks a lastResort source only while there is nothing', async () => {
    const lastResort = sourceOf('b', wanted, { lastResort: true })
    assert.deepEqual(await asked(sourceOf('a', ['count']), lastResort), ['a'])
    assert.deepEqual(await asked(sourceOf('a', 'blocked'), lastResort), ['b'])
  })

  test('spares a source that refusals make refuse more, while it refuses and there is something', async () => {
    const avoidAfterBlock = sourceOf('b', wanted, { avoidAfterBlock: true })
    const refused: SourceMemory = { ...forgetful, shuns: source => source === 'b' }
    assert.deepEqual(await asked(sourceOf('a', ['count']), avoidAfterBlock), ['a', 'b'])
    assert.deepEqual(await askedWith(refused, sourceOf('a', ['count']), avoidAfterBlock), ['a'])
    assert.deepEqual(await askedWith(refused, sourceOf('a', 'blocked'), avoidAfterBlock), ['b'])
  })

  test('ends at once where it is cancelled', async () => {
    await fails('cancelled', 'b', sourceOf('a', ['name']), sourceOf('b', 'cancelled'), sourceOf('c', wanted))
  })
})

describe('a plan that finds nothing', () => {
  const doubt = (source: string) =>
    sourceOf(source, [], {
      ask: async () => {
        throw new DoubtedError('not_found', source)
      },
    })

  test('fails with the first reason, or with a refusal', async () => {
    await fails('timeout', 'a', sourceOf('a', 'timeout'), sourceOf('b', 'changed'))
    await fails('blocked', 'b', sourceOf('a', 'timeout'), sourceOf('b', 'blocked'), sourceOf('c', 'changed'))
  })

  test('believes a doubted word where no one was refused, or where another one agrees', async () => {
    await fails('not_found', 'b', sourceOf('a', 'timeout'), doubt('b'))
    await fails('blocked', 'a', sourceOf('a', 'blocked'), doubt('b'))
    await fails('not_found', 'c', sourceOf('a', 'blocked'), doubt('b'), doubt('c'))
    assert.deepEqual(await asked(doubt('a'), sourceOf('b', wanted)), ['b'])
  })

  test('never fails for want of a browser where another source said why', async () => {
    await fails('changed', 'b', sourceOf('a', 'no_browser'), sourceOf('b', 'changed'))
    await fails('no_browser', 'a', sourceOf('a', 'no_browser'))
  })
})

describe('what is remembered of sources', () => {
  /** Puts the last source first, and writes down how each did. */
  function reversing() {
    const notes: [source: string, code: string | null][] = []
    const sources: SourceMemory = {
      order: sources => sources.toReversed(),
      shuns: () => false,
      note: (source, failure) => notes.push([source, failure?.code ?? null]),
    }
    return { sources, notes }
  }

  test('decides which one is asked first, and hears how each did', async () => {
    const { sources, notes } = reversing()
    assert.deepEqual(
      await askedWith(sources, sourceOf('a', wanted), sourceOf('b', []), sourceOf('c', 'blocked')),
      ['a'],
    )
    assert.deepEqual(notes, [
      ['c', 'blocked'],
      ['b', 'changed'],
      ['a', null],
    ])
  })

  test('hears of a plain word, and of no call that was cancelled', async () => {
    const { sources, notes } = reversing()
    await assert.rejects(askedWith(sources, sourceOf('a', 'not_found')), { code: 'not_found' })
    await assert.rejects(askedWith(sources, sourceOf('a', 'cancelled')), { code: 'cancelled' })
    assert.deepEqual(notes, [['a', 'not_found']])
  })

  test('does not change which failure tells why', async () => {
    const { sources } = reversing()
    const failing = askedWith(sources, sourceOf('a', 'timeout'), sourceOf('b', 'changed'))
    await assert.rejects(failing, { code: 'timeout' })
  })
})

describe('a plan whose sources each have everything', () => {
  test('ends with the first that works', async () => {
    const ways = [sourceOf('a', 'blocked'), sourceOf('b', ['name']), sourceOf('c', wanted)]
    const found = await firstThatWorks(ways, forgetful)
    assert.deepEqual(
      found.map(({ source }) => source),
      ['b'],
    )
  })
})
