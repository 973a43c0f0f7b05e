import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Operation } from '../../server/operations/operation.ts'
import { withAllowedNulls, withUnknownFields } from './support/changed-values.ts'
import type { ListedTool } from './support/clients.ts'
import { startListedTools } from './support/listed-tools.ts'

/** What every tool must observe, because otherwise a client refuses it or a model misuses it. */

const { tools, operationOf } = startListedTools()

interface Schema {
  [key: string]: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** A schema and all schemas inside it. */
const nodes = (schema: Schema): Schema[] => [
  schema,
  ...Object.values(schema.properties ?? {}).flatMap(nodes),
  ...(schema.items ? nodes(schema.items) : []),
  ...(schema.anyOf ?? []).flatMap(nodes),
]

const forEachTool = (check: (tool: ListedTool) => void) => () => {
  assert.ok(tools.length > 10)
  for (const tool of tools) check(tool)
}

describe('every tool', () => {
  test(
    'has a name that every host accepts',
    forEachTool(({ name }) => assert.match(name, /^[a-z][a-z0-9_]{0,39}$/)),
  )

  test(
    'says what it does and what it costs',
    forEachTool(({ name, description }) => {
      const { cost, example, answer } = operationOf(name)
      const price = cost?.(example.input as never)
      const free = answer === 'accepted' ? /Each success costs what its call does\.$/ : /Free\.$/
      const { faces, summary } = operationOf(name)
      assert.ok(description!.startsWith(faces!.tool!.summary ?? summary), name)
      assert.match(
        description!,
        price ? /Costs 1 credit(?: for each page)?\.$/ : cost ? /free;.* costs / : free,
        name,
      )
    }),
  )

  test(
    'mentions no requests, headers or statuses',
    forEachTool(tool =>
      assert.doesNotMatch(
        JSON.stringify(tool),
        /\/v1\/|\b(GET|POST|PUT|DELETE)\b|X-[A-Z]|If-Match|multipart|in a query|with 422/,
        tool.name,
      ),
    ),
  )

  test(
    'takes an object with neither alternatives at its root nor references',
    forEachTool(({ name, inputSchema }) => {
      assert.equal(inputSchema.type, 'object', name)
      for (const word of ['anyOf', 'oneOf', 'allOf', 'not', '$schema'])
        assert.ok(!(word in inputSchema), name)
      assert.doesNotMatch(JSON.stringify(inputSchema), /"\$ref"|additionalProperties|9007199254740991/, name)
    }),
  )

  test(
    'describes every argument',
    forEachTool(({ name, inputSchema }) => {
      for (const [argument, schema] of Object.entries<Schema>(inputSchema.properties))
        assert.equal(typeof schema.description, 'string', `${name}.${argument}`)
    }),
  )

  test(
    'takes every input of its operation except those that it omits',
    forEachTool(({ name, inputSchema }) => {
      const { input, faces } = operationOf(name)
      for (const field of Object.keys(input.shape))
        assert.equal(
          field in inputSchema.properties,
          !faces!.tool!.omits?.includes(field),
          `${name}.${field}`,
        )
    }),
  )

  test(
    'describes its result only by names and types, with no field required and further fields allowed',
    forEachTool(({ name, outputSchema }) => {
      if (!outputSchema) return assert.equal(operationOf(name).answer, 'text')
      assert.equal(outputSchema.type, 'object', name)
      for (const node of nodes(outputSchema))
        assert.deepEqual(
          Object.keys(node).filter(key => !['type', 'properties', 'items', 'anyOf'].includes(key)),
          [],
          name,
        )
    }),
  )

  test(
    'has schemas that each have one type or real alternatives, so that every host can read them',
    forEachTool(({ name, inputSchema, outputSchema }) => {
      for (const node of [inputSchema, outputSchema ?? inputSchema].flatMap(nodes))
        if (node.anyOf) assert.ok(node.anyOf.length > 1, name)
        else assert.equal(typeof node.type, 'string', `${name}: ${JSON.stringify(node)}`)
    }),
  )
})

describe('the schema of every result', () => {
  // Shared by all tests, because it compiles each schema only once.
  const ajv = new Ajv2020({ strict: false })
  const accepts = (
    { name, outputSchema }: ListedTool,
    change: (value: unknown, schema: Operation['output']) => unknown,
  ) => {
    if (!outputSchema) return
    const check = ajv.compile(outputSchema)
    const { example, output } = operationOf(name)
    const value = change(example.output, output)
    assert.ok(check(value), `${name}: ${JSON.stringify(check.errors)}`)
  }
  test(
    'accepts the example of its operation',
    forEachTool(tool => accepts(tool, value => value)),
  )
  test(
    'accepts additional fields',
    forEachTool(tool => accepts(tool, withUnknownFields)),
  )
  test(
    'accepts null for every value for which its operation allows null',
    forEachTool(tool => accepts(tool, (value, schema) => withAllowedNulls(schema, value))),
  )
  test(
    'accepts an empty object',
    forEachTool(tool => accepts(tool, () => ({}))),
  )
})

describe('the annotations of every tool', () => {
  test(
    'are all those that have a meaning for it',
    forEachTool(({ name, annotations }) => {
      const changes = annotations!.readOnlyHint ? [] : ['idempotentHint']
      assert.deepEqual(
        Object.keys(annotations!).sort(),
        ['destructiveHint', ...changes, 'openWorldHint', 'readOnlyHint'],
        name,
      )
    }),
  )

  test(
    'match what its operation does',
    forEachTool(({ name, annotations }) => {
      const { access, method, group, input, answer, id } = operationOf(name)
      const starts = answer === 'accepted'
      const cancels = id.endsWith('-cancel')
      const reads = access !== 'manage' && !starts && !cancels
      assert.equal(annotations!.readOnlyHint, reads, name)
      assert.equal(
        annotations!.destructiveHint,
        !reads && (cancels || method === 'PUT' || method === 'DELETE'),
        name,
      )
      if (!reads) assert.equal(annotations!.idempotentHint, cancels || method !== 'POST', name)
      const fetches = access !== 'manage' && ('url' in input.shape || 'fetch' in input.shape)
      assert.equal(annotations!.openWorldHint, starts || group === 'prebuilt' || fetches, name)
    }),
  )
})
