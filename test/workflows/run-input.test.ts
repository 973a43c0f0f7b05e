import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inputSchemaFaults } from '../../server/workflows/run-input.ts'

type Schema = Record<string, unknown>

const object = (properties: object, more: object = {}): Schema => ({ type: 'object', properties, ...more })
const text = (more: object = {}): Schema => ({ type: 'string', ...more })

describe('a schema of inputs', () => {
  const good: [string, Schema][] = [
    ['a property of that name', object({ pattern: text(), patternProperties: text() })],
    ['a definition of that name', object({}, { $defs: { pattern: text() } })],
    ['a value with such a key', object({ a: { default: { pattern: 1 }, examples: [{ pattern: 1 }] } })],
  ]
  for (const [what, schema] of good)
    test(`may have ${what}`, () => assert.deepEqual(inputSchemaFaults(schema), []))

  const PATTERN = text({ pattern: '(a+)+$' })
  const refused: [string, Schema][] = [
    ['of a property', object({ a: PATTERN })],
    ['of a property that is named as a keyword', object({ properties: object({ enum: PATTERN }) })],
    ['of items', object({ a: { type: 'array', items: PATTERN } })],
    ['of names', object({}, { propertyNames: PATTERN })],
    ['of a form of several', object({ a: { anyOf: [{ type: 'null' }, PATTERN] } })],
    [
      'that a property refers to',
      object({ a: { $ref: '#/$defs/default' } }, { $defs: { default: PATTERN } }),
    ],
    ['as a name', object({}, { patternProperties: { '(a+)+$': text() } })],
  ]
  for (const [where, schema] of refused)
    test(`has no pattern ${where}`, () => {
      assert.match(inputSchemaFaults(schema)[0]!.error, /^`pattern(Properties)?` is not supported\.$/)
    })
})
