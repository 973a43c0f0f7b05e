import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { partsOfWanted } from '../../../server/parsers/infer/rules/joined-texts.ts'

describe('the parts of a wanted text', () => {
  test('are what its first separator separates', () => {
    assert.deepEqual(partsOfWanted('tea, leaf, cup'), { parts: ['tea', 'leaf', 'cup'], joint: ', ' })
    assert.equal(partsOfWanted('tea leaf'), null)
  })

  test('are not looked for in a long text, such as one with a million blanks', () => {
    assert.equal(partsOfWanted(`a${' '.repeat(1_000_000)}b, c`), null)
  })
})
