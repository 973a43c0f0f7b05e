import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { type Operation, pathFields } from '../../server/operations/operation.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import type { Answer, RequestOptions, TestApp } from '../support/start-app.ts'
import { makeRecords } from './support/make-records.ts'
import { startWithOperations } from './support/start-with-operations.ts'

interface DocumentedResponse {
  headers?: object
  content?: Record<string, { schema?: object }>
}

interface DocumentedOperation {
  parameters?: { name: string }[]
  responses: Record<string, DocumentedResponse | { $ref: string }>
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, { properties?: object }>
    responses: Record<string, DocumentedResponse>
  }
}

type Fields = Record<string, unknown>

let service: TestApp
let site: LocalSite
let list: Operation[]
let document: Document
/** Ids and addresses in the examples, with the existing ones that replace them. */
let replacements: [named: RegExp, there: string][]
before(async () => {
  site = await startLocalSite()
  site.on('/page', { body: '<h1>Kettle</h1><a href="/other">Pot</a>' })
  const started = await startWithOperations({ allow_hosts: '127.0.0.1' })
  service = started.service
  // Operations that delete come last, so that the others find their records.
  list = started.list
    .filter(({ access, answer }) => access !== 'admin' && answer !== 'events')
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  document = (await service.call('/v1/openapi.json')).json
  const records = await makeRecords(service, `${site.url}/page`)
  replacements = [
    ...Object.entries(records).map(([prefix, id]) => [new RegExp(`\\b${prefix}_01\\w+`, 'g'), id] as const),
    [/https:\/\/[^"]+/g, `${site.url}/page`] as const,
  ].map(([pattern, replacement]) => [pattern, replacement])
})
after(async () => {
  await service.stop()
  await site.close()
})

const isFile = (value: unknown): value is { bytes: Uint8Array } =>
  typeof value === 'object' && value !== null && 'bytes' in value

/** The example input of an operation, with ids and addresses that exist. */
function exampleOf({ example }: Operation): Fields {
  const files = Object.entries(example.input as Fields).filter(([, value]) => [value].flat().some(isFile))
  const rest = {
    ...(example.input as Fields),
    ...Object.fromEntries(files.map(([name]) => [name, undefined])),
  }
  const text = replacements.reduce(
    (known, [pattern, replacement]) => known.replaceAll(pattern, replacement),
    JSON.stringify(rest),
  )
  return { ...JSON.parse(text), ...Object.fromEntries(files) }
}

/** The path and request of a call with this input. */
function callOf(
  { method, path, files, body }: Operation,
  input: Fields,
): [path: string, sent: RequestOptions] {
  const pathNames = pathFields(path)
  const filledPath = pathNames.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
    path,
  )
  const rest = Object.entries(input).filter(
    ([name, value]) => !pathNames.includes(name) && value !== undefined,
  )
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, textOf(value)]))
    return [`${filledPath}?${query}`, { method }]
  }
  const hasFile = rest.some(([, value]) => [value].flat().some(isFile))
  if (!files || (body && !hasFile)) return [filledPath, { method, json: Object.fromEntries(rest) }]
  const form = new FormData()
  for (const [name, value] of rest)
    for (const one of [value].flat())
      form.append(name, isFile(one) ? new Blob([Buffer.from(one.bytes)]) : textOf(one))
  return [filledPath, { method, body: form }]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const schemas = new Map<object, z.ZodType>()

function schemaOf(schema: object): z.ZodType {
  const known = schemas.get(schema)
  if (known) return known
  const schemaJson = JSON.stringify({ ...schema, $defs: document.components.schemas })
  const compiled = z.fromJSONSchema(JSON.parse(schemaJson.replaceAll('#/components/schemas/', '#/$defs/')))
  schemas.set(schema, compiled)
  return compiled
}

/** Whether a schema of errors has this key. Errors may have other keys, but those of Winnow are declared. */
const isErrorKey = (key: string) =>
  ['Error', 'InsufficientCredits', 'TooManyCalls'].some(
    name => key in document.components.schemas[name]!.properties!,
  )

const OWN_HEADER = /^(x-(?!content-type-options)|location$|etag$|link$|retry-after$|idempotency-replayed$)/

