import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withChanges } from './support/json.ts'

test('a value that one change inserts is not modified by later changes', () => {
  const list = [null]
  const changedObject = withChanges({ a: 1 }, [
    { at: 0, how: 'replace', value: list, key: 'x' },
    { at: 0.9, how: 'add', value: list, key: 'x' },
  ])
  assert.deepEqual(changedObject, { a: [null, [null]] })
  assert.deepEqual(list, [null])
})
