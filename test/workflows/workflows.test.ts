import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const GRAPH = {
  name: 'Liked',
  nodes: [
    { id: 'input', type: 'input', position: { x: 10, y: -20.5 } },
    {
      id: 'liked',
      type: 'filter',
      name: 'Liked a lot',
      config: { condition: 'item.likes > 10' },
      on_error: 'stop',
      pinned: [{ likes: 12, odd: { '': null, 'a b': [1, '2', { deep: true }] } }],
    },
  ],
  edges: [{ from: 'input', to: 'liked' }],
}

const create = (json: unknown, headers = {}) => service.call('/v1/workflows', { json, headers })
const at = (id: string, more = '') => `/v1/workflows/${id}${more}`
const replaceWorkflow = (id: string, json: unknown, headers = {}) =>
  service.call(at(id), { method: 'PUT', json, headers })
const remove = (path: string) => service.call(path, { method: 'DELETE' })

describe('a workflow', () => {
  test('is returned in full, with the defaults of fields that were left out', async () => {
    const { status, headers, json } = await create(GRAPH)
    assert.equal(status, 201)
    assert.match(json.id, /^wf_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.equal(headers.get('location'), at(json.id))
    const { id, created_at, updated_at, ...rest } = json
    const open = { config: {}, on_error: 'continue', retries: 2, timeout_ms: 120_000 }
    assert.deepEqual(rest, {
      ...GRAPH,
      description: '',
      state: 'active',
      nodes: GRAPH.nodes.map(node => ({ ...open, ...node })),
      input_schema: { type: 'object', properties: {} },
      settings: { concurrency: 4, max_duration: 86_400, budget: null },
      version: 1,
    })
    assert.deepEqual((await service.call(at(id))).json, json)
  })

  test('gets a new version with every change, and an earlier version can be restored', async () => {
    const { id } = (await create(GRAPH)).json
    assert.equal(
      (await replaceWorkflow(id, { ...GRAPH, name: 'Second' }, { 'if-match': '1' })).json.version,
      2,
    )
    assert.equal((await replaceWorkflow(id, GRAPH, { 'if-match': '1' })).status, 412)
    const restored = await service.call(at(id, '/versions/1/restore'), { method: 'POST' })
    assert.deepEqual([restored.status, restored.json.name, restored.json.version], [200, 'Liked', 3])
    const { data } = (await service.call(at(id, '/versions'))).json
    assert.deepEqual(
      data.map(({ version, name }: { version: number; name: string }) => [version, name]),
      [
        [3, 'Liked'],
        [2, 'Second'],
        [1, 'Liked'],
      ],
    )
    const none = await service.call(at(id, '/versions/9/restore'), { method: 'POST' })
    assert.deepEqual([none.status, none.json.field], [404, 'version'])
  })

  test('can be saved as a draft with problems, which the check lists', async () => {
    const draft = { ...GRAPH, edges: [], state: 'draft' }
    const { status, json } = await create(draft)
    assert.equal(status, 201)
    assert.equal((await replaceWorkflow(json.id, { ...draft, state: 'active' })).status, 422)
    const checked = (await service.call('/v1/workflows/validate', { json: { ...draft, id: json.id } })).json
    assert.deepEqual([checked.valid, checked.problems[0].field], [false, 'nodes[1]'])
    const good = (await service.call('/v1/workflows/validate', { json: GRAPH })).json
    assert.deepEqual(good, { valid: true, problems: [], samples: { input: {}, liked: {} } })
  })

  test('can be exported and imported without loss', async () => {
    const { id, ...record } = (await create(GRAPH)).json
    const file = (await service.call(at(id, '/export'))).json
    assert.equal(file.format, 'winnow-workflow/1')
    const imported = await service.call('/v1/workflows/import', { json: file })
    assert.equal(imported.status, 201)
    const { id: _, created_at, updated_at, problems, ...copy } = imported.json
    assert.deepEqual(
      [problems, { ...copy, created_at: 0, updated_at: 0 }],
      [[], { ...record, created_at: 0, updated_at: 0 }],
    )
  })

  test('that is imported with problems becomes a draft', async () => {
    const nodes = [...GRAPH.nodes, { id: 'rows', type: 'write_rows', config: { database_id: 'db_gone' } }]
    const edges = [...GRAPH.edges, { from: 'liked', to: 'rows' }]
    const file = { format: 'winnow-workflow/1', ...GRAPH, nodes, edges }
    const { status, json } = await service.call('/v1/workflows/import', { json: file })
    assert.deepEqual(
      [status, json.state, json.problems[0].field],
      [201, 'draft', 'nodes[2].config.database_id'],
    )
  })

  test('is a 404 for other accounts', async () => {
    const { id } = (await create(GRAPH)).json
    const headers = { 'x-api-key': await service.keyFor('other') }
    for (const path of [at(id), at(id, '/versions'), at(id, '/export')])
      assert.equal((await service.call(path, { headers })).status, 404)
    assert.equal((await replaceWorkflow(id, GRAPH, headers)).status, 404)
  })

  test('can be restored after its deletion', async () => {
    const { id } = (await create(GRAPH)).json
    assert.equal((await remove(at(id))).status, 204)
    assert.equal((await service.call(at(id))).status, 404)
    const restored = await service.call(at(id, '/restore'), { method: 'POST' })
    assert.deepEqual([restored.json.id, restored.json.state, restored.json.version], [id, 'active', 1])
  })

  test('is restored as a draft when a database that it uses was deleted in the meantime', async () => {
    const { id: database } = await makeDatabase(service)
    const nodes = [
      { id: 'input', type: 'input' },
      { id: 'rows', type: 'read_rows', config: { database_id: database } },
    ]
    const { id } = (await create({ name: 'reads', nodes, edges: [{ from: 'input', to: 'rows' }] })).json
    assert.equal((await remove(at(id))).status, 204)
    assert.equal((await remove(`/v1/databases/${database}`)).status, 204)
    const { status, json } = await service.call(at(id, '/restore'), { method: 'POST' })
    assert.deepEqual([status, json.state, json.version], [200, 'draft', 2])
    assert.equal((await service.call(at(id))).json.state, 'draft')
    assert.equal((await service.call(at(id, '/run'), { json: {} })).status, 409)
  })
})

test('records that a workflow uses cannot be deleted before it', async () => {
  const { id: database } = await makeDatabase(service)
  const parser = await service.parser({ fields: { title: 'h1' } })
  const sub = (await create(GRAPH)).json.id
  const nodes = [
    GRAPH.nodes[0],
    {
      id: 'page',
      type: 'operation',
      config: { operation: 'scrape', input: { parserId: parser, url: '{{ item.url }}' } },
    },
    { id: 'rows', type: 'write_rows', config: { database_id: database } },
    { id: 'sub', type: 'sub_workflow', config: { workflow_id: sub } },
  ]
  const edges = ['page', 'rows', 'sub'].map(to => ({ from: 'input', to }))
  const { id } = (await create({ ...GRAPH, nodes, edges })).json
  const dependants = [`/v1/databases/${database}`, `/v1/parsers/${parser}`, at(sub)]
  for (const path of dependants) {
    const { status, json } = await remove(path)
    assert.deepEqual([status, json.dependants], [409, [id]], path)
  }
  assert.equal((await remove(at(id))).status, 204)
  for (const path of dependants) assert.equal((await remove(path)).status, 204, path)
})

describe('the list of node types', () => {
  test('contains every operation that workflows can call, with its input schema', async () => {
    const { data } = (await service.call('/v1/workflow-nodes')).json
    const calls = data.filter(({ operation }: { operation: string | null }) => operation)
    assert.ok(calls.length >= 12)
    const scrape = calls.find(({ operation }: { operation: string }) => operation === 'scrape')
    assert.deepEqual(scrape.config.properties.operation, { const: 'scrape' })
    assert.equal(scrape.config.properties.input.properties.parserId['x-id-of'], 'parser')
    const parse = calls.find(({ operation }: { operation: string }) => operation === 'parse')
    assert.equal(parse.config.properties.input.properties.html.type, 'string')
  })

  test('marks fields that are expressions', async () => {
    const { data } = (await service.call('/v1/workflow-nodes')).json
    const filter = data.find(({ type }: { type: string }) => type === 'filter')
    assert.equal(filter.config.properties.condition['x-expression'], true)
    assert.deepEqual(filter.branches, ['out', 'rejected'])
  })
})