/** What an answer has that the document does not declare. */
function undocumentedParts({ path, method }: Operation, { status, headers, json, text }: Answer): string[] {
  const documented = document.paths[path]![method.toLowerCase()]!.responses[status]
  if (!documented) return [`the status: ${text}`]
  const { headers: known = {}, content = {} } =
    '$ref' in documented ? document.components.responses[documented.$ref.split('/').at(-1)!]! : documented
  const names = Object.keys(known).map(name => name.toLowerCase())
  const ownHeaders = [...headers.keys()].filter(name => OWN_HEADER.test(name) && !names.includes(name))
  const type = headers.get('content-type')
  const isKnown = type === null ? status === 204 : Object.keys(content).some(one => type.startsWith(one))
  const schema = json === undefined ? undefined : content['application/json']?.schema
  const issues = schema ? (schemaOf(schema).safeParse(json).error?.issues ?? []) : []
  return [
    ...ownHeaders.map(name => `the header ${name}`),
    ...(isKnown ? [] : [`the type ${type}`]),
    ...issues.map(issue => `${JSON.stringify(issue)}: ${text}`),
    ...(status >= 400 ? Object.keys(json).filter(key => !isErrorKey(key)) : []).map(key => `the key ${key}`),
  ]
}

/** The answer, if it is an error in another form than errors have, or an internal one. */
function malformedErrors({ status, json }: Answer): string[] {
  if (status < 400) return []
  const { error, field, detail, hint } = json ?? {}
  const texts = [error, field ?? '', detail ?? '', hint ?? '']
  const isOne = error && texts.every(one => typeof one === 'string') && (status !== 400 || hint)
  return status === 500 || !isOne ? [JSON.stringify(json)] : []
}

async function faultsOf(
  operation: Operation,
  [path, sent]: [path: string, sent: RequestOptions],
): Promise<string[]> {
  const answer = await service.call(path, sent)
  return [...undocumentedParts(operation, answer), ...malformedErrors(answer)].map(fault =>
    `${operation.id} ${path}: ${answer.status} ${fault}`.slice(0, 600),
  )
}

type Call = [path: string, sent: RequestOptions]
const withQuery = ([path, sent]: Call, query: string): Call => [
  `${path}${path.includes('?') ? '&' : '?'}${query}`,
  sent,
]

/** Calls of an operation with one fault each, by the kind of fault. */
const FAULTY_CALLS: Record<string, (operation: Operation, input: Fields) => Call[]> = {
  'an id of nothing': (operation, input) =>
    pathFields(operation.path).map(name => callOf(operation, { ...input, [name]: 'none' })),
  'a field that it lacks': (operation, input) =>
    bodyFields(operation).map(name => callOf(operation, { ...input, [name]: undefined })),
  'a field that it does not have': (operation, input) => [callOf(operation, { ...input, nothing: 1 })],
  'a name of a query that it does not have': (operation, input) => [
    withQuery(callOf(operation, input), 'nothing=1'),
  ],
  'a field of the wrong type': (operation, input) =>
    bodyFields(operation).flatMap(name =>
      [null, -1, '', [null], { nothing: '\0' }].map(value => callOf(operation, { ...input, [name]: value })),
    ),
  'a body of the wrong type': (operation, input) => {
    const [path, { method = 'GET' }] = callOf(operation, input)
    if (method === 'GET' || method === 'DELETE') return []
    const type = (name: string, body: string): Call => [
      path,
      { method, body, headers: { 'content-type': name } },
    ]
    return [
      type('text/plain', 'x'),
      type('application/json', '['),
      type('application/json', '[]'),
      type('multipart/form-data', 'x'),
      type('application/x-www-form-urlencoded', 'x=1'),
      [path, { method }],
    ]
  },
}

/**
 * The fields that are not in the path. Prebuilt APIs have none here, because a call without one might reach a
 * platform.
 */
const bodyFields = ({ input, path, group }: Operation) =>
  group === 'prebuilt' ? [] : Object.keys(input.shape).filter(name => !pathFields(path).includes(name))

test('the operations that declare `If-Match` are those of versioned records, and refuse another version', async () => {
  const canBeRestored = ({ id }: Operation) =>
    list.some(one => one.id === id.replace(/-(replace|delete)$/, '-restore'))
  const declares = ({ path, method }: Operation) =>
    document.paths[path]![method.toLowerCase()]!.parameters?.some(({ name }) => name === 'If-Match') ?? false
  const versioned = list.filter(
    one => one.id.endsWith('-version-restore') || (/^(PUT|DELETE)$/.test(one.method) && canBeRestored(one)),
  )
  const ids = (some: Operation[]) => some.map(({ id }) => id)
  assert.deepEqual(ids(list.filter(declares)), ids(versioned))
  const statuses: [string, number][] = []
  for (const operation of versioned) {
    const [path, sent] = callOf(operation, exampleOf(operation))
    const { status } = await service.call(path, { ...sent, headers: { 'if-match': '999' } })
    statuses.push([operation.id, status])
  }
  assert.deepEqual(
    statuses,
    versioned.map(({ id }) => [id, 412]),
  )
})

