import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../server/base/errors.ts'
import { inputSchemaFaults } from '../../server/workflows/check/check-input-schema.ts'
import { createExpressions } from '../../server/workflows/expressions/create-expressions.ts'
import { readRunInput } from '../../server/workflows/run-input.ts'

type Schema = Record<string, unknown>

const object = (properties: object, more: object = {}): Schema => ({ type: 'object', properties, ...more })
const text = (more: object = {}): Schema => ({ type: 'string', ...more })

describe('an input schema', () => {
  const good: [string, Schema][] = [
    ['a property of that name', object({ pattern: text(), patternProperties: text() })],
    ['a definition of that name', object({}, { $defs: { pattern: text() } })],
    ['a value with such a key', object({ a: { default: { pattern: 1 }, examples: [{ pattern: 1 }] } })],
  ]
  for (const [what, schema] of good)
    test(`accepts ${what}`, () => assert.deepEqual(inputSchemaFaults(schema), []))

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
    test(`refuses a pattern ${where}`, () => {
      assert.match(inputSchemaFaults(schema)[0]!.error, /^`pattern(Properties)?` is not supported\.$/)
    })
})

test('an input schema that is none of an object is refused with how to write it', () => {
  for (const schema of [{}, { url: text() }, text()]) {
    const [fault] = inputSchemaFaults(schema)
    assert.equal(fault!.field, 'input_schema.type')
    assert.match(fault!.hint!, /`\{"type": "object", "properties": \{…\}\}`, or leave `input_schema` out/)
  }
})

test('an input schema is refused if a keyword in it has a value that checks nothing', () => {
  const url = { type: 'string', required: true }
  const cases: [schema: object, fields: string[]][] = [
    [object({ url: text() }, { required: 'url' }), ['input_schema.required']],
    [object({ url }), ['input_schema.properties.url.required']],
    [object({ list: { type: 'array', items: url } }), ['input_schema.properties.list.items.required']],
    [{ type: 'object', properties: true }, ['input_schema.properties']],
    [
      object({ a: { type: '' }, b: { type: [null] } }),
      ['a', 'b'].map(name => `input_schema.properties.${name}.type`),
    ],
    [object({ a: { anyOf: [text(), 'b'] } }), ['input_schema.properties.a.anyOf[1]']],
    [object({ required: text(), type: text() }, { required: ['type'], additionalProperties: false }), []],
    [object({ a: { type: ['string', 'null'], default: { required: true } } }), []],
  ]
  for (const [schema, fields] of cases)
    assert.deepEqual(
      inputSchemaFaults(schema as Record<string, unknown>).map(({ field }) => field),
      fields,
    )
})

test('an input with a `__proto__` field that would be lost is refused', () => {
  const input = JSON.parse('{"a": [{"b": 1, "__proto__": {"c": 2}}]}')
  const schema = object({ a: { type: 'array', items: object({ b: { type: 'integer' } }) } })
  assert.throws(
    () => readRunInput(schema, input),
    (error: AppError) => error.facts.field === 'input.a[0].__proto__',
  )
  assert.throws(() => readRunInput(object({}), JSON.parse('{"__proto__": 1}')), /`input\.__proto__`/)
  const open = JSON.parse('{"a": [{"x": {"__proto__": 1}}]}')
  assert.deepEqual(readRunInput(object({ a: {} }), open), open)
})

describe('an input that does not match its schema is refused with the field', () => {
  const cases: [string, Schema, Schema, string, string][] = [
    [
      'by a field too many',
      object({}, { additionalProperties: false }),
      { b: 1 },
      'input.b',
      'There is no field `input.b`.',
    ],
    [
      'by a field too many, further in',
      object({ a: { type: 'array', items: object({}, { additionalProperties: false }) } }),
      { a: [{ b: 1 }] },
      'input.a[0].b',
      'There is no field `input.a[0].b`.',
    ],
    [
      'by too few fields',
      object({}, { minProperties: 1 }),
      {},
      'input',
      '`input` must have at least 1 field.',
    ],
    [
      'by too many fields',
      object({}, { maxProperties: 2 }),
      { a: 1, b: 2, c: 3 },
      'input',
      '`input` must have at most 2 fields.',
    ],
    [
      'by its name',
      object({}, { propertyNames: { maxLength: 2 } }),
      { abc: 1 },
      'input.abc',
      '`input.abc` has a name that must have at most 2 characters.',
    ],
    [
      'by a missing field',
      object({ a: text() }, { required: ['a'] }),
      {},
      'input.a',
      '`input.a` is missing.',
    ],
    [
      'by a missing field that only `required` names',
      object({ list: { type: 'array', items: { type: 'object', required: ['a'] } } }),
      { list: [{ a: null }, {}] },
      'input.list[1].a',
      '`input.list[1].a` is missing.',
    ],
    [
      'by the type of a field that only `required` names',
      object({}, { required: ['a'], additionalProperties: text() }),
      { a: 1 },
      'input.a',
      '`input.a` must be a string.',
    ],
    [
      'by an item twice',
      object({ a: { type: 'array', uniqueItems: true } }),
      { a: [1, 1] },
      'input.a[1]',
      '`input.a[1]`: Array items must be unique: element at index 1 duplicates the one at index 0.',
    ],
  ]
  for (const [what, schema, input, field, message] of cases)
    test(what, () => {
      assert.throws(
        () => readRunInput(schema, input),
        (error: unknown) => {
          assert.ok(error instanceof AppError)
          assert.deepEqual([error.facts.field, error.message], [field, message])
          return true
        },
      )
    })
})

describe('an input that takes long to validate', () => {
  const patient = createExpressions({ timeoutMs: () => 60_000 })
  const hasty = createExpressions({ timeoutMs: () => 50 })
  after(() => Promise.all([patient.close(), hasty.close()]))

  /** None of the forms fits a text that is longer than 200 characters. */
  const forms = Array.from({ length: 400 }, (_, i) => text({ maxLength: i % 200 }))
  const schema = object(
    { list: { type: 'array', items: { anyOf: [...forms, { type: 'integer' }] } }, n: { default: 7 } },
    { required: ['list'] },
  )
  const inputOf = (length: number, last: unknown) => ({ list: [...Array(length).fill(1), last] })

  test('is validated beside other work, with the defaults of its schema', async () => {
    let isOver = false
    const reading = patient.readInput(schema, inputOf(2_000, 2)).finally(() => {
      isOver = true
    })
    await setImmediate()
    assert.equal(isOver, false)
    assert.deepEqual(await reading, { ...inputOf(2_000, 2), n: 7 })
  })

  test('is refused with the field', async () => {
    await assert.rejects(patient.readInput(schema, inputOf(2_000, true)), (error: AppError) => {
      assert.deepEqual([error.code, error.facts.field], ['invalid_input', 'input.list[2000]'])
      return true
    })
  })

  test('is refused after a while', async () => {
    await assert.rejects(hasty.readInput(schema, inputOf(200_000, 2)), {
      code: 'invalid_input',
      message: /takes too long/,
    })
  })
})
