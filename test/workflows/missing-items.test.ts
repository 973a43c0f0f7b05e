import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ShortNode, startRunSite } from './support/run-site.ts'

const runs = startRunSite()
const columns = [{ name: 'n', type: 'integer' }]

/** Creates a database in replace mode. */
async function replaced(more: object = {}) {
  const json = {
    name: 'D',
    columns,
    primary_key: ['n'],
    write_mode: 'replace',
    on_missing: 'delete',
    ...more,
  }
  const { id } = (await runs.service.call('/v1/databases', { json })).json
  const count = async (): Promise<number> => (await runs.service.call(`/v1/databases/${id}`)).json.row_count
  return { id, count, write: ['write', 'write_rows', { database_id: id }] satisfies ShortNode }
}

/** Returns the nodes of a run that say that they lack items. */
const incompleteNodes = ({ steps }: { steps: { node_id: string; incomplete: boolean }[] }) =>
  steps.filter(({ incomplete }) => incomplete).map(({ node_id }) => node_id)

const rows: ShortNode[] = [
  ['start', 'input'],
  ['each', 'for_each', { list: 'item.list' }],
  ['row', 'map', { value: '{"n": item + 0}' }],
]

/** Databases are updated in the order in which runs end: once this one is done, earlier ones are too. */
async function settle() {
  const other = await replaced()
  const id = await runs.workflow({ nodes: [...rows, other.write] })
  await runs.run(id, { list: [1, 2] })
  await runs.run(id, { list: [1] })
  while ((await other.count()) !== 1);
}

describe('a database in replace mode keeps its rows', () => {
  test('when an item of a sub-workflow failed', async () => {
    const database = await replaced()
    const inner = await runs.workflow({ nodes: rows })
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['sub', 'sub_workflow', { workflow_id: inner, input: { list: '{{ item.list }}' } }],
        database.write,
      ],
    })
    await runs.run(id, { list: [1, 2, 3] })
    const run = await runs.run(id, { list: [1, 'two'] })
    assert.deepEqual([run.state, run.output.total, incompleteNodes(run)], ['completed', 1, ['sub']])
    await settle()
    assert.equal(await database.count(), 3)
    await runs.run(id, { list: [1, 2] })
    await settle()
    assert.equal(await database.count(), 2)
  })

  test('when a list without a `limit` has more entries than are taken', async () => {
    const database = await replaced()
    const workflowOf = (config: object) =>
      runs.workflow({
        nodes: [
          ['start', 'input'],
          ['each', 'for_each', { list: '[item.from..10001]', ...config }],
          ['last', 'filter', { condition: 'item >= 10000' }],
          ['row', 'map', { value: '{"n": item}' }],
          database.write,
        ],
      })
    const id = await workflowOf({})
    await runs.run(id, { from: 10_000 })
    const run = await runs.run(id, { from: 1 })
    assert.deepEqual([run.output.total, incompleteNodes(run)], [1, ['each']])
    await settle()
    assert.equal(await database.count(), 2)
    const limited = await runs.run(await workflowOf({ limit: 1 }), { from: 10_000 })
    assert.deepEqual(incompleteNodes(limited), [])
    await settle()
    assert.equal(await database.count(), 1, 'all that was asked for')
  })

  test('when a database that is read without a `limit` has more rows than are read', async () => {
    const source = await replaced({ write_mode: 'upsert', on_missing: 'keep' })
    const database = await replaced()
    const list = Array.from({ length: 1_001 }, (_, n) => ({ n }))
    for (const rows of [list.slice(0, 1_000), list.slice(1_000)])
      await runs.service.call(`/v1/databases/${source.id}/rows`, { json: { rows } })
    const workflowOf = (config: object) =>
      runs.workflow({
        nodes: [
          ['start', 'input'],
          ['read', 'read_rows', { database_id: source.id, ...config }],
          database.write,
        ],
      })
    await runs.run(await workflowOf({ limit: 2_000 }))
    const run = await runs.run(await workflowOf({}))
    assert.deepEqual([run.output.total, incompleteNodes(run)], [1_000, ['read']])
    await settle()
    assert.equal(await database.count(), 1_001)
    await runs.run(await workflowOf({ limit: 10 }))
    await settle()
    assert.equal(await database.count(), 10, 'all that was asked for')
  })

  test('when a retry keeps the results of a run for which a page could not be fetched', async () => {
    const list = (n: number, next: string) => `<li><b>${n}</b></li><a class=next href="${next}">on</a>`
    runs.site.on('/list', { body: list(1, '/list-2') })
    runs.site.on('/list-2', { body: '<li><b>2</b></li>' })
    const fields = { items: { css: 'li', all: true, fields: { n: { css: 'b', type: 'integer' } } } }
    const parserId = await runs.service.parser({ fields, paginate: { next: '.next@href' } })
    const database = await replaced({ rows_path: 'items' })
    const input = { parserId, url: `${runs.site.url}/list` }
    const id = await runs.workflow({
      nodes: [['start', 'input'], ['page', 'operation', { operation: 'scrape', input }], database.write],
    })
    await runs.run(id)
    runs.site.on('/list-2', { status: 404 })
    const run = await runs.run(id)
    assert.deepEqual(incompleteNodes(run), ['page'])
    assert.deepEqual(incompleteNodes(await runs.retry(run.id, { from: 'write' })), ['page'])
    await settle()
    assert.equal(await database.count(), 2)
    await runs.retry(run.id, { from: 'start' })
    await settle()
    assert.equal(await database.count(), 2)
    runs.site.on('/list-2', { body: '<li><b>3</b></li>' })
    assert.deepEqual(incompleteNodes(await runs.retry(run.id, { from: 'start' })), [])
    await settle()
    const { data } = (await runs.service.call(`/v1/databases/${database.id}/rows`)).json
    assert.deepEqual(data.map(({ data: { n } }: { data: { n: number } }) => n).sort(), [1, 3])
  })
})

