import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '../../server/base/errors.ts'
import type { Payload } from '../../server/prebuilt/define-prebuilt.ts'
import { firstThatWorks, type PlannedSource, trySources } from '../../server/prebuilt/try-sources.ts'
import type { SourceMemory } from '../../server/prebuilt/upstream.ts'
import { DoubtedError, upstreamError } from '../../server/prebuilt/upstream-errors.ts'
import { emptySourceMemory } from './support/upstream.ts'

type FieldName = 'name' | 'count'

const FIELD_NAMES: FieldName[] = ['name', 'count']
const fieldNamesIn = (found: Payload[]) => found.flatMap(({ body }) => body as FieldName[])

/** A source that provides some needs or fails with a code. */
const sourceOf = (
  source: string,
  brings: FieldName[] | ErrorCode,
  more: Partial<PlannedSource<FieldName>> = {},
): PlannedSource<FieldName> => ({
  source,
  provides: FIELD_NAMES,
  async ask() {
    if (typeof brings === 'string') throw new AppError(brings, source)
    return [{ source, body: brings }]
  },
  ...more,
})

const sourcesAskedWith = async (memory: SourceMemory, ...sources: PlannedSource<FieldName>[]) => {
  const found = await trySources<FieldName>(
    {
      sources,
      missing: payloads => FIELD_NAMES.filter(need => !fieldNamesIn(payloads).includes(need)),
      emptiness: payloads => (fieldNamesIn(payloads).length > 0 ? null : upstreamError('changed')),
    },
    memory,
  )
  return found.map(({ source }) => source)
}

const sourcesAsked = (...sources: PlannedSource<FieldName>[]) =>
  sourcesAskedWith(emptySourceMemory, ...sources)

const assertFails = (code: string, message: string, ...sources: PlannedSource<FieldName>[]) =>
  assert.rejects(sourcesAsked(...sources), { name: 'AppError', code, message })

describe('a plan of sources', () => {
  test('ends when nothing is missing', async () => {
    assert.deepEqual(await sourcesAsked(sourceOf('a', FIELD_NAMES), sourceOf('b', FIELD_NAMES)), ['a'])
  })

  test('continues for what is missing, only with sources that may have it', async () => {
    const counts = sourceOf('b', ['count'], { provides: ['count'] })
    assert.deepEqual(await sourcesAsked(sourceOf('a', ['count']), counts, sourceOf('c', ['name'])), [
      'a',
      'c',
    ])
  })

  test('continues after failures, and returns what was found in spite of them', async () => {
    assert.deepEqual(
      await sourcesAsked(sourceOf('a', 'blocked'), sourceOf('b', ['name']), sourceOf('c', 'not_found')),
      ['b'],
    )
  })

  test('passes to each source what was found before it', async () => {
    let received: Payload[] = []
    const last = sourceOf('b', ['name'], {
      ask: async found => {
        received = found
        return []
      },
    })
    await sourcesAsked(sourceOf('a', ['count']), last)
    assert.equal(received[0]?.source, 'a')
  })

  test('ends with a definite error of the platform while nothing has been found', async () => {
    await assertFails(
      'not_found',
      'b',
      sourceOf('a', 'blocked'),
      sourceOf('b', 'not_found'),
      sourceOf('c', FIELD_NAMES),
    )
  })

  test('treats an answer without data as a failure', async () => {
    await assert.rejects(sourcesAsked(sourceOf('a', [])), { code: 'changed' })
    assert.deepEqual(await sourcesAsked(sourceOf('a', []), sourceOf('b', FIELD_NAMES)), ['b'])
  })

  test('tries a `lastResort` source only while nothing has been found', async () => {
    const lastResort = sourceOf('b', FIELD_NAMES, { lastResort: true })
    assert.deepEqual(await sourcesAsked(sourceOf('a', ['count']), lastResort), ['a'])
    assert.deepEqual(await sourcesAsked(sourceOf('a', 'blocked'), lastResort), ['b'])
  })

  test('skips an `avoidAfterBlock` source that blocked lately, unless nothing has been found', async () => {
    const avoidAfterBlock = sourceOf('b', FIELD_NAMES, { avoidAfterBlock: true })
    const refused: SourceMemory = { ...emptySourceMemory, shuns: source => source === 'b' }
    assert.deepEqual(await sourcesAsked(sourceOf('a', ['count']), avoidAfterBlock), ['a', 'b'])
    assert.deepEqual(await sourcesAskedWith(refused, sourceOf('a', ['count']), avoidAfterBlock), ['a'])
    assert.deepEqual(await sourcesAskedWith(refused, sourceOf('a', 'blocked'), avoidAfterBlock), ['b'])
  })

  test('ends at once when it is cancelled', async () => {
    await assertFails(
      'cancelled',
      'b',
      sourceOf('a', ['name']),
      sourceOf('b', 'cancelled'),
      sourceOf('c', FIELD_NAMES),
    )
  })
})

