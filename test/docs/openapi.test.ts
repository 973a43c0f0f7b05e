import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { type Operation, pathFields } from '../../server/operations/operation.ts'
import type { TestApp } from '../support/start-app.ts'
import { startWithOperations } from './support/start-with-operations.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

interface Reference {
  $ref: string
}

interface DocumentedResponse {
  headers?: object
  description: string
  content?: Record<string, { schema: object; example?: unknown }>
}

interface DocumentedOperation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: object; description?: string }[]
  requestBody?: {
    required: boolean
    content: Record<string, { schema: { properties: object; required?: string[] } | Reference }>
  }
  responses: Record<string, DocumentedResponse | Reference>
}

interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: {
    securitySchemes: Record<string, { type: string; in: string; name: string }>
    schemas: Record<string, object>
  }
}

let service: TestApp
let list: Operation[]
let document: Document
before(async () => {
  const started = await startWithOperations()
  service = started.service
  list = started.list
  const response = await fetch(`${service.url}/v1/openapi.json`)
  assert.equal(response.status, 200, 'it is public')
  document = (await response.json()) as Document
})
after(() => service.stop())

const documentedOperations = () =>
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  )

const listed = () =>
  list.flatMap(operation =>
    [operation.method, operation.also]
      .filter(verb => verb !== undefined)
      .map(verb => ({ operation, key: `${verb.toLowerCase()} ${operation.path}` })),
  )

