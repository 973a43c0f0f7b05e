import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { loadedApis as apis } from './support/loaded.ts'

type JsonSchema = {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  additionalProperties?: unknown
  anyOf?: JsonSchema[]
  required?: string[]
}

/** The paths of the fields below a schema that have no description for the docs. */
function undescribed(schema: JsonSchema, path = ''): string[] {
  const fields = Object.entries(schema.properties ?? {})
  const own = fields
    .filter(([, field]) => !field.properties && !field.description)
    .map(([name]) => `${path}${name}`)
  return [...own, ...fields.flatMap(([name, field]) => undescribed(field.items ?? field, `${path}${name}.`))]
}

for (const api of apis) {
  describe(api.id, () => {
    test('is named after its platform', () =>
      assert.match(api.id, new RegExp(`^${api.platform.name}-[a-z]+$`)))

    test('has an example that its own schemas accept unchanged', () => {
      assert.ok(api.input.safeParse(api.example.input).success)
      assert.deepEqual(api.output.parse(api.example.output), api.example.output)
    })

    test('names existing fields of its output and input in `paging`', () => {
      if (!api.paging) return
      const { list, key, hasMore, cursor, input } = api.paging
      const output = (z.toJSONSchema(api.output) as JsonSchema).properties!
      const pagination = Object.keys(output.pagination!.properties!)
      assert.ok(output[list]!.items!.properties![key], `${list}[].${key}`)
      assert.deepEqual(pagination.toSorted(), [hasMore, cursor].toSorted())
      assert.ok(input in api.input.shape, input)
    })

    test('has a valid input for probing its platform', () =>
      assert.ok(api.input.safeParse(api.probe).success))

    test('describes every field and refuses unknown ones', () => {
      const input = z.toJSONSchema(api.input, { io: 'input' }) as JsonSchema
      assert.equal(input.additionalProperties, false)
      assert.deepEqual([...undescribed(input), ...undescribed(z.toJSONSchema(api.output) as JsonSchema)], [])
    })

    test('answers `changed` for a page that is not of its platform', () => {
      for (const page of ['', '{}', '[]', '<html></html>', 'prose', '{"log":{"entries":[]}}']) {
        const payloads = page === '' ? [] : api.payloadsOf(page)
        assert.throws(() => api.read(payloads), { code: 'changed' }, page)
      }
    })
  })
}
