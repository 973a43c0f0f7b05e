import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import type { Rule } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

const PAGE = { text: '<ul><li><b>Tea</b></ul>', url: 'https://shop.example/' }

describe('a key without effect is refused in a new schema, but a parser that was saved with it still reads', () => {
  const rules: [Rule, unknown][] = [
    [{ css: 'b', timezone: 'Europe/Berlin' }, 'Tea'],
    [{ css: 'b', read: 'count', transform: ['trim'] }, 1],
    [{ css: 'li', locale: 'de', fields: { name: 'b' } } as Rule, { name: 'Tea' }],
    [{ url: 'pathname' }, null],
    [{ any: ['b.p-2.5', 'b'] }, 'Tea'],
    [{ xpath: 'count(//li)', read: '@id' }, 1],
    [{ css: 'b', type: 'number', pattern: '^1' }, null],
    [{ css: 'li', all: true, where: { name: { min: 2 } }, fields: { name: 'b' } }, []],
    [{ css: 'b', all: true, limit: 1, min_items: 2 }, []],
    [{ css: 'b@id', remove: 'i', default: 'none' }, 'none'],
    [{ xpath: '//b[0]' }, null],
  ]
  for (const [rule, value] of rules)
    test(JSON.stringify(rule), () => {
      const schema = { fields: { value: rule } }
      assert.equal(checkSchema(schema).length, 1)
      assert.deepEqual(runParser(compileParser(schema), PAGE).data, { value })
    })
})
