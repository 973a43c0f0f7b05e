import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { namedObject } from '../../server/base/fields/schema-names.ts'
import { componentsOf } from '../../server/docs/components.ts'
import { inputSchema, outputSchema } from '../../server/docs/json-schema.ts'
import { defineOperation, type Operation } from '../../server/operations/operation.ts'

const operation = (id: string, input: z.ZodObject, output: z.ZodType): Operation =>
  defineOperation({
    id,
    group: 'test',
    summary: 'For a test.',
    method: 'POST',
    path: `/v1/${id}`,
    access: 'run',
    input,
    output,
    example: { input: {}, output: {} },
    answer: 'value',
    run: () => ({}),
  }) as Operation

const components = (...list: Operation[]) => componentsOf(list, async () => undefined)

test('two schemas with the same name are an error', async () => {
  const first = operation('first', z.object({}), namedObject('Kettle', { a: z.string() }))
  const second = operation('second', z.object({}), namedObject('Kettle', { b: z.string() }))
  await assert.rejects(components(first, second), /Two schemas have the name Kettle/)
})

test('a schema has two versions when a schema inside it differs between input and output', async () => {
  const size = namedObject('Size', { litres: z.int().default(1) })
  const kettle = namedObject('Kettle', { size: size.describe('How much it holds.') })
  const only = operation('make', z.object({ kettle }), kettle)
  const { schemas, inputOf, outputOf } = await components(only)
  const size$ = (name: string) => ({
    $ref: `#/components/schemas/${name}`,
    description: 'How much it holds.',
  })
  assert.deepEqual(Object.keys(schemas).sort(), ['Kettle', 'KettleInput', 'Size', 'SizeInput'])
  assert.deepEqual(schemas.Kettle!.properties, { size: size$('Size') })
  assert.deepEqual(schemas.KettleInput!.properties, { size: size$('SizeInput') })
  assert.deepEqual(outputOf(only), { $ref: '#/components/schemas/Kettle' })
  assert.deepEqual(inputOf(only).properties, { kettle: { $ref: '#/components/schemas/KettleInput' } })
})

test('named schemas are written in full everywhere except in the OpenAPI document', () => {
  const kettle = namedObject('Kettle', { size: namedObject('Size', { litres: z.int() }) })
  const only = operation('make', z.object({ kettle }), kettle)
  for (const schema of [inputSchema(only), outputSchema(only)])
    assert.doesNotMatch(JSON.stringify(schema), /\$ref|\$defs|Kettle|Size/)
})

test('an object without known fields has `additionalProperties: true`', async () => {
  const rows = z.array(z.custom<object>().meta({ type: 'object' }))
  const only = operation('write', z.object({ rows }), z.object({}))
  const { inputOf } = await components(only)
  assert.deepEqual(inputOf(only).properties, {
    rows: { type: 'array', items: { type: 'object', additionalProperties: true } },
  })
})
