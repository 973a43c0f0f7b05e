import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parserImportOperations } from '../../../server/operations/parsers/import.ts'
import type { Services } from '../../../server/operations/services.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const importFrom = (json: unknown) => service.call('/v1/parsers/import', { json })

describe('importing a parser', () => {
  test('gives for the example of the docs what they say', async () => {
    const { example } = parserImportOperations({} as Services)[0]
    assert.deepEqual((await importFrom(example.input)).json, example.output)
  })

  test('gives a schema that can be saved, and lists what could not be carried over', async () => {
    const source = { title: 'h1', price: { selector: '.price', clean: false } }
    const { status, json } = await importFrom({ source })
    assert.deepEqual([status, json.format], [200, 'extract_rules'])
    assert.deepEqual(
      json.losses.map(({ at }: { at: string }) => at),
      ['price.clean'],
    )
    assert.deepEqual(Object.keys(json.output_schema.properties), ['title', 'price'])
    assert.ok(await service.parser(json.schema))
  })

  test('is refused with 400 and the reason when nothing can be carried over', async () => {
    const { status, json } = await importFrom({ source: { a: { selector: '[' } }, format: 'extract_rules' })
    assert.deepEqual([status, json.field], [400, 'source'])
    assert.match(json.hint, /not a valid selector/)
  })

  test('is refused with 400 when the format is unknown', async () => {
    const { status, json } = await importFrom({ source: {}, format: 'other' })
    assert.deepEqual([status, json.field], [400, 'format'])
  })

  test('is refused with 400 when the source has more rules than a parser may have', async () => {
    const source = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`f${n}`, 'b']))
    const { status, json } = await importFrom({ source })
    assert.deepEqual([status, json.field], [400, 'source'])
    assert.match(json.error, /at most 1,000 rules/)
  })

  test('copies a long list of allowed values only once when many properties refer to it', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 900 }, (_, n) => [`f${n}`, { $ref: '#/$defs/words' }]),
    )
    const words = { enum: Array.from({ length: 60_000 }, (_, n) => `w${n % 10}`) }
    const { status, json } = await importFrom({ source: { type: 'object', $defs: { words }, properties } })
    assert.equal(status, 200)
    assert.equal(json.schema.fields.f0.enum.length, 60_000)
    assert.equal('enum' in json.schema.fields.f1, false)
    assert.match(JSON.stringify(json.losses), /values of .{1,3}enum/)
  })
})
