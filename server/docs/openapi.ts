import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { schemaNames } from '../base/fields/schema-names.ts'
import { createTurns } from '../base/turns.ts'
import { METRICS_TYPE } from '../operations/metrics-text.ts'
import { type Operation, pathFields, STATUS } from '../operations/operation.ts'
import { answerHeaders, errorHeaders, requestParameters } from './answer-headers.ts'
import { type Components, componentsOf, refTo } from './components.ts'
import { ERROR_SCHEMAS, errorSchema } from './error-schemas.ts'
import { errorsOf } from './error-table.ts'
import type { JsonSchema } from './json-schema.ts'

/** The whole interface as OpenAPI 3.1, generated from the list of operations, with pauses for other work. */
export async function openApiOf(
  list: readonly Operation[],
  info: { version: string; address: string },
): Promise<Record<string, unknown>> {
  const turns = createTurns()
  const pause = async () => {
    if (turns.isOver()) await turns.next()
  }
  const shown = list.filter(({ access }) => access !== 'admin')
  const components = await componentsOf(shown, pause)
  const named = namedInputs(shown, components)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of shown) {
    await pause()
    for (const verb of [operation.method, operation.also])
      if (verb)
        paths[operation.path] = {
          ...paths[operation.path],
          [verb.toLowerCase()]: operationOf(operation, verb, components, named),
        }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Winnow',
      version: info.version,
      description: 'Web pages to structured JSON, on your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.address }],
    paths,
    components: {
      schemas: { ...ERROR_SCHEMAS, ...components.schemas },
      responses: errorResponses(shown),
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        keyInQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
    },
  }
}

function operationOf(operation: Operation, verb: string, components: Components, named: NamedInputs) {
  const schema = components.inputOf(operation)
  const inBody = verb === 'POST' || verb === 'PUT'
  const body = inBody ? requestBody(operation, schema, named) : null
  return {
    operationId: verb === operation.method ? operation.id : `${operation.id}-${verb.toLowerCase()}`,
    tags: [operation.group],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: operation.access === 'public' ? [] : [{ key: [] }, { keyInQuery: [] }],
    parameters: [...parametersOf(operation, schema, inBody), ...requestParameters(operation, verb)],
    ...(body && { requestBody: body }),
    responses: { ...success(operation, verb, components.outputOf(operation)), ...errors(operation) },
  }
}

function parametersOf({ path }: Operation, { properties = {}, required = [] }: JsonSchema, inBody: boolean) {
  const inPath = pathFields(path)
  return Object.entries(properties)
    .filter(([name]) => inPath.includes(name) || !inBody)
    .map(([name, { description, ...schema }]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || required.includes(name),
      ...(description && { description }),
      schema,
    }))
}

/** The fields of an input that its path does not hold, as a schema; null where there are none. */
function bodyOf({ path }: Operation, schema: JsonSchema): JsonSchema | null {
  const inPath = pathFields(path)
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name)),
  )
  if (!Object.keys(properties).length) return null
  const required = (schema.required ?? []).filter(name => !inPath.includes(name))
  return { type: 'object', properties, ...(required.length && { required }), additionalProperties: false }
}

/** The inputs that have a name. What replaces a record says the same beside its id, and refers to that of what makes one. */
const namedInputs = (list: readonly Operation[], { schemas }: Components) =>
  list.flatMap(({ input }) => schemaNames.get(input)?.id ?? []).map(name => [name, schemas[name]] as const)

type NamedInputs = ReturnType<typeof namedInputs>

function requestBody(operation: Operation, schema: JsonSchema, named: NamedInputs) {
  const body = bodyOf(operation, schema)
  if (!body) return null
  const [name] = named.find(([, known]) => isDeepStrictEqual(known, body)) ?? []
  return {
    required: Boolean(body.required),
    content: {
      ...(takesJson(operation) && {
        'application/json': { schema: name ? refTo(name) : withoutFiles(operation, body) },
      }),
      ...(operation.files && { 'multipart/form-data': { schema: body } }),
    },
  }
}

const takesJson = ({ files, body }: Operation) => !files || body !== undefined

function withoutFiles({ files = {} }: Operation, { properties, ...body }: JsonSchema): JsonSchema {
  const texts = Object.entries(properties ?? {}).filter(([name]) => !Object.hasOwn(files, name))
  return { ...body, properties: Object.fromEntries(texts) }
}

function success(operation: Operation, verb: string, schema: JsonSchema) {
  const status = STATUS[operation.answer]
  const headers = answerHeaders(operation, verb)
  const content = contentOf(operation, schema)
  return { [status]: { description: 'Success.', headers, ...(operation.answer !== 'empty' && { content }) } }
}

/** Tables have no schema: their header names the columns. */
function contentOf(operation: Operation, schema: JsonSchema) {
  const example = operation.example.output
  if (operation.answer === 'text') return { 'text/markdown': { schema, example } }
  if (operation.answer === 'metrics') return { [METRICS_TYPE]: { schema, example } }
  if (operation.answer === 'events') return { 'text/event-stream': { schema, example } }
  if (operation.answer !== 'rows') return { 'application/json': { schema, example } }
  return {
    'application/x-ndjson': { schema, example },
    'application/json': { schema: { type: 'array', items: schema }, example: [example] },
    'text/csv': {},
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {},
  }
}

/** `Not Found` as the name of a response: `NotFound`. */
const responseName = (status: number) => STATUS_CODES[status]!.replaceAll(' ', '')

const errors = (operation: Operation) =>
  Object.fromEntries(
    errorsOf(operation).map(({ status }) => [
      status,
      { $ref: `#/components/responses/${responseName(status)}` },
    ]),
  )

/** Every error that the operations answer; of a status, all say the same. */
const errorResponses = (list: readonly Operation[]) =>
  Object.fromEntries(
    list.flatMap(errorsOf).map(({ status, meaning }) => [
      responseName(status),
      {
        description: meaning,
        headers: errorHeaders(status),
        content: { 'application/json': { schema: errorSchema(status) } },
      },
    ]),
  )
