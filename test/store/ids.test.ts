import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeTime, isValid } from 'ulid'
import { newId } from '../../server/base/ids.ts'

const at = Date.UTC(2100, 0, 1)

describe('ids', () => {
  test('are a prefix and a ULID of the given time', () => {
    const id = newId('job', at)
    assert.ok(id.startsWith('job_') && isValid(id.slice(4)), id)
    assert.equal(decodeTime(id.slice(4)), at)
  })

  test('sort in the order of creation: within one millisecond, after the clock goes back, and across prefixes', () => {
    let last = newId('job', at).slice(4)
    for (const [more, prefix] of [
      [0, 'job'],
      [-1_000, 'evt'],
      [1, 'req'],
    ] as const) {
      const id = newId(prefix, at + more).slice(4)
      assert.ok(id > last, `${id} after ${last}`)
      last = id
    }
  })

  test('keep increasing when a millisecond has more ids than their last digits can count', () => {
    let last = newId('job', at + 2)
    for (let i = 0; i <= 32 ** 4; i++) {
      const id = newId('job', at + 2)
      if (id <= last) assert.fail(`${id} after ${last}`)
      last = id
    }
    assert.ok(isValid(last.slice(4)), last)
  })
})
