import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { callAtOnce } from '../support/at-once.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const post = (path: string, json?: unknown) => ({ path, method: 'POST', ...(json !== undefined && { json }) })

async function create(path: string, json: object): Promise<string> {
  const answer = await service.call(path, { json })
  assert.equal(answer.status, 201, answer.text)
  return answer.json.id
}

const idIn = (path: string) => path.split('/').at(-1)!

const totalOf = async (path: string) => (await service.call(`${path}?count=true`)).json.total

const CRON = {
  name: 'A cron',
  expression: '0 9 * * *',
  timezone: 'UTC',
  target: { type: 'api', id: 'videosite-channel', input: { handle: '@channel' } },
}

describe('restoring deleted records at once never exceeds the limit', () => {
  const kinds: [path: string, limit: number, body: (name: string) => object][] = [
    ['/v1/crons', 5, name => ({ ...CRON, name })],
    ['/v1/webhooks', 100, () => ({ url: 'https://hooks.example/in', events: ['job.*'] })],
    ['/v1/sessions', 200, name => ({ name, hosts: ['shop.example'] })],
  ]
  for (const [path, limit, body] of kinds)
    test(`of ${path}`, async () => {
      await service.admin('/admin/accounts/default', { limits: { crons: 5 } })
      const deleted = await Promise.all(['a', 'b', 'c'].map(name => create(path, body(name))))
      for (const id of deleted) await service.call(`${path}/${id}`, { method: 'DELETE' })
      for (let i = 1; i < limit; i++) await create(path, body(`kept ${i}`))
      const restored = await callAtOnce(
        service,
        deleted.map(id => post(`${path}/${id}/restore`)),
      )
      assert.deepEqual(restored.map(({ status }) => status).sort(), [200, 409, 409])
      assert.equal(await totalOf(path), limit)
      await service.admin('/admin/accounts/default', { limits: { crons: 100 } })
    })
})

test('a cron that is deleted while it is resumed stays deleted and is never due', async () => {
  const id = await create('/v1/crons', { ...CRON, name: 'resumed', enabled: false })
  const path = `/v1/crons/${id}`
  const [deleted, resumed] = await callAtOnce(service, [{ path, method: 'DELETE' }, post(`${path}/resume`)])
  assert.deepEqual([deleted!.status, resumed!.status], [204, 404])
  const { json } = await service.call(`${path}/restore`, { method: 'POST' })
  assert.deepEqual([json.enabled, json.next_run_at], [false, null])
  await service.call(path, { method: 'DELETE' })
})

test('a cron that is replaced while it is resumed fires by its new schedule', async () => {
  const id = await create('/v1/crons', { ...CRON, name: 'resumed', enabled: false })
  const path = `/v1/crons/${id}`
  const json = { ...CRON, expression: '30 10 * * *', enabled: false }
  const [replaced, resumed] = await callAtOnce(service, [
    { path, method: 'PUT', json },
    post(`${path}/resume`),
  ])
  assert.deepEqual([replaced!.status, resumed!.status], [200, 200])
  assert.match(resumed!.json.next_run_at, /T10:30:00/)
  await service.call(path, { method: 'DELETE' })
})

test('pages saved with a parser at once never exceed their limit', async () => {
  const path = `/v1/parsers/${await service.parser({ fields: { title: 'h1' } })}/fixtures`
  const json = { name: 'A page', html: '<h1>Kettle</h1>', expected: { title: 'Kettle' } }
  for (let i = 1; i < 100; i++) await create(path, json)
  const saved = await callAtOnce(service, [post(path, json), post(path, json), post(path, json)])
  assert.deepEqual(saved.map(({ status }) => status).sort(), [201, 409, 409])
})

