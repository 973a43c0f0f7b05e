import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { inputSchema } from '../../server/docs/json-schema.ts'
import { type Operation, pathFields } from '../../server/operations/operation.ts'
import { startFuzzedService } from './support/fuzz.ts'
import { escapedText } from './support/hostile.ts'
import { change, damage, fromSchema, hostile, textOf, withChanges } from './support/json.ts'
import { createRecords, everyOperation } from './support/operations.ts'
import { type Header, messageOf, ownHeaders } from './support/requests.ts'

let records: Map<string, string>
let list: Operation[]
before(async () => {
  list = await everyOperation()
})
const service = startFuzzedService(async app => {
  records = await createRecords(app)
})

/**
 * The id in a path: mostly that of an existing record. Operations that delete never get one, so that the records stay
 * for the others.
 */
const idIn = ({ method, path }: Operation) => {
  const known = records.get(path.replace(/\/\{.*$/, ''))
  return known && method !== 'DELETE' ? fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, { weight: 1, arbitrary: escapedText }) : escapedText // biome-ignore format: one choice
}

const target = (operation: Operation) =>
  fc
    .array(idIn(operation), { minLength: 3, maxLength: 3 })
    .map(ids =>
      operation.path.replaceAll(/\{\w+\}/g, () =>
        (ids.shift() ?? 'x').replaceAll(/[^\x21-\x7e]|[/?#]/g, '%2f'),
      ),
    )

const headersFor = ({ path }: Operation): Header[] => [
  ...ownHeaders(service.app),
  ...(path.startsWith('/admin') ? [['Authorization', `Bearer ${service.app.token}`] as Header] : []),
]

/** What a call sends besides its path: its example or values that fit its schema, then changed. */
function fieldsOf(operation: Operation) {
  const inPath = new Set(pathFields(operation.path))
  const example = Object.entries(operation.example.input as object).filter(([key]) => !inPath.has(key))
  const base = fc.oneof(fc.constant(Object.fromEntries(example)), fromSchema(inputSchema(operation), hostile))
  return fc
    .tuple(base, fc.array(change, { maxLength: 3 }))
    .map(([value, changes]) => withChanges(value, changes))
}

const verbsOf = ({ method, also }: Operation) => [method, also].filter(verb => verb !== undefined)

const withBody = (operation: Operation, method: string) =>
  fc
    .record({ target: target(operation), fields: fieldsOf(operation), damage })
    .map(({ target, fields, damage }) =>
      messageOf({
        method,
        target,
        headers: [...headersFor(operation), ['Content-Type', 'application/json']],
        body: damage(textOf(fields)),
      }),
    )

const withQuery = (operation: Operation, method: string) =>
  fc.record({ target: target(operation), fields: fieldsOf(operation) }).map(({ target, fields }) => {
    const pairs = Object.entries((fields ?? {}) as object).flatMap(([key, value]) =>
      [value]
        .flat()
        .map(one =>
          [key, typeof one === 'string' ? one : textOf(one)].map(text =>
            encodeURIComponent(text.toWellFormed()),
          ),
        ),
    )
    const query = pairs
      .map(pair => pair.join('='))
      .join('&')
      .slice(0, 60_000)
    return messageOf({ method, target: `${target}?${query}`, headers: headersFor(operation) })
  })

/** Event streams stay open and uploads have their own tests, so both are left out. */
const isBrief = ({ answer, files }: Operation) => answer !== 'events' && !files

const takesBody = (method: string) => method === 'POST' || method === 'PUT'

const callsOf = (operations: Operation[]) =>
  fc
    .constantFrom(...operations)
    .chain(operation =>
      fc
        .constantFrom(...verbsOf(operation))
        .chain(method => (takesBody(method) ? withBody(operation, method) : withQuery(operation, method))),
    )

describe('every operation gives an answer, without holding up other calls,', () => {
  const about = (
    title: string,
    choose: (operation: Operation) => boolean,
    runCounts: { runs: number; longRuns: number },
  ) =>
    test(title, context =>
      service.holds(context, callsOf(list.filter(each => isBrief(each) && choose(each))), runCounts),
    )

  about(
    'whatever its body holds',
    ({ method, also, access }) => access !== 'admin' && (takesBody(method) || also === 'POST'),
    { runs: 150, longRuns: 45_000 },
  )
  about('whatever its query holds', ({ method }) => !takesBody(method), { runs: 60, longRuns: 20_000 })
  about('of the owner, whatever it holds', ({ access }) => access === 'admin', {
    runs: 60,
    longRuns: 15_000,
  })
})

describe('a message to `/mcp` gets an answer, without holding up other calls,', () => {
  const METHODS = ['initialize', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'prompts/list', 'prompts/get', 'completion/complete', 'ping', 'logging/setLevel', 'notifications/initialized', 'notifications/cancelled', '__proto__', 'x', 'server/discover'] // biome-ignore format: a list
  const TOOLS = [
    'credits',
    'api_docs',
    'parse',
    'scrape',
    'create_parser',
    'validate_parser',
    'videosite_channel',
    'toString',
    'x',
  ]
  const params = fc.oneof(
    fc.record({
      name: fc.constantFrom(...TOOLS),
      arguments: fc.oneof(fc.constant({}), fc.constant({ schema: { fields: { a: 'b' } } }), hostile),
    }),
    fc.record({ protocolVersion: fc.constantFrom('2025-06-18', '2024-11-05', 'x'), capabilities: fc.constant({}), clientInfo: fc.constant({ name: 'a', version: '1' }) }), // biome-ignore format: a record
    fc.record({ uri: fc.constantFrom('winnow://apis', 'file:///etc/passwd', 'x') }),
    fc.record({
      ref: fc.constant({ type: 'ref/prompt', name: 'x' }),
      argument: fc.constant({ name: 'a', value: '' }),
    }),
    hostile,
  )
  const message = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.constant(1), hostile),
      method: fc.constantFrom(...METHODS),
      params,
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  )
  const keys = fc.constantFrom<() => Header[]>(
    () => [['X-API-Key', service.app.key]],
    () => [['X-API-Key', service.app.key]],
    () => [['Authorization', `Bearer ${service.app.key}`]],
    () => [],
  )

  test('whatever it contains', context => {
    const requests = fc
      .record({
        message: fc.oneof(
          { weight: 8, arbitrary: message },
          { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }) },
        ),
        changes: fc.array(change, { maxLength: 2 }),
        damage,
        keys,
        query: fc.constantFrom(
          '',
          '?groups=parsers',
          '?tools=x&tools=y',
          '?__proto__=1&__proto__=2',
          '?parsers=1',
        ),
        accept: fc.constantFrom('application/json, text/event-stream', 'application/json', '*/*', ''),
      })
      .map(({ message, changes, damage, keys, query, accept }) =>
        messageOf({
          method: 'POST',
          target: `/mcp${query}`,
          headers: [
            ['Host', `127.0.0.1:${service.app.port}`],
            ...keys(),
            ['Content-Type', 'application/json'],
            ['Accept', accept],
          ],
          body: damage(textOf(withChanges(message, changes))),
        }),
      )
    return service.holds(context, requests, { runs: 90, longRuns: 20_000 })
  })
})
