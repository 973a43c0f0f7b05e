import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { KEY_GUIDE } from '../../../server/parsers/schema/key-guide.ts'
import { KEYS } from '../../../server/parsers/schema/keys.ts'

describe('the guide to the language', () => {
  test('describes every key, and no other', () => {
    assert.deepEqual(Object.keys(KEY_GUIDE).sort(), [...KEYS].sort())
  })
})
