import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scrapeEach, startRunSite, stepOf } from './support/run-site.ts'

const runs = startRunSite({}, ({ site }) => {
  let requestCount = 0
  site.on('/unreliable', (_request, response) => {
    const status = requestCount++ % 2 ? 200 : 503
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>At last</h1>')
  })
})

const urls = (...paths: string[]) => ({ urls: paths.map(path => `${runs.site.url}${path}`) })

describe('a workflow run', () => {
  test('passes each item through the nodes, and charges only for successful calls', async () => {
    const before = await runs.spent()
    const id = await runs.workflow({
      nodes: [
        ...scrapeEach(runs.parser),
        ['shape', 'map', { value: '{"title": item.title, "url": nodes.each, "of": $count(input.urls)}' }],
      ],
    })
    const run = await runs.run(id, urls('/page?1', '/bare', '/page?2'))
    assert.equal(run.state, 'completed')
    assert.deepEqual(stepOf(run, 'page'), ['completed', 3, 2, 1, 2])
    assert.deepEqual(run.output, {
      total: 2,
      items: [1, 2].map(n => ({ title: 'Kettle', url: `${runs.site.url}/page?${n}`, of: 3 })),
    })
    assert.equal(run.credits, 2)
    assert.equal((await runs.spent()) - before, 2)
    const { held } = await runs.credits()
    assert.equal(held, 0)
  })

  test('keeps the error of a failed item, while other items continue', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser) })
    const run = await runs.run(id, urls('/bare', '/page'))
    const [failedItem, completedItem] = await runs.items(run, 'page')
    assert.equal(failedItem.error.code, 'required_missing')
    assert.equal(failedItem.value, `${runs.site.url}/bare`)
    assert.deepEqual([failedItem.state, failedItem.credits], ['failed', 0])
    assert.match(failedItem.error.hint, /Test the parser on this page/)
    const calls = (await runs.service.call('/v1/calls?limit=100')).json.data
    const callOf = (item: { call: { id: string } }) =>
      calls.find(({ id }: { id: string }) => id === item.call.id)
    assert.deepEqual([failedItem.call, completedItem.call], [callOf(failedItem), callOf(completedItem)])
    assert.deepEqual([failedItem.call.status, completedItem.call.status], [422, 200])
    assert.deepEqual([completedItem.state, completedItem.credits, completedItem.attempt], ['completed', 1, 1])
    assert.deepEqual(await runs.items(run, 'page', '&state=failed'), [failedItem])
    const [given] = await runs.items(run, 'page', '&side=out')
    assert.deepEqual(given, { index: 1, branch: 'out', value: { title: 'Kettle' } })
  })

  test('sends failed items along the branch `error`', async () => {
    const id = await runs.workflow({
      nodes: [...scrapeEach(runs.parser), ['why', 'map', { value: 'item.error.code & " " & item.item' }]],
      edges: ['start → each', 'each → page', 'page error → why'],
    })
    const run = await runs.run(id, urls('/page', '/bare'))
    assert.deepEqual(run.output.items, [`required_missing ${runs.site.url}/bare`])
  })

  test('fails at a node with `on_error: stop`, and skips the nodes after it', async () => {
    const id = await runs.workflow({
      nodes: [...scrapeEach(runs.parser, { on_error: 'stop' }), ['end', 'map', { value: 'item' }]],
    })
    const run = await runs.run(id, urls('/bare'))
    assert.equal(run.state, 'failed')
    assert.deepEqual([run.error.code, run.error.node_id], ['required_missing', 'page'])
    assert.equal(stepOf(run, 'page')[0], 'failed')
    assert.equal(stepOf(run, 'end')[0], 'skipped')
  })

  test('repeats a temporary failure as often as the node allows', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser, { on_error: 'retry', retries: 1 }) })
    const run = await runs.run(id, urls('/unreliable'))
    assert.deepEqual(stepOf(run, 'page'), ['completed', 1, 1, 0, 1])
    assert.equal((await runs.items(run, 'page'))[0].attempt, 2)
  })

  test('shows the value of an item whose expression failed', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['sum', 'map', { value: 'item + 1' }],
      ],
    })
    const run = await runs.run(id, { list: [1, 'two', 3] })
    assert.deepEqual(run.output.items, [2, 4])
    const [failedItem] = await runs.items(run, 'sum', '&state=failed')
    assert.equal(failedItem.value, 'two')
    assert.equal(failedItem.error.code, 'expression_failed')
  })

  test('sends items along branches, and gives nodes that need the whole list all items at once', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['odd', 'if', { condition: 'item % 2 = 1' }],
        ['twice', 'map', { value: 'item * 2' }],
        ['once', 'dedupe', { key: 'item' }],
      ],
      edges: ['start → each', 'each → odd', 'odd true → twice', 'odd false → once', 'twice → once'],
    })
    const run = await runs.run(id, { list: [1, 2, 3, 6, 4] })
    assert.deepEqual(run.output.items, [2, 6, 4], 'in the order of the items that they descend from')
    const branchesOf = (node: string) =>
      run.steps.find(({ node_id }: { node_id: string }) => node_id === node).branches
    assert.deepEqual(branchesOf('odd'), { true: 2, false: 3 })
    assert.deepEqual(branchesOf('once'), { out: 3, duplicates: 2 })
    const duplicates = await runs.items(run, 'once', '&side=out&branch=duplicates')
    assert.deepEqual(
      duplicates.map(({ value }) => value),
      [2, 6],
    )
    const again = await runs.retry(run.id, { from: 'twice' })
    const copied = again.steps.find(({ node_id }: { node_id: string }) => node_id === 'odd')
    assert.deepEqual(copied.branches, { true: 2, false: 3 })
    const out = await runs.items(run, 'once', '&side=out')
    assert.deepEqual(
      out.map(({ branch, value }) => [branch, value]),
      [
        ['out', 2],
        ['duplicates', 2],
        ['out', 6],
        ['duplicates', 6],
        ['out', 4],
      ],
    )
  })

  test('fails when all items failed, and completes when at least one completed', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: 'item.list' }],
        ['half', 'map', { value: '{"n": $number(item.n)}' }, { on_error: 'continue' }],
      ],
    })
    const none = await runs.run(id, { list: [{ n: 'a' }, { n: 'b' }] })
    assert.deepEqual(
      [none.state, none.error.node_id, none.error.code],
      ['failed', 'half', 'expression_failed'],
    )
    assert.match(none.error.message, /^All 2 items failed at `half`: /)
    const one = await runs.run(id, { list: [{ n: 'a' }, { n: '2' }] })
    assert.equal(one.state, 'completed')
  })

  test('keeps only the first items of a large output, with the total number', async () => {
    const id = await runs.workflow({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: '[1..20]' }],
        ['long', 'map', { value: '$pad("", 10000, "x")' }],
      ],
    })
    const { output } = await runs.run(id)
    assert.deepEqual([output.items.length, output.total], [6, 20])
    const all = await runs.items(
      { id: (await runs.service.call('/v1/workflow-runs')).json.data[0].id },
      'long',
      '&side=out',
    )
    assert.equal(all.length, 20)
  })

  test('can be followed as a stream of events until it ends', async () => {
    const id = await runs.workflow({ nodes: scrapeEach(runs.parser) })
    const { json } = await runs.start(id, urls('/page'))
    const { text, headers } = await runs.service.call(`/v1/workflow-runs/${json.id}/events`)
    assert.match(headers.get('content-type')!, /event-stream/)
    const states = text.match(/"state":"(pending|running|completed)","input":/g)!
    assert.equal(states.at(-1), '"state":"completed","input":')
  })

  test('is refused for an input that does not match the schema, and is a 404 for other accounts', async () => {
    const body = {
      name: 'strict',
      nodes: [{ id: 'start', type: 'input' }],
      input_schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    }
    const { id } = (await runs.service.call('/v1/workflows', { json: body })).json
    const refused = await runs.start(id, { n: 'one' })
    assert.deepEqual([refused.status, refused.json.field], [400, 'input.n'])
    const other = await runs.service.keyFor('other')
    const run = await runs.run(id, { n: 1 })
    const foreign = { headers: { 'x-api-key': other } }
    for (const path of [`/v1/workflow-runs/${run.id}`, `/v1/workflow-runs/${run.id}/steps/start/items`])
      assert.equal((await runs.service.call(path, foreign)).status, 404)
    const started = await runs.service.call(`/v1/workflows/${id}/run`, {
      ...foreign,
      json: { input: { n: 1 } },
    })
    assert.equal(started.status, 404)
    assert.equal((await runs.service.call(`/v1/workflow-runs/${run.id}`, { method: 'PUT' })).status, 405)
  })
})
