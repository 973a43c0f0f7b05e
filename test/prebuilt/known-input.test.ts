import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { exactlyOne } from '../../server/prebuilt/exactly-one.ts'
import { knownInput } from '../../server/prebuilt/known-input.ts'

const input = exactlyOne(
  z.strictObject({
    url: z.string().optional().describe('An address.'),
    id: z.string().optional(),
    lang: z.string().min(2).default('en').describe('A language.'),
  }),
  'url',
  'id',
)

const schema = z.strictObject(knownInput(input))

describe('the input that may be sent along with a saved page', () => {
  test('may be empty, and no defaults are filled in', () => {
    assert.deepEqual(schema.parse({}), {})
    assert.deepEqual(schema.parse({ lang: 'de' }), { lang: 'de' })
  })

  test('is still checked field by field', () => {
    assert.equal(schema.safeParse({ lang: 'd' }).success, false)
    assert.equal(schema.safeParse({ more: 1 }).success, false)
  })

  test('keeps the descriptions of the fields', () => {
    const { properties } = z.toJSONSchema(schema) as { properties: Record<string, { description?: string }> }
    assert.equal(properties.url?.description, 'An address.')
    assert.equal(properties.lang?.description, 'A language.')
  })
})