/** Every value inside a document, with its path. */
function* walk(value: unknown, path = '#'): Generator<[path: string, value: unknown]> {
  yield [path, value]
  if (value === null || typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${path}/${key}`)
}

const resolve = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)

/** The value, or the one that it refers to. */
const dereferenced = <T extends object>(value: T | Reference) =>
  ('$ref' in value ? resolve(value.$ref) : value) as Exclude<T, Reference>

/** A schema with all schemas that it refers to. */
const schemaWithDefs = (schema: object) =>
  JSON.parse(
    JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  ) as JsonSchema

const RECORDS = {
  parsers: 'Parser',
  databases: 'Database',
  crons: 'Cron',
  workflows: 'Workflow',
  webhooks: 'Webhook',
}

/** The schema of an operation's successful answer. */
const schemaOf = ({ responses }: DocumentedOperation) => {
  const status = Object.keys(responses).find(code => code.startsWith('2'))!
  return dereferenced<DocumentedResponse>(responses[status]!).content!['application/json']!.schema
}

describe('/v1/openapi.json', () => {
  test('is an OpenAPI 3.1 document with the address of this service', () => {
    assert.match(document.openapi, /^3\.1\.\d$/)
    assert.ok(document.info.title && document.info.version)
    assert.deepEqual(document.servers, [{ url: service.url }])
  })

  test('has every operation with each of its verbs, and nothing else', () => {
    const found = documentedOperations().map(({ path, verb }) => `${verb} ${path}`)
    assert.deepEqual(
      found.sort(),
      listed()
        .map(({ key }) => key)
        .sort(),
    )
  })

  test('gives every operation a unique id, a summary and one tag', () => {
    const ids = documentedOperations().map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const { operation } of documentedOperations())
      assert.ok(operation.summary && operation.tags.length === 1)
  })

  test('has only references that can be resolved', () => {
    const refs = [...walk(document)].filter(([path]) => path.endsWith('/$ref'))
    assert.ok(refs.length > 0)
    for (const [path, ref] of refs) {
      assert.match(String(ref), /^#\//, path)
      assert.ok(resolve(String(ref)), `${path}: ${ref}`)
    }
  })

  test('describes every required field of an object', () => {
    for (const [path, value] of walk(document)) {
      const { type, required, properties = {} } = (value ?? {}) as z.core.JSONSchema.BaseSchema
      if (type !== 'object' || path.includes('/example/') || path.includes('/properties/output_schema/'))
        continue
      for (const name of required ?? []) assert.ok(Object.hasOwn(properties, name), `${path}: ${name}`)
    }
  })

  test('has schema names in PascalCase, and no two equal schemas', () => {
    const { schemas } = document.components
    for (const name of Object.keys(schemas)) assert.match(name, /^([A-Z][a-z]+)+$/)
    const texts = Object.values(schemas).map(schema => JSON.stringify(schema))
    assert.equal(new Set(texts).size, texts.length)
  })

  test('has named schemas for every kind of record and for the bodies that create and replace it', () => {
    for (const [plural, name] of Object.entries(RECORDS)) {
      const { get, put } = document.paths[`/v1/${plural}/{id}`]!
      const { post } = document.paths[`/v1/${plural}`]!
      const ref = { $ref: `#/components/schemas/${name}` }
      for (const operation of [get!, post!, put!]) assert.deepEqual(schemaOf(operation), ref)
      const bodySchemas = [post!, put!].map(
        ({ requestBody }) => requestBody!.content['application/json']!.schema,
      )
      assert.deepEqual(bodySchemas, [{ $ref: `${ref.$ref}Input` }, { $ref: `${ref.$ref}Input` }])
    }
  })

  test('has named schemas for jobs, batches, runs and the results of prebuilt APIs', () => {
    const schemaNames = ['JobDetails', 'Batch', 'WorkflowRun', 'CronRun', 'VideositeChannel']
    const paths = ['jobs/{id}', 'batches/{id}', 'workflow-runs/{id}', 'cron-runs/{id}', 'videosite-channel']
    assert.deepEqual(
      paths.map(path => schemaOf(document.paths[`/v1/${path}`]!.get!)),
      schemaNames.map(name => ({ $ref: `#/components/schemas/${name}` })),
    )
  })

  test('has two schemas where input and output differ, since fields with a default are optional only in the input', () => {
    const { WorkflowNode, WorkflowNodeInput } = document.components.schemas as Record<
      string,
      { required: string[] }
    >
    assert.ok(WorkflowNode!.required.includes('on_error'), 'answers hold what has a default')
    assert.ok(!WorkflowNodeInput!.required.includes('on_error'))
  })

  test('declares every path parameter as required', () => {
    for (const { path, operation } of documentedOperations()) {
      const declared = operation.parameters.filter(parameter => parameter.in === 'path')
      assert.deepEqual(declared.map(({ name }) => name).sort(), pathFields(path).sort(), path)
      assert.ok(
        declared.every(({ required }) => required),
        path,
      )
    }
  })

  test('has every input field once: in the path, query or body', () => {
    for (const { operation, key } of listed()) {
      const [verb = '', path = ''] = key.split(' ')
      const { parameters, requestBody } = document.paths[path]![verb]!
      const body = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(dereferenced(schema).properties),
      )
      const ownParameters = parameters.filter(
        ({ name, in: location }) => location !== 'header' && name !== 'debug',
      )
      const fields = [...ownParameters.map(({ name }) => name), ...new Set(body)]
      assert.deepEqual(fields.sort(), Object.keys(operation.input.shape).sort(), key)
      for (const parameter of ownParameters)
        assert.ok(['path', 'query'].includes(parameter.in) && parameter.schema)
      if (verb === 'get' || verb === 'delete') assert.equal(requestBody, undefined, key)
    }
  })

  test('has the headers that a request may send, and `debug` for operations that leave a trace', () => {
    const addedParameters = (path: string, verb: string) =>
      document.paths[path]![verb]!.parameters.filter(
        ({ name, in: location }) => location === 'header' || name === 'debug',
      ).map(({ name }) => name)
    assert.deepEqual(addedParameters('/v1/jobs', 'post'), ['Idempotency-Key'])
    assert.deepEqual(addedParameters('/v1/jobs', 'get'), [])
    assert.deepEqual(addedParameters('/v1/parsers/{id}', 'put'), ['If-Match'])
    assert.deepEqual(addedParameters('/v1/databases/{id}', 'delete'), ['If-Match'])
    for (const path of ['/v1/scrape/{parserId}', '/v1/videosite-video'])
      for (const verb of ['get', 'post'])
        assert.deepEqual(addedParameters(path, verb), ['Idempotency-Key', 'debug'])
    const extract = addedParameters('/v1/extract/videosite-video', 'post')
    assert.ok(!extract.includes('debug'), 'what is read from saved pages leaves no trace')
  })

  test('declares multipart/form-data for uploads, JSON for other bodies, and both where an operation accepts both', () => {
    for (const { operation, key } of listed()) {
      const [verb = '', path = ''] = key.split(' ')
      const types = Object.keys(document.paths[path]![verb]!.requestBody?.content ?? {})
      const { files, body } = operation
      const json = !files || body ? ['application/json'] : []
      if (types.length) assert.deepEqual(types, [...json, ...(files ? ['multipart/form-data'] : [])], key)
    }
    const parse = document.paths['/v1/parse/{parserId}']!.post!
    const { schema } = parse.requestBody!.content['multipart/form-data']!
    assert.partialDeepStrictEqual(schema, {
      properties: { html: { type: 'string', format: 'binary' } },
      required: ['html'],
    })
  })

  test('requires a key for every operation that is not public', () => {
    const { securitySchemes } = document.components
    assert.deepEqual(
      Object.values(securitySchemes).map(({ type, in: location, name }) => [type, location, name]),
      [
        ['apiKey', 'header', 'X-API-Key'],
        ['apiKey', 'query', 'api_key'],
      ],
    )
    for (const { operation, key } of listed()) {
      const [verb = '', path = ''] = key.split(' ')
      const { security } = document.paths[path]![verb]!
      assert.equal(security.length === 0, operation.access === 'public', key)
      for (const name of security.flatMap(Object.keys)) assert.ok(name in securitySchemes)
    }
  })

  test('makes generated clients send the key in the header, not in the query', () => {
    for (const { path, operation } of documentedOperations())
      assert.deepEqual(
        operation.security.flatMap(Object.keys),
        operation.security.length ? ['key'] : [],
        path,
      )
  })

  test('describes every answer, with examples that fit their schemas', () => {
    for (const { path, verb, operation } of documentedOperations()) {
      const statuses = Object.keys(operation.responses)
      assert.equal(statuses.filter(status => status.startsWith('2')).length, 1, `${verb} ${path}`)
      assert.ok(statuses.includes('429'), `${verb} ${path}`)
      for (const [status, answer] of Object.entries(operation.responses)) {
        const { description, content = {} } = dereferenced<DocumentedResponse>(answer)
        assert.ok(description)
        const json = content['application/json']
        if (!status.startsWith('2') || !json) continue
        const checked = z.fromJSONSchema(schemaWithDefs(json.schema)).safeParse(json.example)
        assert.deepEqual(checked.error?.issues ?? [], [], `${verb} ${path}`)
      }
    }
  })

  test('declares 422 for operations that read a page in a thread, which may take too long', () => {
    for (const path of ['/v1/jobs/{id}/page', '/v1/jobs/{id}/trace'])
      assert.ok(document.paths[path]!.get!.responses['422'], path)
  })

  test('declares what results of earlier calls may lack, and the errors that these calls ended with', () => {
    const { responses } = document.paths['/v1/results/{id}']!.get!
    assert.ok(responses['422'] && responses['502'])
    assert.ok('X-Notice' in dereferenced<DocumentedResponse>(responses['200']!).headers!)
  })

  test('declares the fields of the body of a 402', () => {
    for (const { operation } of documentedOperations()) {
      const poor = operation.responses['402']
      if (!poor) continue
      const { schema } = dereferenced<DocumentedResponse>(poor).content!['application/json']!
      const { required } = dereferenced(schema) as { required: string[] }
      assert.deepEqual(required, ['error', 'required', 'available'])
    }
  })
})
