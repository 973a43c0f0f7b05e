import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { differences } from '../../server/parsers/differences.ts'

describe('where two results differ', () => {
  test('is nowhere for the same in another order of keys', () => {
    assert.deepEqual(differences({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }), [])
  })

  test('is named by the path of each place, in order', () => {
    assert.deepEqual(
      differences({ a: 1, 'b c': [{ d: 1 }, { d: 2 }] }, { a: 2, 'b c': [{ d: 1 }], e: 'new' }),
      [
        { field: 'a', before: 1, after: 2 },
        { field: '["b c"][1]', before: { d: 2 }, after: null },
        { field: 'e', before: null, after: 'new' },
      ],
    )
  })

  test('is the whole where there is nothing to compare with', () => {
    assert.deepEqual(differences(null, { a: 1 }), [{ field: '', before: null, after: { a: 1 } }])
  })

  test('is told of two hundred times at most', () => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => at)
    assert.equal(differences(numbers, numbers.map(String)).length, 200)
  })
})
