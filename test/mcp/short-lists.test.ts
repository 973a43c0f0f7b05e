import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { connect, type ToolClient } from './support/clients.ts'

/** What lists of tools leave out unless it is asked for, because it would fill the context of a model. */

let winnow: TestApp
let client: ToolClient
before(async () => {
  winnow = await startTestApp()
  client = await connect(winnow.url, winnow.key, {}, '?groups=workflows,jobs')
  await client.tools()
})
after(async () => {
  await client.close()
  await winnow.stop()
})

const ask = async (tool: string, args: Record<string, unknown> = {}) => {
  const { isError, content, structuredContent } = await client.call(tool, args)
  assert.ok(!isError, content[0]!.text)
  return structuredContent
}

const graph = {
  nodes: [
    { id: 'input', type: 'input' },
    { id: 'some', type: 'filter', config: { condition: 'item.n > 1' } },
  ],
  edges: [{ from: 'input', to: 'some' }],
}

describe('tools show only on request', () => {
  test('the graphs of workflows, and the steps of their runs', async () => {
    const { id, nodes } = await ask('workflow_create', { name: 'Some', ...graph })
    assert.equal(nodes, undefined)
    const [listed] = (await ask('workflow_list', { q: id })).data
    assert.deepEqual([listed.id, listed.name, listed.nodes], [id, 'Some', undefined])
    const [whole] = (await ask('workflow_list', { q: id, fields: ['data.nodes', 'data.edges'] })).data
    assert.deepEqual([whole.nodes.length, whole.edges], [2, graph.edges])
    const started = await ask('workflow_run', { id, dry_run: true })
    assert.deepEqual([started.workflow_id, started.steps], [id, undefined])
    const [run] = (await ask('workflow_run_list')).data
    assert.deepEqual([run.workflow_id, run.dry_run, run.steps], [id, true, undefined])
    const [steps] = (await ask('workflow_run_list', { fields: 'data.steps.node_id' })).data
    assert.deepEqual(steps.steps, [{ node_id: 'input' }, { node_id: 'some' }])
  })

  test('the examples of nodes', async () => {
    const { data, truncated } = await ask('workflow_nodes')
    assert.ok(data.some(({ operation }: { operation: string }) => operation === 'scrape'))
    assert.deepEqual([data[0].example, truncated], [undefined, undefined])
    const tokens = JSON.stringify(data).length / 4
    assert.ok(tokens < 4_500, `${tokens} tokens`)
  })

  test('the timings of jobs, and the total of a list', async () => {
    const { id } = await ask('job_create', { api_id: 'videosite-video', input: { video_id: 'abcdefghijk' } })
    const { data, has_more, total } = await ask('job_list', { api_id: 'videosite-video' })
    assert.deepEqual([data[0].id, data[0].timings, has_more, total], [id, undefined, false, undefined])
    assert.equal((await ask('job_list', { count: true })).total, 1)
  })
})