test('every other operation that changes something refuses `If-Match`, because it would change a record of any version', async () => {
  const others = list.filter(
    ({ method, checksVersion, fromExtension }) => method !== 'GET' && !checksVersion && !fromExtension,
  )
  const refusals: [string, number, string][] = []
  for (const operation of others) {
    const [path, sent] = callOf(operation, exampleOf(operation))
    const { status, json } = await service.call(path, { ...sent, headers: { 'if-match': '"1"' } })
    refusals.push([operation.id, status, json.field])
  }
  assert.deepEqual(
    refusals,
    others.map(({ id }) => [id, 400, 'If-Match']),
  )
})

describe('the OpenAPI document declares status, headers and body of every answer to', () => {
  test('the example of each operation', async () => {
    const faults: string[] = []
    for (const operation of list.filter(({ group }) => group !== 'prebuilt'))
      faults.push(...(await faultsOf(operation, callOf(operation, exampleOf(operation)))))
    assert.deepEqual(faults, [])
  })

  test('a run of a cron whose job or workflow run failed', async () => {
    const operation = list.find(({ path }) => path === '/v1/cron-runs/{id}')!
    const create = async (path: string, json: object) => (await service.call(path, { json })).json
    const id = await service.parser({ fields: { title: 'h1' } })
    const url = `${site.url}/none`
    const scrape = { operation: 'scrape', input: { parserId: id, url } }
    const workflow = await create('/v1/workflows', {
      name: 'a',
      nodes: [
        { id: 'in', type: 'input' },
        { id: 'page', type: 'operation', config: scrape, on_error: 'stop' },
      ],
      edges: [{ from: 'in', to: 'page' }],
    })
    const schedule = { name: 'a', expression: '0 0 1 1 *', timezone: 'UTC' }
    const targets = [
      { type: 'parser', id, input: { url } },
      { type: 'workflow', id: workflow.id, input: {} },
    ]
    const faults: string[] = []
    for (const target of targets) {
      const cron = await create('/v1/crons', { ...schedule, target })
      const run = await create(`/v1/crons/${cron.id}/run`, {})
      await service.ended(run.job_id ? `/v1/jobs/${run.job_id}` : `/v1/workflow-runs/${run.run_id}`)
      const path = `/v1/cron-runs/${run.id}`
      assert.equal((await service.call(path)).json.state, 'failed')
      faults.push(...(await faultsOf(operation, [path, {}])))
    }
    assert.deepEqual(faults, [])
  })

  test('a call of `/v1/collect` and a run of a cron whose links cannot be read', async () => {
    const parser_id = await service.parser({ fields: { title: 'h1' } })
    const input = { target: { parser_id }, items_from: { links: { url: `${site.url}/none` } } }
    const target = { type: 'batch', input }
    const cron = { name: 'a', expression: '0 0 1 1 *', timezone: 'UTC', target }
    const { id } = (await service.call('/v1/crons', { json: cron })).json
    const calls: [tail: string, path: string, sent: RequestOptions][] = [
      ['/collect', '/v1/collect', { json: { target, database: { name: 'a', from_parser: parser_id } } }],
      ['/crons/{id}/run', `/v1/crons/${id}/run`, { method: 'POST' }],
    ]
    for (const [tail, path, sent] of calls) {
      assert.equal((await service.call(path, sent)).status, 502)
      assert.deepEqual(await faultsOf(list.find(one => one.path.endsWith(tail))!, [path, sent]), [])
    }
  })

  test('a call of `/v1/collect` that the account cannot pay for', async () => {
    const operation = list.find(({ path }) => path === '/v1/collect')!
    const key = await service.keyFor('poor')
    await service.admin('/admin/credits', { account: 'poor', credits: -1_000 })
    const id = await service.parser({ fields: { title: 'h1' } }, {}, key)
    const json = {
      target: { type: 'parser', id, input: { url: `${site.url}/page` } },
      database: { name: 'a', from_parser: id },
    }
    const sent = { method: 'POST', json, headers: { 'x-api-key': key } }
    assert.equal((await service.call('/v1/collect', sent)).status, 402)
    assert.deepEqual(await faultsOf(operation, ['/v1/collect', sent]), [])
  })

  for (const [kind, callsOf] of Object.entries(FAULTY_CALLS))
    test(`a call with ${kind}`, async () => {
      const faults: string[] = []
      for (const operation of list)
        for (const call of callsOf(operation, exampleOf(operation)))
          faults.push(...(await faultsOf(operation, call)))
      assert.deepEqual(faults, [])
    })
})
