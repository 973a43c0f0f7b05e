import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import type { ParserSchema } from '../../../server/parsers/parser-schema.ts'
import { TYPES } from '../../../server/parsers/schema/keys.ts'

describe('a schema', () => {
  test('reports the invalid rule by its path', () => {
    const offers = { css: '.offer', all: true, fields: { price: { css: '.p', type: 'span' } } }
    assert.equal(checkSchema({ fields: { offers } })[0]?.field, 'schema.fields.offers.fields.price')
  })

  const roots: [unknown, string][] = [
    [null, 'A schema is an object with "fields".'],
    ['h1', 'A schema is an object with "fields".'],
    [[], 'A schema is an object with "fields".'],
    [{}, 'A schema is an object with "fields".'],
    [{ fields: {} }, '"fields" has at least one field.'],
    [{ fields: 'h1' }, '"fields" has at least one field.'],
    [{ fields: { x: 'b' }, css: 'b' }, 'Unknown key "css".'],
    [{ fields: { x: 'b' }, description: 1 }, '"description" is a text.'],
    [{ fields: { x: 'b' }, strict: 'yes' }, '"strict" is true or false.'],
  ]
  for (const [schema, error] of roots) {
    test(`${JSON.stringify(schema)}: ${error}`, () => {
      assert.deepEqual(
        checkSchema(schema).map(problem => [problem.field, problem.error]),
        [['schema', error]],
      )
    })
  }

  test('reports all its problems in order', () => {
    const fields = {
      a: 'a[',
      b: { css: 'b', all: 1, fields: { c: { url: 'a...b' } }, type: 'share' },
      d: {},
    }
    assert.deepEqual(
      checkSchema({ fields }).map(({ field, error }) => `${field}: ${error}`),
      [
        'schema.fields.a: "css": "a[" is not a valid selector.',
        'schema.fields.b: "all" is true or false.',
        'schema.fields.b.fields.c: "url": "a...b" is not a path.',
        'schema.fields.b: "type": "share" is not a type.',
        'schema.fields.d: The rule has no source.',
      ],
    )
  })

  test('reports twenty problems at most', () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, {}]))
    assert.equal(checkSchema({ fields }).length, 20)
  })

  for (const name of ['', ' ', '__proto__']) {
    test(`cannot have a field named ${JSON.stringify(name)}`, () => {
      const schema = JSON.parse(`{"fields": {${JSON.stringify(name)}: "b"}}`)
      assert.equal(checkSchema(schema)[0]?.error, `${JSON.stringify(name)} cannot be the name of a field.`)
    })
  }

  test('may nest rules 32 deep, but no deeper', () => {
    const nest = (depth: number): object => {
      let rule: unknown = 'b'
      for (let level = 1; level < depth; level++) rule = { css: 'b', fields: { x: rule } }
      return { fields: { x: rule } }
    }
    assert.deepEqual(checkSchema(nest(32)), [])
    for (const depth of [33, 100_000]) assert.match(checkSchema(nest(depth))[0]!.error, /64 levels/)
  })

  test('may have 1,000 rules, but no more', () => {
    const schemaOfRules = (rules: number) => ({
      fields: Object.fromEntries(Array.from({ length: rules }, (_, index) => [`f${index}`, 'b'])),
    })
    assert.deepEqual(checkSchema(schemaOfRules(1000)), [])
    assert.deepEqual(checkSchema(schemaOfRules(1001)), [
      {
        field: 'schema.fields.f1000',
        error: 'A schema has at most 1,000 rules.',
        hint: 'Read the page with several parsers.',
      },
    ])
  })

  test('that is invalid does not compile, and the error is its first problem', () => {
    const schema = { fields: { a: { css: 'b', type: 'span' }, b: {} } } as unknown as ParserSchema
    assert.throws(
      () => compileParser(schema),
      (error: AppError) => {
        const body = {
          error: '"type": "span" is not a type.',
          field: 'schema.fields.a',
          hint: `"type" is one of ${TYPES.join(', ')}.`,
        }
        assert.deepEqual(error.toJSON(), body)
        return error instanceof AppError && error.code === 'invalid_input'
      },
    )
  })
})
