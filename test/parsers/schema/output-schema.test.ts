import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { outputSchema } from '../../../server/parsers/output-schema.ts'
import type { Fields } from '../../../server/parsers/parser-schema.ts'

/** The output schema of a single field `x`. */
const schemaOf = (rule: Fields[string]) =>
  (outputSchema({ fields: { x: rule } }).properties as Record<string, unknown>).x

const TEXT = { type: ['string', 'null'] }
const OBJECT = { properties: { y: TEXT }, required: ['y'], additionalProperties: false }

describe('the output schema', () => {
  test('is an object schema with every field, in draft 2020-12', () => {
    assert.deepEqual(
      outputSchema({ description: 'A page', fields: { a: 'h1', b: { css: 'b', all: true } } }),
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        description: 'A page',
        type: 'object',
        properties: { a: TEXT, b: { type: 'array', items: TEXT } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    )
  })

  const cases: [string, Fields[string], unknown][] = [
    ['a text may be null', 'h1', TEXT],
    ['a required text is not null', { css: 'h1', required: true }, { type: 'string' }],
    ['a default rules null out', { css: 'b', type: 'integer', default: 0 }, { type: 'integer', default: 0 }],
    ['a default of null does not', { css: 'b', default: null }, TEXT],
    [
      'a description is carried over',
      { css: 'b', type: 'number', description: 'EUR' },
      { description: 'EUR', type: ['number', 'null'] },
    ],
    ['a meta text may be null', { meta: 'og:title' }, TEXT],
    ['what an XPath finds is text', { xpath: '//th/following-sibling::td' }, TEXT],
    [
      'an attribute that an XPath finds is text',
      { xpath: '//a/@href', default: '' },
      { type: 'string', default: '' },
    ],
    ['several that an XPath finds are texts', { xpath: '//td', all: true }, { type: 'array', items: TEXT }],
    ['a text that an XPath computes is one', { xpath: 'concat(//h1, " ", //h2)' }, TEXT],
    ['a number that an XPath computes is one', { xpath: 'count(//li) - 1' }, { type: ['number', 'null'] }],
    ['what an XPath compares is true or false', { xpath: '//b = "x"' }, { type: ['boolean', 'null'] }],
    [
      'a type goes before what an XPath finds',
      { xpath: '//b', type: 'number' },
      { type: ['number', 'null'] },
    ],
    ['a transform may make anything of what an XPath finds', { xpath: '//b', transform: ['json'] }, {}],
    [
      'a default may be of another type than what an XPath finds',
      { xpath: '//b', default: 0 },
      { default: 0 },
    ],
    ['untyped JSON may be anything', { json: 'a' }, {}],
    ['typed JSON is of its type', { json: 'a', type: 'boolean' }, { type: ['boolean', 'null'] }],
    [
      'a list has items that may be null',
      { json: 'a', all: true, type: 'number' },
      { type: 'array', items: { type: ['number', 'null'] } },
    ],
    [
      'a required list has items',
      { css: 'b', all: true, required: true },
      { type: 'array', items: TEXT, minItems: 1 },
    ],
    ['an object may be null', { css: 'b', fields: { y: 'i' } }, { type: ['object', 'null'], ...OBJECT }],
    [
      'a required object is not null',
      { css: 'b', required: true, fields: { y: 'i' } },
      { type: 'object', ...OBJECT },
    ],
    ['a group is never null', { fields: { y: 'i' } }, { type: 'object', ...OBJECT }],
    [
      'a list of objects has no null items',
      { css: 'b', all: true, fields: { y: 'i' } },
      { type: 'array', items: { type: 'object', ...OBJECT } },
    ],
    ['a constant is itself', { const: { a: 1 } }, { const: { a: 1 } }],
    ['rules of one kind are that kind', { any: ['h1', { meta: 'a' }] }, TEXT],
    [
      'rules of a typed any have its type',
      { any: ['h1', { json: 'a' }], type: 'number' },
      { type: ['number', 'null'] },
    ],
    [
      'rules that all give lists give no null',
      {
        any: [
          { css: 'b', all: true },
          { css: 'i', all: true },
        ],
      },
      { type: 'array', items: TEXT },
    ],
    [
      'rules of several kinds are any of them',
      { any: ['h1', { css: 'b', type: 'integer' }, { css: 'i', fields: { y: 'i' } }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object', ...OBJECT }, { type: 'null' }] },
    ],
    [
      'a default of another kind is one more',
      { any: ['h1', 'h2'], default: 0 },
      { anyOf: [{ type: 'string' }, { const: 0 }], default: 0 },
    ],
  ]
  for (const [title, rule, expected] of cases) {
    test(title, () => assert.deepEqual(schemaOf(rule), expected))
  }
})
