import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askOwner } from '../support/ask-owner.ts'
import { startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ITEMS = 20_000

test('a run whose node gave many items loses and doubles none of them by kill -9', async () => {
  const folder = tempFolder()
  const start = () => startServe(['--data-dir', folder])
  let served = await start()
  const key = (await askOwner(folder, '/admin/keys', {})).secret
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const call = async (path: string, json?: unknown): Promise<any> => {
    const response = await fetch(served.url + path, {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    })
    const text = await response.text()
    assert.ok(response.ok, text)
    return JSON.parse(text)
  }
  const nodes = [
    { id: 'start', type: 'input' },
    { id: 'each', type: 'for_each', config: { list: `[1..${ITEMS}]`, limit: ITEMS } },
  ]
  const edges = [{ from: 'start', to: 'each' }]
  const workflow = await call('/v1/workflows', { name: 'w', nodes, edges })
  const { id } = await call(`/v1/workflows/${workflow.id}/run`, {})
  const given = async () => (await call(`/v1/workflow-runs/${id}`)).steps[1].items_out

  for (let kills = 1, seen = 0; kills <= 3; kills++) {
    for (const before = seen; seen === before && seen < ITEMS; ) seen = await given()
    served.signal('SIGKILL')
    await served.ended
    served = await start()
    assert.ok((await given()) >= seen, 'what was given stays')
  }

  const ended = await call(`/v1/workflow-runs/${id}?wait=60`)
  assert.deepEqual([ended.state, ended.output.total, ended.steps[1].items_out], ['completed', ITEMS, ITEMS])
  let next = 1
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await call(
      `/v1/workflow-runs/${id}/steps/each/items?side=out&limit=100${cursor && `&cursor=${cursor}`}`,
    )
    for (const { value } of page.data) assert.equal(value, next++)
    cursor = page.next_cursor
  }
  assert.equal(next, ITEMS + 1)
  assert.equal(await served.stop(), 0)
})