describe('a plan that finds nothing', () => {
  const doubtedSource = (source: string) =>
    sourceOf(source, [], {
      ask: async () => {
        throw new DoubtedError('not_found', source)
      },
    })

  test('fails with the first reason, or with `blocked` if any source was blocked', async () => {
    await assertFails('timeout', 'a', sourceOf('a', 'timeout'), sourceOf('b', 'changed'))
    await assertFails(
      'blocked',
      'b',
      sourceOf('a', 'timeout'),
      sourceOf('b', 'blocked'),
      sourceOf('c', 'changed'),
    )
  })

  test('believes an uncertain error when no source was blocked, or when a second one agrees', async () => {
    await assertFails('not_found', 'b', sourceOf('a', 'timeout'), doubtedSource('b'))
    await assertFails('blocked', 'a', sourceOf('a', 'blocked'), doubtedSource('b'))
    await assertFails('not_found', 'c', sourceOf('a', 'blocked'), doubtedSource('b'), doubtedSource('c'))
    assert.deepEqual(await sourcesAsked(doubtedSource('a'), sourceOf('b', FIELD_NAMES)), ['b'])
  })

  test('fails as `no_browser` only when no other source gave a reason', async () => {
    await assertFails('changed', 'b', sourceOf('a', 'no_browser'), sourceOf('b', 'changed'))
    await assertFails('no_browser', 'a', sourceOf('a', 'no_browser'))
  })
})

describe('the memory of sources', () => {
  /** A memory that puts the last source first and records how each one did. */
  function createReversingMemory() {
    const notes: [source: string, code: string | null][] = []
    const sources: SourceMemory = {
      order: sources => sources.toReversed(),
      shuns: () => false,
      note: (source, failure) => notes.push([source, failure?.code ?? null]),
    }
    return { sources, notes }
  }

  test('decides which source is tried first, and is notified how each one did', async () => {
    const { sources, notes } = createReversingMemory()
    assert.deepEqual(
      await sourcesAskedWith(
        sources,
        sourceOf('a', FIELD_NAMES),
        sourceOf('b', []),
        sourceOf('c', 'blocked'),
      ),
      ['a'],
    )
    assert.deepEqual(notes, [
      ['c', 'blocked'],
      ['b', 'changed'],
      ['a', null],
    ])
  })

  test('is notified of a definite error, but not of a cancelled call', async () => {
    const { sources, notes } = createReversingMemory()
    await assert.rejects(sourcesAskedWith(sources, sourceOf('a', 'not_found')), { code: 'not_found' })
    await assert.rejects(sourcesAskedWith(sources, sourceOf('a', 'cancelled')), { code: 'cancelled' })
    assert.deepEqual(notes, [['a', 'not_found']])
  })

  test('does not change which failure is reported', async () => {
    const { sources } = createReversingMemory()
    const failing = sourcesAskedWith(sources, sourceOf('a', 'timeout'), sourceOf('b', 'changed'))
    await assert.rejects(failing, { code: 'timeout' })
  })
})

describe('a plan whose sources each have all the data', () => {
  test('ends with the first that works', async () => {
    const sources = [sourceOf('a', 'blocked'), sourceOf('b', ['name']), sourceOf('c', FIELD_NAMES)]
    const found = await firstThatWorks(sources, emptySourceMemory)
    assert.deepEqual(
      found.map(({ source }) => source),
      ['b'],
    )
  })
})
