import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { z } from 'zod'
import { type Operation, pathFields } from '../../server/operations/operation.ts'
import { checkSchemasAhead } from '../../server/operations/parsers/body.ts'
import { NODE_TYPES } from '../../server/workflows/node-types/index.ts'
import { startWithOperations } from '../docs/support/start-with-operations.ts'

/** Conventions that operations and node types follow, so that every interface can be generated from their lists. */

let list: Operation[]
before(async () => {
  const started = await startWithOperations()
  list = started.list
  await started.service.stop()
})

const forEachOperation = (check: (operation: Operation) => void) => () => {
  assert.ok(list.length > 20)
  for (const operation of list) check(operation)
}

const verbsOf = ({ method, also }: Operation) => [method, also].filter(verb => verb !== undefined)
const duplicatesIn = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index)

interface Schema {
  title?: string
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  description?: string
  additionalProperties?: unknown
  enum?: string[]
  'x-labels'?: Record<string, string>
  anyOf?: Schema[]
}

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** Paths of the fields in a schema that have no description. */
function undescribed(schema: Schema, path: string): string[] {
  const inner = schema.items ? undescribed(schema.items, `${path}[]`) : []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...undescribed(field, `${path}.${name}`),
  ])
  return [...inner, ...fields]
}

/** Sentence case: a capital first, or a digit, and afterwards only in names and abbreviations. */
const LABEL = /^(?:[A-Z]|\d)[^\s]*(?: (?:[a-z\d(][^\sA-Z]*|[A-Z\d]{2,}))*$/

/** Paths of the fields in a schema whose label is missing, repeats the field's name, or is not in sentence case. */
function unlabelled(schema: Schema, path: string): string[] {
  const inner = schema.items ? unlabelled(schema.items, `${path}[]`) : []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(isLabel(field.title, name) ? [] : [`${path}.${name}: ${field.title}`]),
    ...unlabelled(field, `${path}.${name}`),
  ])
  return [...inner, ...fields]
}

const isLabel = (title: string | undefined, name: string) =>
  title !== undefined && title !== name && !title.includes('_') && LABEL.test(title)

/** Paths of the fields in a schema whose choices have no label; HTTP methods need none. */
function unnamed(schema: Schema, path: string): string[] {
  const { enum: choices = [], 'x-labels': labels = {}, anyOf = [] } = schema
  const allowedValues = [...choices, ...anyOf.flatMap(one => one.enum ?? [])]
  const missing = allowedValues.filter(choice => !(choice in labels) && !/^[A-Z]+$/.test(choice))
  const inner = schema.items ? unnamed(schema.items, `${path}[]`) : []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    unnamed(field, `${path}.${name}`),
  )
  return [...missing.map(choice => `${path}: ${choice}`), ...inner, ...fields]
}

/** They only check what is sent and change nothing. */
const CHECK_ONLY = new Set(['parser-validate', 'parser-import', 'workflow-validate', 'cron-preview'])

/** Callers have no key yet: they show a code instead. */
const BEFORE_KEYS = new Set(['browser-pair'])

