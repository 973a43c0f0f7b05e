import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Operation, pathFields } from '../../server/operations/operation.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import type { RequestOptions, TestApp } from '../support/start-app.ts'
import { startWithOperations } from './support/start-with-operations.ts'

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>
}

let service: TestApp
let site: LocalSite
let list: Operation[]
let document: Document
let readKey: string
before(async () => {
  const started = await startWithOperations({ allow_hosts: '127.0.0.1' })
  service = started.service
  // Event streams are left out, because they do not end.
  list = started.list.filter(({ access, answer }) => access !== 'admin' && answer !== 'events')
  document = (await service.call('/v1/openapi.json')).json
  readKey = await service.keyFor('default', { scopes: ['read'] })
  site = await startLocalSite()
  site.on('/broken', { status: 500 })
})
after(async () => {
  await service.stop()
  await site.close()
})

/**
 * Calls an operation, with the id `none` where no other is given; returns the answer if the document lacks its
 * status.
 */
async function undocumentedParts(
  operation: Operation,
  request: RequestOptions,
  fields: Record<string, string> = {},
) {
  const { id, method, path } = operation
  const filledPath = pathFields(path).reduce(
    (text, name) => text.replace(`{${name}}`, fields[name] ?? 'none'),
    path,
  )
  const { status, text } = await service.call(filledPath, { method, ...request })
  const { responses } = document.paths[path]![method.toLowerCase()]!
  return status in responses ? [] : [`${id}: ${status} ${text.slice(0, 200)}`]
}

const takesBody = ({ method }: Operation) => method === 'POST' || method === 'PUT'

describe('the OpenAPI document declares the status of a call', () => {
  const calls: [called: string, sent: RequestOptions, of: (operation: Operation) => boolean][] = [
    ['without a key', { headers: { 'x-api-key': 'none' } }, () => true],
    ['with a key that may only read', { headers: { 'x-api-key': '' } }, () => true],
    ['for what is not there', {}, () => true],
    ['without its fields', { json: {} }, takesBody],
    ['with an unknown field', { json: { nothing: 1 } }, takesBody],
    ['with plain text', { body: 'x', headers: { 'content-type': 'text/plain' } }, takesBody],
    [
      'with too large a body',
      { json: { nothing: 'x'.repeat(1_100_000) } },
      one => takesBody(one) && !one.body,
    ],
  ]
  for (const [situation, request, of] of calls)
    test(situation, async () => {
      const answers: string[] = []
      const keyedRequest =
        request.headers?.['x-api-key'] === '' ? { headers: { 'x-api-key': readKey } } : request
      for (const operation of list.filter(of))
        answers.push(...(await undocumentedParts(operation, keyedRequest)))
      assert.deepEqual(answers, [])
    })

  test('for a page that cannot be fetched', async () => {
    const schema = { fields: { title: 'h1' } }
    const parserId = await service.parser(schema)
    const cookies = [{ name: 'sid', value: '1', domain: '127.0.0.1', path: '/' }]
    const session = await service.call('/v1/sessions', { json: { name: 'shop', hosts: ['127.0.0.1'] } })
    const { id } = session.json
    const form = new FormData()
    form.append('file', new Blob([JSON.stringify(cookies)]), 'cookies.json')
    const imported = await service.call(`/v1/sessions/${id}/import`, { method: 'POST', body: form })
    assert.equal(imported.status, 200, imported.text)
    const inputs: Record<string, (url: string) => object> = {
      'page-read': url => ({ url }),
      'page-links': url => ({ url }),
      'page-extract': url => ({ url, schema }),
      scrape: url => ({ url }),
      'parser-test': url => ({ url, schema }),
      'parser-infer': url => ({ pages: [{ url, values: { title: 'A' } }] }),
      'session-test': url => ({ url }),
      'batch-create': url => ({ target: { parser_id: parserId }, items_from: { links: { url } } }),
    }
    const answers: string[] = []
    for (const operation of list.filter(({ id }) => id in inputs))
      for (const path of ['/none', '/broken']) {
        const json = inputs[operation.id]!(site.url + path)
        answers.push(...(await undocumentedParts(operation, { json }, { parserId, id })))
      }
    assert.deepEqual(answers, [])
  })

  test('on a record that is still needed or still running', async () => {
    const schema = { fields: { title: 'h1' } }
    const parserId = await service.parser(schema)
    const createRecord = async (path: string, json: object) =>
      (await service.call(path, { json })).json.id as string
    const database = await createRecord('/v1/databases', {
      name: 'a',
      columns: [{ name: 'title', path: 'title', type: 'string' }],
    })
    const workflow = await createRecord('/v1/workflows', {
      name: 'a',
      nodes: [{ id: 'in', type: 'input' }],
      edges: [],
    })
    const session = await createRecord('/v1/sessions', { name: 'needed', hosts: ['127.0.0.1'] })
    await service.parser(schema, { fetch: { session } })
    const cron = (target: object) =>
      createRecord('/v1/crons', { name: 'a', expression: '0 0 1 1 *', timezone: 'UTC', target })
    await cron({ type: 'parser', id: parserId, input: { url: site.url }, database_id: database })
    await cron({ type: 'workflow', id: workflow, input: {} })
    site.on('/hangs', () => undefined)
    const job = await createRecord('/v1/jobs', { parser_id: parserId, input: { url: `${site.url}/hangs` } })
    const ids: Record<string, string> = {
      'parser-delete': parserId,
      'database-delete': database,
      'workflow-delete': workflow,
      'session-delete': session,
      'job-delete': job,
      'job-trace': job,
    }
    const answers: string[] = []
    for (const [name, id] of Object.entries(ids)) {
      const operation = list.find(one => one.id === name)!
      answers.push(...(await undocumentedParts(operation, {}, { id })))
      const { status, text } = await service.call(operation.path.replace('{id}', id), {
        method: operation.method,
      })
      assert.equal(status, 409, `${name}: ${text}`)
    }
    assert.deepEqual(answers, [])
    await service.call(`/v1/jobs/${job}/cancel`, { method: 'POST' })
  })

  test('with an Idempotency-Key that was used with another input', async () => {
    const headers = { 'idempotency-key': 'one' }
    const create = list.find(({ id }) => id === 'parser-create')!
    const json = { name: 'A', schema: { fields: { title: 'h1' } } }
    assert.deepEqual(await undocumentedParts(create, { json, headers }), [])
    assert.deepEqual(await undocumentedParts(create, { json: { ...json, name: 'B' }, headers }), [])
  })
})

