import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const MOST = 3_000

let service: TestApp
before(async () => {
  service = await startTestApp({ run_max_items: MOST })
})
after(() => service.stop())

const START = { id: 'start', type: 'input' }
const forEachNode = (id: string, count: number, more = {}) => ({
  id,
  type: 'for_each',
  config: { list: `[1..${count}]` },
  ...more,
})

/** Runs a chain of nodes to its end. Returns the workflow run. */
async function run(...nodes: { id: string }[]) {
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))
  const created = await service.call('/v1/workflows', { json: { name: 'w', nodes, edges } })
  assert.equal(created.status, 201, created.text)
  const { id } = (await service.call(`/v1/workflows/${created.json.id}/run`, { json: {} })).json
  return (await service.call(`/v1/workflow-runs/${id}?wait=60`)).json
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
const outOf = ({ steps }: any, node: string) =>
  steps.find((step: { node_id: string }) => step.node_id === node).items_out

describe('a workflow run', () => {
  test('can have as many items as the limit allows, and keeps the order in which a node emitted them', async () => {
    const ended = await run(START, forEachNode('a', MOST - 2))
    assert.deepEqual([ended.state, ended.output.total], ['completed', MOST - 2])
    assert.deepEqual(
      ended.output.items,
      Array.from({ length: 100 }, (_, i) => i + 1),
    )
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await service.call(
        `/v1/workflow-runs/${ended.id}/steps/a/items?side=out&limit=100${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.json.data.map(({ value }: { value: number }) => value))
      cursor = page.json.next_cursor
    }
    assert.deepEqual(
      seen,
      Array.from({ length: MOST - 2 }, (_, i) => i + 1),
    )
  })

  test('sends each item of a list that is stored in several parts through all nodes once', async () => {
    const ended = await run(
      START,
      forEachNode('a', 700),
      { id: 'even', type: 'filter', config: { condition: 'item % 2 = 0' } } as never,
      { id: 'once', type: 'dedupe', config: { key: 'item' } } as never,
    )
    assert.deepEqual(
      [ended.state, ended.output.total, ended.output.items.slice(0, 3)],
      ['completed', 350, [2, 4, 6]],
    )
    assert.deepEqual([outOf(ended, 'a'), outOf(ended, 'even'), outOf(ended, 'once')], [700, 700, 350])
  })

  const faults: [string, { id: string }[], number][] = [
    ['one list', [START, forEachNode('a', MOST + 1)], 0],
    ['lists of lists', [START, forEachNode('a', 100), forEachNode('b', 1_000)], 2_000],
    ['lists of short lists', [START, forEachNode('a', 1_000), forEachNode('b', 10)], 2_000],
    [
      'lists whose errors are passed over',
      [START, forEachNode('a', 10), forEachNode('b', 1_000, { on_error: 'continue' })],
      2_000,
    ],
  ]
  for (const [what, nodes, maxItems] of faults)
    test(`ends with an error that names the node and the limit when there are more items: ${what}`, async () => {
      const ended = await run(...nodes)
      const last = nodes.at(-1)!.id
      assert.deepEqual([ended.state, ended.error.code, ended.error.node_id], ['failed', 'too_large', last])
      assert.match(ended.error.message, new RegExp(`more than 3,000 items with what \`${last}\` emitted`))
      assert.match(ended.error.hint, /run_max_items/)
      assert.ok(outOf(ended, last) <= maxItems, `${outOf(ended, last)}`)
    })
})
