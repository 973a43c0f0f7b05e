import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { callAtOnce } from '../support/at-once.ts'
import { documentOf, type ShortNode, scrapeEach, startRunSite, stepOf } from './support/run-site.ts'

const runs = startRunSite()
const urls = (...paths: string[]) => ({ urls: paths.map(path => `${runs.site.url}${path}`) })
const requestCount = (path: string) => runs.site.requests.filter(request => request.path === path).length
const titles = (): ShortNode[] => [...scrapeEach(runs.parser), ['title', 'map', { value: 'item.title' }]]

describe('a retry of a workflow run', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a run as the service shows it
  let failedRun: any
  let workflow: string

  before(async () => {
    runs.site.on('/late', { body: '<p>Not yet</p>' })
    workflow = await runs.workflow({ nodes: titles() })
    failedRun = await runs.run(workflow, urls('/page', '/late', '/page?2'))
    assert.deepEqual(stepOf(failedRun, 'page'), ['completed', 3, 2, 1, 2])
    runs.site.on('/late', { body: '<h1>Late</h1>' })
  })

  test('of failed items repeats and charges only these', async () => {
    const before = [requestCount('/page'), requestCount('/late'), await runs.spent()]
    const run = await runs.retry(failedRun.id)
    assert.equal(run.retry_of, failedRun.id)
    assert.deepEqual([run.state, run.credits], ['completed', 1])
    assert.deepEqual(run.output.items, ['Kettle', 'Late', 'Kettle'])
    assert.deepEqual(stepOf(run, 'page'), ['completed', 3, 3, 0, 1])
    const after = [requestCount('/page'), requestCount('/late'), await runs.spent()]
    assert.deepEqual(after, [before[0], before[1]! + 1, before[2]! + 1])
  })

  test('is refused if the run is deleted in the same moment', async () => {
    const { id } = await runs.run(workflow, urls('/page'))
    const path = `/v1/workflow-runs/${id}`
    const [deleted, retried] = await callAtOnce(runs.service, [
      { path, method: 'DELETE' },
      { path: `${path}/retry`, json: { from: 'title' } },
    ])
    assert.deepEqual([deleted!.status, retried!.status], [204, 404])
  })

  test('from the start repeats everything', async () => {
    const run = await runs.retry(failedRun.id, { from: 'start' })
    assert.deepEqual([run.credits, run.output.total], [3, 3])
  })

  test('from a node repeats that node and the ones after it', async () => {
    const run = await runs.retry(failedRun.id, { from: 'title' })
    assert.deepEqual([run.credits, run.output.total], [0, 2])
    assert.deepEqual(stepOf(run, 'page'), ['completed', 3, 2, 1, 0], 'as it was')
  })

  test('with the latest version repeats only what has changed', async () => {
    const changed = titles().map<ShortNode>(node =>
      node[0] === 'title' ? ['title', 'map', { value: '$uppercase(item.title)' }] : node,
    )
    await runs.rewrite(workflow, { nodes: changed })
    const same = await runs.retry(failedRun.id)
    const latest = await runs.retry(failedRun.id, { version: 'latest' })
    assert.deepEqual([same.workflow_version, latest.workflow_version], [1, 2])
    assert.deepEqual(latest.output.items, ['KETTLE', 'LATE', 'KETTLE'])
    assert.deepEqual([same.output.items[0], latest.credits], ['Kettle', 1])
  })

  test('with the latest version checks its input against that version, and adds its defaults', async () => {
    const nodes: ShortNode[] = [
      ['start', 'input'],
      ['twice', 'map', { value: '{"item": item.d, "input": input.d}' }],
    ]
    const id = await runs.workflow({ nodes })
    const first = await runs.run(id, { n: 1 })
    const rewriteFor = (input_schema: object) =>
      runs.service.call(`/v1/workflows/${id}`, {
        method: 'PUT',
        json: { ...documentOf({ nodes }), input_schema },
      })
    await rewriteFor({ type: 'object', properties: { d: { type: 'integer', default: 7 } } })
    const again = await runs.retry(first.id, { version: 'latest' })
    assert.deepEqual([again.input, again.output.items], [{ n: 1, d: 7 }, [{ item: 7, input: 7 }]])
    assert.deepEqual((await runs.retry(first.id)).output.items, [{}])
    await rewriteFor({ type: 'object', properties: { z: { type: 'string' } }, required: ['z'] })
    for (const from of ['start', 'twice']) {
      const json = { from, version: 'latest' }
      const refused = await runs.service.call(`/v1/workflow-runs/${first.id}/retry`, { json })
      assert.deepEqual([refused.status, refused.json.field], [400, 'input.z'])
    }
  })

  test('of a deleted workflow is only possible with the version that ran', async () => {
    const id = await runs.workflow({ nodes: [['start', 'input']] })
    const run = await runs.run(id)
    await runs.service.call(`/v1/workflows/${id}`, { method: 'DELETE' })
    const retry = `/v1/workflow-runs/${run.id}/retry`
    const { status, json } = await runs.service.call(retry, { json: { version: 'latest' } })
    assert.deepEqual(
      [status, json.error, json.field],
      [409, 'The workflow of this run was deleted.', 'version'],
    )
    assert.equal((await runs.retry(run.id)).state, 'completed')
  })

  test('from a node that does not exist is refused', async () => {
    const { status, json } = await runs.service.call(`/v1/workflow-runs/${failedRun.id}/retry`, {
      json: { from: 'nowhere' },
    })
    assert.deepEqual([status, json.field], [400, 'from'])
  })

  test('is started only once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'again' }
    const send = () => runs.service.call(`/v1/workflow-runs/${failedRun.id}/retry`, { json: {}, headers })
    const [first, second] = [await send(), await send()]
    assert.equal(first.json.id, second.json.id)
    await runs.runEnded(first.json.id)
  })
})

