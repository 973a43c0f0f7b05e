import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseLenient, parseWhole } from '../../../server/parsers/json/lenient-json.ts'

describe('lenient JSON', () => {
  const cases: [string, string, unknown][] = [
    ['takes an object', '{"a": [1, "b"]}', { a: [1, 'b'] }],
    ['skips a byte order mark', '\uFEFF {"a": 1}', { a: 1 }],
    ['skips an HTML comment', '<!-- {"a": 1} -->', { a: 1 }],
    ['skips a CDATA mark', '<![CDATA[{"a": 1}]]>', { a: 1 }],
    ['skips a CDATA mark in a comment', '//<![CDATA[\n{"a": 1}\n//]]>', { a: 1 }],
    ['skips an old wrapper', '<!--//--><![CDATA[//><!--\n{"a": 1}\n//--><!]]>', { a: 1 }],
    ['ignores what follows', '{"a": 1}; window.b = "}"', { a: 1 }],
    ['knows braces in strings', '{"a": "}\\"]"} x', { a: '}"]' }],
    ['keeps line breaks in strings', '{"a": "one\ntwo\tthree"}', { a: 'one\ntwo\tthree' }],
    ['knows the escapes of JavaScript', `{"a": "it\\'s \\x41\\u0042", "b":\n"c"}`, { a: "it's AB", b: 'c' }],
    ['drops trailing commas', '{"a": [1, 2, ], }', { a: [1, 2] }],
    ['keeps commas in strings', '{"a": ",]", "b": [1,],}', { a: ',]', b: [1] }],
    [
      'makes undefined null',
      '{"a": undefined, "b": [undefined], "c": "undefined"}',
      { a: null, b: [null], c: 'undefined' },
    ],
    ['keeps lone surrogates', '["\\ud83d"]', ['\ud83d']],
    ['keeps __proto__ a plain key', '{"__proto__": {"a": 1}}', JSON.parse('{"__proto__": {"a": 1}}')],
    ['takes no text', '"a"', undefined],
    ['takes no JavaScript', '{a: 1}', undefined],
    ['takes nothing that does not close', '{"a": [1}', undefined],
    ['takes no string that does not close', '{"a": "1}', undefined],
    ['takes nothing empty', '', undefined],
  ]
  for (const [title, text, expected] of cases) {
    test(title, () => assert.deepEqual(parseLenient(text), expected))
  }

  test('accepts 1,000 levels and no more', () => {
    assert.notEqual(parseLenient('['.repeat(1000) + ']'.repeat(1000)), undefined)
    assert.equal(parseLenient('['.repeat(1001) + ']'.repeat(1001)), undefined)
  })
})

describe('a text that is JSON as a whole', () => {
  test('may have a byte order mark and white space around it', () => {
    assert.deepEqual(parseWhole('\uFEFF\n[1]\n'), [1])
  })

  for (const text of ['[1] x', '{"a": 1', '"a"', '1', '<p>', '', '{"a": 1,}']) {
    test(`is not ${JSON.stringify(text)}`, () => assert.equal(parseWhole(text), undefined))
  }
})
