import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '../../server/errors.ts'
import { climbLadder, type Rung } from '../../server/prebuilt/climb-ladder.ts'
import type { Payload } from '../../server/prebuilt/define-prebuilt.ts'
import { DoubtedError, upstreamError } from '../../server/prebuilt/upstream-errors.ts'

type Need = 'name' | 'count'

const wanted: Need[] = ['name', 'count']
const brought = (found: Payload[]) => found.flatMap(({ body }) => body as Need[])

/** A rung that brings some needs or fails with a code. */
const rung = (source: string, brings: Need[] | ErrorCode, more: Partial<Rung<Need>> = {}): Rung<Need> => ({
  gives: wanted,
  async ask() {
    if (typeof brings === 'string') throw new AppError(brings, source)
    return [{ source, body: brings }]
  },
  ...more,
})

const climb = async (...rungs: Rung<Need>[]) => {
  const found = await climbLadder<Need>({
    rungs,
    missing: payloads => wanted.filter(need => !brought(payloads).includes(need)),
    emptiness: payloads => (brought(payloads).length > 0 ? null : upstreamError('changed')),
  })
  return found.map(({ source }) => source)
}

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
})
