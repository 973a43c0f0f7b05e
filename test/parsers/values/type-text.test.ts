import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputSchema } from '../../../server/parsers/output-schema.ts'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { typeText } from '../../../server/parsers/type-text.ts'

test('the output schema is written as a TypeScript type', () => {
  const fields: Fields = {
    title: { css: 'h1', required: true, description: 'What it is called' },
    price: { css: '.p', type: 'price' },
    tags: { css: 'i', all: true },
    'a-b': { const: 1 },
    specs: { table: 'table' },
    other: { any: ['h2', { css: 'b', type: 'integer' }] },
    offers: { css: 'li', all: true, fields: { sku: '@id', json: { script: 's' } } },
  }
  assert.equal(
    typeText(outputSchema({ fields })),
    `{
  /** What it is called */
  title: string
  price: {
    amount: number
    currency: string | null
  } | null
  tags: Array<string | null>
  "a-b": 1
  specs: Record<string, string | null> | null
  other: string | number | null
  offers: Array<{
    sku: string | null
    json: unknown
  }>
}`,
  )
})