describe('a test run', () => {
  test('that is dry sends and charges nothing, and uses samples instead', async () => {
    const spent = await runs.spent()
    const before = runs.site.requests.length
    const id = await runs.workflow({ nodes: titles() })
    const run = await runs.run(id, urls('/page', '/late'), { dry_run: true })
    assert.deepEqual([run.state, run.dry_run, run.credits, run.output.total], ['completed', true, 0, 2])
    assert.equal(runs.site.requests.length, before)
    assert.equal(await runs.spent(), spent)
  })

  test('gets samples from the columns of a database and from the last output of a sub-workflow', async () => {
    const columns = [
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
    ]
    const { json: database } = await runs.service.call('/v1/databases', {
      json: { name: 'Kettles', columns, primary_key: ['title'] },
    })
    const inner = await runs.workflow({ nodes: titles() })
    const { output } = await runs.run(inner, urls('/page'))
    const nodes: ShortNode[] = [
      ['start', 'input'],
      ['rows', 'read_rows', { database_id: database.id }],
      ['each', 'sub_workflow', { workflow_id: inner }],
      ['last', 'map', { value: 'item' }],
    ]
    const checked = await runs.service.call('/v1/workflows/validate', { json: documentOf({ nodes }) })
    assert.deepEqual(checked.json.problems, [])
    assert.deepEqual(checked.json.samples.each, { title: 'text', price: 1 })
    assert.deepEqual(checked.json.samples.last, output.items[0])
  })

  test('gets samples from the fields of a parser, as does the check for each node', async () => {
    const schema = {
      fields: {
        cost: { css: '.cost', type: 'number' },
        makers: { css: 'li', all: true, fields: { name: 'b' } },
      },
    }
    const nodes = (parser: string) => [
      ...scrapeEach(parser),
      ['costs', 'map', { value: 'item.cost' }] as ShortNode,
    ]
    const sample = { cost: 1, makers: [{ name: 'text' }] }
    const parser = await runs.service.parser(schema)
    const { samples } = (
      await runs.service.call('/v1/workflows/validate', { json: documentOf({ nodes: nodes(parser) }) })
    ).json
    assert.deepEqual(samples.costs, sample)
    const run = await runs.run(await runs.workflow({ nodes: nodes(parser) }), urls('/page'), {
      dry_run: true,
    })
    assert.deepEqual(run.output.items, [1])
    const none = documentOf({ nodes: nodes('{{ item.parser }}') })
    assert.deepEqual(
      (await runs.service.call('/v1/workflows/validate', { json: none })).json.samples.costs,
      {},
    )
  })

  test('uses the pinned items of a node when it is dry, and a real run does not', async () => {
    const nodes = titles().map<ShortNode>(node =>
      node[0] === 'page' ? ['page', 'operation', node[2] ?? {}, { pinned: [{ title: 'Pinned' }] }] : node,
    )
    const id = await runs.workflow({ nodes })
    const run = await runs.run(id, urls('/page', '/late'), { dry_run: true })
    assert.deepEqual(run.output.items, ['Pinned'])
    const real = await runs.run(id, urls('/page'))
    assert.deepEqual(real.output.items, ['Kettle'])
  })

  test('runs a node with an empty list of pinned items normally', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['twice', 'map', { value: 'item.n * 2' }, { pinned: [] }],
        ['end', 'map', { value: 'item' }],
      ],
    })
    for (const how of [{ dry_run: true }, { to_node: 'end' }])
      assert.deepEqual((await runs.run(id, { n: 2 }, how)).output.items, [4])
  })

  test('sends each pinned item of an `if` node along its own branch', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['much', 'if', { condition: 'item.n > nodes.start.least' }, { pinned: [{ n: 1 }, { n: 3 }] }],
        ['more', 'map', { value: '"more: " & item.n' }],
        ['less', 'map', { value: '"less: " & item.n' }],
      ],
      edges: ['start → much', 'much true → more', 'much false → less'],
    })
    const dry = await runs.run(id, { n: 9, least: 2 }, { dry_run: true })
    assert.deepEqual(dry.output.items.sort(), ['less: 1', 'more: 3'])
    const near = await runs.run(id, { n: 9, least: 2 }, { to_node: 'less' })
    assert.deepEqual(near.output.items, ['less: 1'])
  })

  test('evaluates a node with pinned items only for these, even if its real input would fail', async () => {
    const startPinned = async (pinned: object[]) => {
      const id = await runs.workflow({
        nodes: [
          ['start', 'input'],
          ['much', 'if', { condition: 'item.n + 1 > 1' }, { pinned }],
        ],
      })
      return runs.run(id, { n: 'x' }, { dry_run: true })
    }
    assert.deepEqual((await startPinned([{ n: 1 }])).output.items, [{ n: 1 }])
    assert.equal((await startPinned([{ n: 1 }, { n: 'x' }])).error.code, 'expression_failed')
  })

  test('of a single node runs over the given items', async () => {
    const id = await runs.workflow({ nodes: titles() })
    const more = { only_node: 'title', items: [{ title: 'One' }, { title: 'Two' }] }
    const run = await runs.run(id, undefined, more)
    assert.deepEqual(run.output.items, ['One', 'Two'])
    assert.deepEqual(run.steps.length, 1)
    const none = await runs.start(id, undefined, { only_node: 'title' })
    assert.deepEqual([none.status, none.json.field], [400, 'items'])
    for (const how of [{}, { dry_run: true }, { to_node: 'title' }]) {
      const startAnswer = await runs.start(id, undefined, { items: [{ title: 'One' }], ...how })
      assert.deepEqual([startAnswer.status, startAnswer.json.field], [400, 'items'])
    }
    const unknown = await runs.start(id, undefined, { only_node: 'nowhere' })
    assert.deepEqual([unknown.status, unknown.json.field], [400, 'only_node'])
  })

  test('up to a node runs the nodes before it and itself, and none after it', async () => {
    const id = await runs.workflow({ nodes: titles() })
    const run = await runs.run(id, urls('/page'), { to_node: 'page' })
    assert.deepEqual([run.state, run.to_node, run.credits], ['completed', 'page', 1])
    assert.deepEqual(
      run.steps.map(({ node_id }: { node_id: string }) => node_id),
      ['start', 'each', 'page'],
    )
    assert.deepEqual((await runs.retry(run.id, { from: 'start' })).steps.length, 3)
    const latest = await runs.retry(run.id, { from: 'start', version: 'latest' })
    assert.deepEqual([latest.steps.length, latest.to_node], [3, 'page'])
    const unknown = await runs.start(id, undefined, { to_node: 'nowhere' })
    assert.deepEqual([unknown.status, unknown.json.field], [400, 'to_node'])
    const both = await runs.start(id, undefined, { to_node: 'page', only_node: 'page' })
    assert.deepEqual([both.status, both.json.field], [400, 'to_node'])
  })

  test('up to a node runs nothing before pinned items, unless an expression refers to it', async () => {
    const pinnedPage = (value: string): ShortNode[] => [
      ...scrapeEach(runs.parser, { pinned: [{ title: 'Pinned' }, { title: 'Twice' }] }),
      ['shape', 'map', { value }],
    ]
    const before = [runs.site.requests.length, await runs.spent()]
    const near = await runs.run(
      await runs.workflow({ nodes: pinnedPage('item.title') }),
      {},
      { to_node: 'shape' },
    )
    assert.deepEqual(near.output.items, ['Pinned', 'Twice'])
    assert.deepEqual(stepOf(near, 'page'), ['completed', 1, 2, 0, 0])
    assert.equal(near.steps.length, 3)
    for (const value of ['item.title & nodes.each', 'item.title &\n\tnodes.each']) {
      const workflowId = await runs.workflow({ nodes: pinnedPage(value) })
      const far = await runs.run(workflowId, { urls: ['#1'] }, { to_node: 'shape' })
      assert.deepEqual(far.output.items, ['Pinned#1', 'Twice#1'])
    }
    assert.deepEqual([runs.site.requests.length, await runs.spent()], before)
  })

  test('of a draft up to a node only needs the nodes up to there to be valid', async () => {
    const nodes = [
      { id: 'start', type: 'input' },
      { id: 'shape', type: 'map', config: { value: 'item.n + 1' } },
      { id: 'rest', type: 'map', config: { value: 'item.(' } },
    ]
    const edges = [
      { from: 'start', to: 'shape' },
      { from: 'shape', to: 'rest' },
    ]
    const json = { name: 'draft', state: 'draft', nodes, edges }
    const { id } = (await runs.service.call('/v1/workflows', { json })).json
    assert.deepEqual((await runs.run(id, { n: 1 }, { to_node: 'shape' })).output.items, [2])
    assert.equal((await runs.start(id, { n: 1 }, { to_node: 'rest' })).status, 422)
  })

  test('of a valid draft is allowed, but a real run of it is not', async () => {
    const draft = async (value: string) => {
      const nodes = [
        { id: 'start', type: 'input' },
        { id: 'shape', type: 'map', config: { value } },
      ]
      const json = { name: 'draft', state: 'draft', nodes, edges: [{ from: 'start', to: 'shape' }] }
      return (await runs.service.call('/v1/workflows', { json })).json.id
    }
    const good = await draft('item.n + 1')
    assert.deepEqual((await runs.run(good, { n: 1 }, { dry_run: true })).output.items, [2])
    assert.equal((await runs.start(good, { n: 1 })).status, 409)
    const faulty = await runs.start(await draft('item.('), { n: 1 }, { dry_run: true })
    assert.deepEqual([faulty.status, faulty.json.field], [422, 'nodes[1].config.value'])
  })
})
