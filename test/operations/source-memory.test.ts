import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { AppError, type ErrorCode } from '../../server/base/errors.ts'
import { createSourceMemory } from '../../server/operations/prebuilt/source-memory.ts'
import type { SourceMemory } from '../../server/prebuilt/upstream.ts'

const MINUTE = 60_000

let now: number
let sourcesOf: (apiId: string) => SourceMemory
beforeEach(() => {
  now = 1_770_000_000_000
  sourcesOf = createSourceMemory(() => now)
})

const sources = ['page', 'embed', 'browser'].map(source => ({ source }))
const orderOf = (memory: SourceMemory) => memory.order(sources).map(({ source }) => source)
const failure = (code: ErrorCode) => new AppError(code, code)

describe('the order of sources', () => {
  test('is the order of the definition while nothing is known', () => {
    assert.deepEqual(orderOf(sourcesOf('a')), ['page', 'embed', 'browser'])
  })

  test('has a source that was blocked last, for ten minutes', () => {
    const memory = sourcesOf('a')
    memory.note('page', failure('blocked'))
    assert.deepEqual(orderOf(memory), ['embed', 'browser', 'page'])
    now += 10 * MINUTE - 1
    assert.deepEqual(orderOf(memory), ['embed', 'browser', 'page'])
    now += 1
    assert.deepEqual(orderOf(memory), ['page', 'embed', 'browser'])
  })

  test('keeps every source, and among blocked ones the order of the definition', () => {
    const memory = sourcesOf('a')
    for (const source of ['browser', 'embed', 'page']) memory.note(source, failure('blocked'))
    assert.deepEqual(orderOf(memory), ['page', 'embed', 'browser'])
  })

  test('is restored by a success', () => {
    const memory = sourcesOf('a')
    memory.note('page', failure('blocked'))
    memory.note('page', null)
    assert.deepEqual(orderOf(memory), ['page', 'embed', 'browser'])
  })

  test('treats two timeouts in a row like a block', () => {
    const memory = sourcesOf('a')
    memory.note('page', failure('timeout'))
    assert.deepEqual(orderOf(memory), ['page', 'embed', 'browser'])
    memory.note('page', failure('changed'))
    memory.note('page', failure('timeout'))
    assert.deepEqual(orderOf(memory), ['page', 'embed', 'browser'])
    memory.note('page', failure('timeout'))
    assert.deepEqual(orderOf(memory), ['embed', 'browser', 'page'])
  })

  test('ignores every other failure', () => {
    const memory = sourcesOf('a')
    for (const code of ['changed', 'not_found', 'upstream_status', 'no_browser'] as const)
      memory.note('page', failure(code))
    assert.deepEqual(orderOf(memory), ['page', 'embed', 'browser'])
    assert.equal(memory.shuns('page'), false)
    memory.note('page', failure('blocked'))
    assert.equal(memory.shuns('page'), true)
  })
})

test('all calls of one API share its memory of blocked sources, and other APIs have their own', () => {
  sourcesOf('a').note('page', failure('blocked'))
  assert.deepEqual(orderOf(sourcesOf('a')), ['embed', 'browser', 'page'])
  assert.deepEqual(orderOf(sourcesOf('b')), ['page', 'embed', 'browser'])
})
