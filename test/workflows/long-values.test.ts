import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRunSite } from './support/run-site.ts'

const runs = startRunSite()
const LONG = 300_000
const keys: Record<string, string[]> = {
  in: [
    'state',
    'attempt',
    'error',
    'credits',
    'child_run_id',
    'call',
    'arrived_at',
    'started_at',
    'finished_at',
  ],
  out: ['branch'],
}

test('a page of the items of a node contains fewer items when their values are long', async () => {
  const id = await runs.workflow({
    nodes: [
      ['start', 'input'],
      ['each', 'for_each', { list: 'item.list' }],
      ['long', 'map', { value: `{"n": item.n, "text": $pad("x", ${LONG}, "y")}` }],
      ['again', 'map', { value: 'item' }],
    ],
  })
  const list = [0, 1, 2, 3, 4].map(n => ({ n }))
  const run = await runs.run(id, { list })
  assert.equal(run.state, 'completed', JSON.stringify(run))
  for (const side of ['in', 'out']) {
    const numbers: number[] = []
    const sizes: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const cursorQuery: string = cursor && `&cursor=${cursor}`
      const page = await runs.service.call(
        `/v1/workflow-runs/${run.id}/steps/again/items?side=${side}&limit=100${cursorQuery}`,
      )
      assert.ok(page.text.length < 2 * 1_048_576, page.text.slice(0, 200))
      // Values that are sent as they are stored come first. If they were parsed and written again, they would follow `index`.
      assert.match(page.text, /^\{"data":\[\{"value":/)
      sizes.push(page.json.data.length)
      assert.deepEqual(
        page.json.data.map(({ value, index, ...item }: { value: { text: string }; index: number }) => [
          value.text.length,
          index,
          Object.keys(item),
        ]),
        page.json.data.map((_: unknown, i: number) => [LONG, numbers.length + i, keys[side]]),
      )
      numbers.push(...page.json.data.map(({ value }: { value: { n: number } }) => value.n))
      cursor = page.json.next_cursor
    }
    assert.deepEqual(
      [numbers, sizes],
      [
        [0, 1, 2, 3, 4],
        [3, 2],
      ],
    )
  }
})