describe('a record that is deleted while another one that names it is created', () => {
  const targetOf = (parser_id: string) => ({ parser_id, input: { url: 'http://winnow.invalid/' } })
  const cronOf = (id: string) => ({
    ...CRON,
    target: { type: 'parser', id, input: { url: 'http://winnow.invalid/' } },
  })
  const kinds: [kind: string, path: string, body: (parser: string) => object][] = [
    ['job', '/v1/jobs', targetOf],
    ['cron', '/v1/crons', cronOf],
  ]
  for (const [kind, path, body] of kinds) {
    const remove = (parser: string) => ({ path: `/v1/parsers/${parser}`, method: 'DELETE' })

    test(`stays, if the ${kind} is first`, async () => {
      const parser = await service.parser({ fields: { title: 'h1' } })
      const [created, deleted] = await callAtOnce(service, [post(path, body(parser)), remove(parser)])
      assert.ok(created!.status < 300)
      assert.equal(deleted!.status, 409)
      assert.deepEqual(deleted!.json.dependants, [created!.json.id])
    })

    test(`is gone, if the deletion is first, and there is no ${kind}`, async () => {
      const parser = await service.parser({ fields: { title: 'h1' } })
      const [deleted, created] = await callAtOnce(service, [remove(parser), post(path, body(parser))])
      assert.equal(deleted!.status, 204)
      assert.ok([404, 409].includes(created!.status), `${created!.status}`)
    })
  }

  const workflowOf = (node: object) => ({
    name: 'A workflow',
    nodes: [
      { id: 'start', type: 'input' },
      { id: 'uses', ...node },
    ],
    edges: [{ from: 'start', to: 'uses' }],
  })
  const DATABASE = { name: 'Rows', columns: [{ name: 'title', type: 'string' }] }
  const named: [kind: string, named: () => Promise<string>, body: (path: string) => object][] = [
    [
      'parser',
      async () => `/v1/parsers/${await service.parser({ fields: { title: 'h1' } })}`,
      path => ({
        type: 'operation',
        config: { operation: 'scrape', input: { parserId: idIn(path), url: 'http://winnow.invalid/' } },
      }),
    ],
    [
      'database',
      async () => `/v1/databases/${await create('/v1/databases', DATABASE)}`,
      path => ({ type: 'write_rows', config: { database_id: idIn(path) } }),
    ],
    [
      'workflow',
      async () =>
        `/v1/workflows/${await create('/v1/workflows', workflowOf({ type: 'map', config: { value: 'item' } }))}`,
      path => ({ type: 'sub_workflow', config: { workflow_id: idIn(path) } }),
    ],
  ]
  for (const [kind, madeAt, body] of named)
    for (const change of ['created', 'replaced', 'restored'])
      test(`is gone, or else a workflow that names this ${kind} is not ${change}`, async () => {
        for (const deletesFirst of [true, false]) {
          const path = await madeAt()
          const json = workflowOf(body(path))
          const id = change !== 'created' && (await create('/v1/workflows', json))
          if (change === 'replaced') {
            const rest = { ...json, nodes: json.nodes.slice(0, 1), edges: [] }
            await service.call(`/v1/workflows/${id}`, { method: 'PUT', json: rest })
          }
          if (change === 'restored') await service.call(`/v1/workflows/${id}`, { method: 'DELETE' })
          const remove = { path, method: 'DELETE' }
          const write = {
            created: post('/v1/workflows', json),
            replaced: { ...post(`/v1/workflows/${id}`, json), method: 'PUT' },
            restored: post(`/v1/workflows/${id}/restore`),
          }[change]!
          const answers = await callAtOnce(service, deletesFirst ? [remove, write] : [write, remove])
          const [deleted, written] = deletesFirst ? answers : answers.toReversed()
          const isGone = (await service.call(path)).status === 404
          assert.equal(deleted!.status, isGone ? 204 : 409)
          if (isGone)
            assert.ok(written!.status >= 400 || written!.json.state === 'draft', `${written!.status}`)
        }
      })

  test('is gone, or else no parser names this session', async () => {
    const [{ id: session }] = (await service.call('/v1/sessions?limit=1')).json.data
    const path = `/v1/sessions/${session}`
    const parser = { name: 'test', schema: { fields: { title: 'h1' } }, fetch: { session } }
    const [created, deleted] = await callAtOnce(service, [
      post('/v1/parsers', parser),
      { path, method: 'DELETE' },
    ])
    const isGone = (await service.call(path)).status === 404
    assert.deepEqual([deleted!.status, created!.status], isGone ? [204, 400] : [409, 201])
  })

  test('leaves no part of a batch', async () => {
    const parser_id = await service.parser({ fields: { title: 'h1' } })
    const items = Array.from({ length: 600 }, () => ({ input: { url: 'http://winnow.invalid/' } }))
    const [batch, deleted] = await callAtOnce(service, [
      post('/v1/batches', { target: { parser_id }, items }),
      { path: `/v1/parsers/${parser_id}`, method: 'DELETE' },
    ])
    assert.equal(deleted!.status, 204)
    assert.ok([404, 409].includes(batch!.status), `${batch!.status}`)
    assert.equal(await totalOf('/v1/batches'), 0)
    assert.equal((await service.call('/v1/credits')).json.held, 0)
  })
})