test('a list on a page that could not be read makes a step incomplete, and single fields do not', async () => {
  const shops = (fields: object) => {
    const follow = { link: 'a@href', fields }
    return runs.service.parser({ fields: { shops: { css: 'p', all: true, fields: { name: '' }, follow } } })
  }
  runs.site.on('/shops', { body: '<p><a href=/shop-1>1</a></p><p><a href=/shop-2>2</a></p>' })
  runs.site.on('/shop-1', { body: '<h1>One</h1><li>7</li>' })
  const goods = { css: 'li', all: true, fields: { n: { css: '', type: 'integer' } } }
  const database = await replaced()
  const nodesOf = (parserId: string): ShortNode[] => [
    ['start', 'input'],
    ['page', 'operation', { operation: 'scrape', input: { parserId, url: `${runs.site.url}/shops` } }],
    ['each', 'for_each', { list: 'item.shops.goods' }],
    database.write,
  ]
  const id = await runs.workflow({ nodes: nodesOf(await shops({ goods })) })
  runs.site.on('/shop-2', { body: '<h1>Two</h1><li>8</li>' })
  assert.deepEqual(incompleteNodes(await runs.run(id)), [])
  runs.site.on('/shop-2', { status: 404 })
  assert.deepEqual(incompleteNodes(await runs.run(id)), ['page'])
  await settle()
  assert.equal(await database.count(), 2)
  const single = await runs.workflow({ nodes: nodesOf(await shops({ title: 'h1' })) })
  assert.deepEqual(incompleteNodes(await runs.run(single)), [])
})

test('a list that is shorter than its parser allows makes a step incomplete', async () => {
  const items = { css: 'li', all: true, min_items: 1, fields: { n: { css: '', type: 'integer' } } }
  const parserId = await runs.service.parser({ fields: { items } })
  const database = await replaced({ rows_path: 'items' })
  const input = { parserId, url: `${runs.site.url}/members` }
  const id = await runs.workflow({
    nodes: [['start', 'input'], ['page', 'operation', { operation: 'scrape', input }], database.write],
  })
  runs.site.on('/members', { body: '<li>1</li><li>2</li>' })
  assert.deepEqual(incompleteNodes(await runs.run(id)), [])
  await settle()
  runs.site.on('/members', { body: '<h1>Log in</h1>' })
  assert.deepEqual(incompleteNodes(await runs.run(id)), ['page'])
  await settle()
  assert.equal(await database.count(), 2)
})

test('the error of a sub-workflow is told once, however deep it is nested', async () => {
  const sub = (workflow_id: string) =>
    runs.workflow({
      nodes: [
        ['start', 'input'],
        ['sub', 'sub_workflow', { workflow_id, input: '{{ item }}' }],
      ],
    })
  const failing = await runs.workflow({
    nodes: [
      ['start', 'input'],
      ['sum', 'map', { value: 'item.n + 1' }],
    ],
  })
  const run = await runs.run(await sub(await sub(await sub(failing))), { n: 'x' })
  assert.match(
    run.error.message,
    /^The only item failed at `sub`: The sub-workflow failed: The only item failed at `sum`: The left side/,
  )
})

describe('a retry of a run that was cancelled before all its items were read', () => {
  test('removes no rows of a database in replace mode', async () => {
    const database = await replaced()
    const nodes: ShortNode[] = [
      ['start', 'input'],
      ['each', 'for_each', { list: 'item.list' }],
      ['pause', 'delay', { seconds: '{{ item.seconds }}' }],
      ['row', 'map', { value: '{"n": item.n}' }],
      database.write,
    ]
    const id = await runs.workflow({ nodes })
    const list = (seconds: number) => ({
      list: [
        { n: 1, seconds: 0 },
        { n: 2, seconds },
      ],
    })
    await runs.run(id, list(0))
    const { id: started } = (await runs.start(id, list(3_600))).json
    while ((await runs.items({ id: started }, 'row', '&side=out')).length === 0);
    await runs.service.call(`/v1/workflow-runs/${started}/cancel`, { method: 'POST' })
    const run = await runs.retry(started, { from: 'write' })
    assert.deepEqual([run.state, run.output.total], ['completed', 1])
    await settle()
    assert.equal(await database.count(), 2)
  })
})

describe('the items of a step', () => {
  for (const [query, field, of] of [
    ['?branch=out', 'branch', 'out'],
    ['?side=in&branch=out', 'branch', 'out'],
    ['?side=out&state=failed', 'state', 'in'],
  ])
    test(`cannot be filtered by a field of the other side: ${query}`, async () => {
      const run = await runs.run(await runs.workflow({ nodes: [['start', 'input']] }))
      const { status, json } = await runs.service.call(
        `/v1/workflow-runs/${run.id}/steps/start/items${query}`,
      )
      assert.deepEqual(
        [status, json.field, json.error],
        [400, field, `\`${field}\` goes with \`side=${of}\` only.`],
      )
    })
})