describe('every operation', () => {
  test('has a unique id in kebab-case', () => {
    assert.deepEqual(duplicatesIn(list.map(({ id }) => id)), [])
    for (const { id } of list) assert.match(id, /^[a-z]+(-[a-z0-9]+)*$/)
  })

  test('has a unique combination of verb and path', () => {
    const routes = list.flatMap(operation =>
      [operation.path, operation.alias]
        .filter(Boolean)
        .flatMap(path => verbsOf(operation).map(verb => `${verb} ${path}`)),
    )
    assert.deepEqual(duplicatesIn(routes.map(route => route.replaceAll(/\{\w+\}/g, '{}'))), [])
  })

  test(
    'has a path below /v1, except for the health check',
    forEachOperation(({ id, path }) => {
      if (id !== 'health') assert.match(path, /^\/v1(\/[a-z][a-z.-]*|\/\{\w+\})+$/, id)
    }),
  )

  test(
    'has a summary that is a sentence',
    forEachOperation(({ id, group, summary }) => {
      assert.match(summary, /^[A-Z].*\.$/, id)
      assert.ok(group, id)
    }),
  )

  test(
    'describes every field of its input',
    forEachOperation(({ id, input }) => {
      assert.deepEqual(undescribed(jsonSchema(input), id), [])
    }),
  )

  test(
    'has a label for every field of its input',
    forEachOperation(({ id, input }) => {
      assert.deepEqual(unlabelled(jsonSchema(input), id), [])
    }),
  )

  test(
    'has a label for every choice of its input',
    forEachOperation(({ id, input }) => {
      assert.deepEqual(unnamed(jsonSchema(input), id), [])
    }),
  )

  test(
    'refuses unknown fields',
    forEachOperation(({ id, input }) => {
      assert.equal(jsonSchema(input).additionalProperties, false, id)
      const parsed = input.safeParse({ 'not a field': 1 })
      assert.ok(
        parsed.error?.issues.some(issue => issue.code === 'unrecognized_keys'),
        id,
      )
    }),
  )

  test(
    'has an input field for every placeholder of its path',
    forEachOperation(({ id, path, input, example }) => {
      for (const field of pathFields(path)) {
        assert.ok(field in input.shape, `${id}: ${field}`)
        assert.ok((example.input as Record<string, unknown>)[field], `${id}: ${field} in the example`)
      }
    }),
  )

  test(
    'limits the body only for POST and PUT, and its limit for a list equals the one of the input schema',
    forEachOperation(({ id, method, input, body }) => {
      if (!body) return
      assert.ok(method === 'POST' || method === 'PUT', id)
      const { list } = body
      if (list) assert.equal(jsonSchema(input).properties?.[list.field]?.maxItems, list.max, id)
    }),
  )

  test('has an example that fits its own schemas', async () => {
    for (const { id, input, output, example } of list) {
      await checkSchemasAhead(example.input)
      assert.equal(input.safeParse(example.input).error, undefined, id)
      assert.equal(output.safeParse(example.output).error, undefined, id)
    }
  })

  test(
    'has an example result with every field of its output schema',
    forEachOperation(({ id, output, example }) => {
      const names = Object.keys(jsonSchema(output).properties ?? {})
      const exampleFields = Object.keys((example.output ?? {}) as object)
      assert.deepEqual(
        names.filter(name => !exampleFields.includes(name)),
        [],
        id,
      )
    }),
  )

  test(
    'says which scope a key needs to call it',
    forEachOperation(({ id, access }) => {
      assert.ok(['public', 'read', 'run', 'manage'].includes(access), id)
    }),
  )

  test(
    'needs a key with more than the scope `read` to change anything',
    forEachOperation(operation => {
      const { id, access } = operation
      const changes = verbsOf(operation).some(verb => verb !== 'GET')
      if (changes && !CHECK_ONLY.has(id) && !BEFORE_KEYS.has(id))
        assert.ok(['run', 'manage'].includes(access), id)
      if (access === 'manage') assert.ok(changes, id)
    }),
  )

  test(
    'accepts files only for fields of its input, and only by POST',
    forEachOperation(({ id, files, input, method, also }) => {
      for (const field of Object.keys(files ?? {})) assert.ok(field in input.shape, id)
      if (files) assert.deepEqual([method, also], ['POST', undefined], id)
    }),
  )

  test(
    'that is versioned answers with a version',
    forEachOperation(({ id, versioned, output }) => {
      if (versioned) assert.ok('version' in (jsonSchema(output).properties ?? {}), id)
    }),
  )
})

describe('every node type of workflows', () => {
  test('has a label for each setting and choice', () => {
    for (const { type, config } of NODE_TYPES) {
      assert.deepEqual(unlabelled(jsonSchema(config), type), [])
      assert.deepEqual(unnamed(jsonSchema(config), type), [])
    }
  })

  test('can run with pinned items: without a branch `out`, it says which branch they take', () => {
    for (const { type, branches, branchOf } of NODE_TYPES)
      assert.equal(branchOf !== undefined, !branches.includes('out'), type)
  })
})

describe('an operation that costs credits', () => {
  test('is a prebuilt API, parse, scrape, an operation on pages, or one that tests or learns parsers', () => {
    const costly = list.filter(({ cost }) => cost).map(({ id }) => id)
    const prebuilt = list.filter(({ group }) => group === 'prebuilt').map(({ id }) => id)
    const extracts = prebuilt.map(id => `extract-${id}`)
    assert.deepEqual(
      costly.sort(),
      [
        ...prebuilt,
        ...extracts,
        'parse',
        'scrape',
        'page-read',
        'page-extract',
        'page-parse',
        'page-links',
        'parser-test',
        'parser-infer',
      ].sort(),
    )
  })

  test('needs a key with the scope `run`', () => {
    for (const { id, cost, access } of list) if (cost) assert.equal(access, 'run', id)
  })

  test('has a price that is a whole number and follows from its input', () => {
    for (const { id, cost, example } of list)
      if (cost)
        assert.ok(Number.isInteger(cost(example.input as never)) && cost(example.input as never) >= 0, id)
  })
})

describe('a prebuilt API', () => {
  test('costs 1, is called by GET and POST at `/v1/<id>`, and has an extraction for an uploaded page', () => {
    const prebuilt = list.filter(({ group }) => group === 'prebuilt')
    assert.ok(prebuilt.length > 0)
    for (const { id, path, method, also, cost, example } of prebuilt) {
      assert.deepEqual([path, method, also, cost!(example.input as never)], [`/v1/${id}`, 'GET', 'POST', 1])
      const extract = list.find(other => other.id === `extract-${id}`)
      assert.deepEqual([extract?.path, extract?.method], [`/v1/extract/${id}`, 'POST'])
      assert.deepEqual(Object.keys(extract!.files!), ['page'])
    }
  })
})
