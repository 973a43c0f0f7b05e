import { createTurns } from '../base/turns.ts'
import { type Operation, pathFields, STATUS } from '../operations/operation.ts'
import { ERROR_SCHEMAS, errorSchema } from './error-schemas.ts'
import { errorsOf } from './error-table.ts'
import { inputSchema, type JsonSchema, outputSchema } from './json-schema.ts'

/** The whole interface as OpenAPI 3.1, made from the list of operations, with pauses for other work. */
export async function openApiOf(
  list: readonly Operation[],
  info: { version: string; address: string },
): Promise<Record<string, unknown>> {
  const turns = createTurns()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of list.filter(({ access }) => access !== 'admin')) {
    if (turns.isOver()) await turns.next()
    for (const verb of [operation.method, operation.also])
      if (verb)
        paths[operation.path] = {
          ...paths[operation.path],
          [verb.toLowerCase()]: operationOf(operation, verb),
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
      schemas: ERROR_SCHEMAS,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        keyInQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
    },
  }
}

function operationOf(operation: Operation, verb: string) {
  const schema = inputSchema(operation)
  const inBody = verb === 'POST' || verb === 'PUT'
  const body = inBody ? bodyOf(operation, schema) : null
  return {
    operationId: verb === operation.method ? operation.id : `${operation.id}-${verb.toLowerCase()}`,
    tags: [operation.group],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: operation.access === 'public' ? [] : [{ key: [] }, { keyInQuery: [] }],
    parameters: parametersOf(operation, schema, inBody),
    ...(body && { requestBody: body }),
    responses: { ...success(operation), ...errors(operation) },
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

function bodyOf({ path, files }: Operation, schema: JsonSchema) {
  const inPath = pathFields(path)
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name)),
  )
  if (!Object.keys(properties).length) return null
  const required = (schema.required ?? []).filter(name => !inPath.includes(name))
  const content = {
    schema: { type: 'object', properties, ...(required.length && { required }), additionalProperties: false },
  }
  return {
    required: required.length > 0,
    content: { [files ? 'multipart/form-data' : 'application/json']: content },
  }
}

const header = (description: string, type = 'string') => ({ description, schema: { type } })

const RETRY_AFTER = { 'Retry-After': header('Seconds to wait.', 'integer') }

function success(operation: Operation) {
  const status = STATUS[operation.answer]
  const headers = {
    'X-Request-Id': header('Id of this request.'),
    ...(operation.cost && {
      'X-Credits-Used': header('Credits that this call cost.', 'integer'),
      'X-Credits-Remaining': header('Balance after it.', 'integer'),
    }),
  }
  const content = contentOf(operation)
  return { [status]: { description: 'Success.', headers, ...(operation.answer !== 'empty' && { content }) } }
}

/** Tables have no schema: their header names the columns. */
function contentOf(operation: Operation) {
  const schema = outputSchema(operation)
  const example = operation.example.output
  if (operation.answer === 'text') return { 'text/markdown': { schema, example } }
  if (operation.answer === 'events') return { 'text/event-stream': { schema, example } }
  if (operation.answer !== 'rows') return { 'application/json': { schema, example } }
  return {
    'application/x-ndjson': { schema, example },
    'application/json': { schema: { type: 'array', items: schema }, example: [example] },
    'text/csv': {},
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {},
  }
}

const errors = (operation: Operation) =>
  Object.fromEntries(
    errorsOf(operation).map(({ status, meaning }) => [
      status,
      {
        description: meaning,
        ...([429, 503].includes(status) && { headers: RETRY_AFTER }),
        content: { 'application/json': { schema: errorSchema(status) } },
      },
    ]),
  )
