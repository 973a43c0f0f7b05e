import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { outputSchema } from '../../../server/parsers/output-schema.ts'
import type { ParserSchema } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

const run = (schema: ParserSchema, text: string, url?: string) =>
  runParser(compileParser(schema), { text, ...(url && { url }) })

const failure = (schema: ParserSchema, text: string, url?: string): AppError => {
  try {
    run(schema, text, url)
  } catch (error) {
    assert.ok(error instanceof AppError)
    return error
  }
  return assert.fail('It was read.')
}

describe('a page with expectations', () => {
  const schema: ParserSchema = {
    fields: { title: { css: 'h1', required: true } },
    expect: { must: ['main'], must_not: ['form#login', { regex: '(?i)are you a robot' }] },
  }

  test('is read when they are met', () => {
    assert.deepEqual(run(schema, '<main><h1>Kettle</h1></main>').data, { title: 'Kettle' })
  })

  for (const wall of ['<form id=login></form>', '<p>Are you a ROBOT?</p>'])
    test(`is blocked when it contains ${wall}`, () => {
      const { code, status, facts } = failure(schema, wall)
      assert.deepEqual([code, status], ['blocked', 502])
      assert.match(facts.field!, /^schema\.expect\.must_not\[\d\]$/)
    })

  test('is refused as another page when a `must` element is missing', () => {
    const { code, status, facts } = failure(schema, '<h1>Kettle</h1>')
    assert.deepEqual([code, status, facts.field], ['required_missing', 422, 'schema.expect.must[0]'])
  })

  test('may match `must` with an empty element, while `must_not` ignores values that its rule rejects', () => {
    const rules = {
      must: ['i'],
      must_not: [
        { css: 'b', pattern: '^x' },
        { css: 'u', read: 'count' },
      ],
    }
    assert.deepEqual(run({ fields: { x: 'b' }, expect: rules }, '<i></i><b>y</b>').data, { x: 'y' })
  })
})

describe('the kinds of pages of a parser', () => {
  const schema: ParserSchema = {
    fields: { title: 'h1' },
    pages: [
      {
        name: 'product',
        match: { url_patterns: ['https://shop.example/p/*'] },
        fields: { price: { css: 'b', type: 'price' } },
      },
      {
        name: 'list',
        match: { expect: { must: ['.item'] } },
        fields: { items: { css: '.item', all: true } },
      },
      { name: 'other', fields: {} },
    ],
  }

  test('are recognized by address or by content, and share fields', () => {
    assert.deepEqual(run(schema, '<h1>K</h1><b>€5</b>', 'https://shop.example/p/k').data, {
      title: 'K',
      price: { amount: 5, currency: 'EUR' },
    })
    assert.deepEqual(run(schema, '<h1>L</h1><p class=item>a').data, { title: 'L', items: ['a'] })
    assert.deepEqual(run(schema, '<h1>O</h1>', 'https://shop.example/').data, { title: 'O' })
  })

  test('count only the fields of the recognized kind', () => {
    assert.deepEqual(Object.keys(run(schema, '<h1>O</h1>').fields), ['title'])
  })

  test('end the parse when none of them matches', () => {
    const { code, facts } = failure({ ...schema, pages: schema.pages!.slice(0, 2) }, '<h1>O</h1>')
    assert.equal(code, 'extraction_failed')
    assert.match(facts.hint!, /product, list/)
  })

  test('have only the fields they all share as required in the output schema', () => {
    const { properties, required } = outputSchema(schema)
    assert.deepEqual(Object.keys(properties as object), ['title', 'price', 'items'])
    assert.deepEqual(required, ['title'])
  })
})