const DECLARED_HEADERS = /^(x-(?!content-type-options)|location$|etag$|link$|idempotency-replayed$)/

test("the OpenAPI document declares every header of Winnow's own in an answer", async () => {
  site.on('/title', { body: '<h1>Tea</h1><a href="/more">More</a>' })
  const schema = { fields: { title: 'h1' } }
  const url = `${site.url}/title`
  const page = () => {
    const form = new FormData()
    form.append('html', new Blob(['<h1>Tea</h1>']))
    return form
  }
  const parserId = await service.parser(schema)
  const once = { 'idempotency-key': 'headers' }
  const body = { name: 'Tea', schema }
  const target = { parser_id: parserId }
  const calls: [operation: string, sent: RequestOptions, headers: readonly string[]][] = [
    ['parser-get', {}, ['etag']],
    ['parser-create', { json: body, headers: once }, ['etag', 'location']],
    ['parser-create', { json: body, headers: once }, ['etag', 'idempotency-replayed', 'location']],
    ['parser-replace', { json: body }, ['etag']],
    ['scrape', { json: { url } }, ['link', 'x-credits-remaining', 'x-credits-used', 'x-source']],
    ['parse', { body: page() }, ['link', 'x-credits-remaining', 'x-credits-used']],
    ['page-read', { json: { url } }, ['x-credits-remaining', 'x-credits-used', 'x-source']],
    ['page-links', { json: { url } }, ['x-credits-remaining', 'x-credits-used', 'x-source']],
    ['page-extract', { json: { url, schema } }, ['link', 'x-credits-remaining', 'x-credits-used', 'x-source']],
    ['parser-test', { json: { url } }, ['link', 'x-credits-remaining', 'x-credits-used', 'x-source']],
    ['job-create', { json: { parser_id: parserId, input: { url } } }, ['location', 'x-credits-remaining', 'x-credits-used']],
    ['batch-create', { json: { target, items: [{ input: { url } }] } }, ['location', 'x-credits-remaining', 'x-credits-used']],
    ['credits', {}, []],
  ] // biome-ignore format: a table
  for (const [id, request, expected] of calls) {
    const { method, also, path } = list.find(operation => operation.id === id)!
    const verb =
      request.json || request.body ? [method, also].find(one => one === 'POST' || one === 'PUT')! : method
    const filledPath = path.replace(/\{\w+\}/, parserId)
    const answer = await service.call(`${filledPath}?debug=1`, { method: verb, ...request })
    assert.ok(answer.status < 300, `${id}: ${answer.text}`)
    const { headers = {} } = document.paths[path]![verb.toLowerCase()]!.responses[answer.status]!
    const declared = new Set(Object.keys(headers).map(name => name.toLowerCase()))
    const declaredHeaders = [...answer.headers.keys()].filter(name => DECLARED_HEADERS.test(name)).sort()
    assert.deepEqual(declaredHeaders, [...expected, 'x-request-id'].sort(), id)
    assert.deepEqual(
      declaredHeaders.filter(name => !declared.has(name)),
      [],
      id,
    )
  }
})
