import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { connect, type ListedTool } from './support/clients.ts'

/** APIs of models that refuse one schema refuse the whole request, and with it every other tool. */

const ALL = 'default,jobs,batches,databases,learning,sessions,webhooks,crons,workflows,usage'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

let winnow: TestApp
let tools: ListedTool[]
before(async () => {
  winnow = await startTestApp()
  const client = await connect(winnow.url, winnow.key, {}, `?groups=${ALL}`)
  tools = await client.tools()
  await client.close()
})
after(() => winnow.stop())

/** A schema and all schemas inside it, with their paths. */
const nodes = (schema: Schema, path: string): [place: string, Schema][] => [
  [path, schema],
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => nodes(inner, `${path}.${name}`)),
  ...(schema.items ? nodes(schema.items, `${path}[]`) : []),
  ...(schema.anyOf ?? []).flatMap((choice, at) => nodes(choice, `${path}|${at}`)),
]
const inputs = () => tools.flatMap(({ name, inputSchema }) => nodes(inputSchema, name))

describe('in the input schema of a tool', () => {
  test('every list has a schema for its items', () => {
    const lists = inputs().filter(([, { type }]) => type === 'array')
    assert.ok(lists.length > 10)
    for (const [path, { items }] of lists) assert.ok(items, path)
  })

  test('`anyOf` has no other keys beside it', () => {
    const chosen = inputs().filter(([, { anyOf }]) => anyOf)
    assert.ok(chosen.length > 0)
    for (const [path, schema] of chosen) assert.deepEqual(Object.keys(schema), ['anyOf'], path)
  })

  test('null is not allowed when it means the same as leaving the field out', () => {
    const { properties } = tools.find(({ name }) => name === 'cron_create')!.inputSchema
    assert.equal(properties.max_consecutive_failures.type, 'integer')
    assert.doesNotMatch(properties.max_consecutive_failures.description, /null/)
  })

  test('times have no pattern, which would take a hundred tokens', () => {
    const { properties } = tools.find(({ name }) => name === 'database_changes')!.inputSchema
    assert.deepEqual(properties.since, {
      type: 'string',
      description: 'Changes from this time on (ISO-8601, UTC or with an offset).',
    })
  })

  test('a field that is kept when it is left out has no default, which a host would send', () => {
    const schemaOf = (tool: string) => tools.find(({ name }) => name === tool)!.inputSchema.properties
    assert.equal(schemaOf('parser_create').status.default, 'active')
    for (const [name, property] of Object.entries(schemaOf('parser_update')))
      assert.ok(!('default' in (property as Schema)), name)
  })
})
