import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Operation, pathFields } from '../../server/operations/operation.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import type { Sent, TestApp } from '../support/start-app.ts'
import { startWithList } from './support/start-with-list.ts'

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

let service: TestApp
let site: LocalSite
let list: Operation[]
let document: Document
let readKey: string
before(async () => {
  const started = await startWithList({ allow_hosts: '127.0.0.1' })
  service = started.service
  // A stream of events has no end.
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

/** Calls an operation, ids that stand nowhere in its path included; the answer where the document does not tell of its status. */
async function untold(operation: Operation, sent: Sent, fields: Record<string, string> = {}) {
  const { id, method, path } = operation
  const filled = pathFields(path).reduce(
    (text, name) => text.replace(`{${name}}`, fields[name] ?? 'none'),
    path,
  )
  const { status, text } = await service.call(filled, { method, ...sent })
  const { responses } = document.paths[path]![method.toLowerCase()]!
  return status in responses ? [] : [`${id}: ${status} ${text.slice(0, 200)}`]
}

const takesBody = ({ method }: Operation) => method === 'POST' || method === 'PUT'

describe('the OpenAPI document tells of the status of every operation that is called', () => {
  const calls: [called: string, sent: Sent, of: (operation: Operation) => boolean][] = [
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
  for (const [called, sent, of] of calls)
    test(called, async () => {
      const answers: string[] = []
      const ready = sent.headers?.['x-api-key'] === '' ? { headers: { 'x-api-key': readKey } } : sent
      for (const operation of list.filter(of)) answers.push(...(await untold(operation, ready)))
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
        answers.push(...(await untold(operation, { json }, { parserId, id })))
      }
    assert.deepEqual(answers, [])
  })

  test('with the Idempotency-Key of another input', async () => {
    const headers = { 'idempotency-key': 'one' }
    const create = list.find(({ id }) => id === 'parser-create')!
    const json = { name: 'A', schema: { fields: { title: 'h1' } } }
    assert.deepEqual(await untold(create, { json, headers }), [])
    assert.deepEqual(await untold(create, { json: { ...json, name: 'B' }, headers }), [])
  })
})
