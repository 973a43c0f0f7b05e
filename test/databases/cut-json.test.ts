import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cutList } from '../../server/databases/cut-json.ts'

const valuesOf = (text: string) =>
  [...cutList(Buffer.from(text), { file: 'file', records: 'rows' })].map(item => JSON.parse(item))

describe('splitting a JSON list into its items', () => {
  const lists = [
    '[]',
    ' \n[ ]\r\n',
    '[1]',
    '[1, "two", null, true, {"a": [1, [2, {}]]}]',
    '["a,b", "[", "]}", "\\"", "\\\\", "\\\\\\"]"]',
    '[{"a,": "],", "ž]": "\\u005d"}, [[]], ""]',
  ]
  for (const text of lists)
    test(`gives the same values as parsing it as a whole: ${text}`, () =>
      assert.deepEqual(valuesOf(text), JSON.parse(text)))

  test('skips a byte order mark at the start', () => assert.deepEqual(valuesOf('\ufeff[1]'), [1]))

  const broken = [
    '',
    'x[1]',
    '[1',
    '["',
    '["\\',
    '[1,',
    '[1]]',
    '[1] 2',
    '[1,]',
    '[,1]',
    '[{]}',
    '[}',
    '[1 2]',
  ]
  for (const text of broken)
    test(`fails where parsing it as a whole fails: ${text}`, () => {
      assert.throws(() => JSON.parse(text), SyntaxError)
      assert.throws(() => valuesOf(text), SyntaxError)
    })
})
