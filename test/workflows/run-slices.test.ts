import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** More items than a node handles at a time. */
const MANY_ITEMS = 500

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const edgesOf = (nodes: { id: string }[]) =>
  nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))

/** Runs `for_each` over the numbers up to `count`, then the given nodes, to the end. */
async function run(count: number, ...more: { id: string; type: string; config: object }[]) {
  const each = { id: 'each', type: 'for_each', config: { list: `[1..${count}]` } }
  const nodes = [{ id: 'start', type: 'input' }, each, ...more]
  const created = await service.call('/v1/workflows', { json: { name: 'w', nodes, edges: edgesOf(nodes) } })
  assert.equal(created.status, 201, created.text)
  const { id } = (await service.call(`/v1/workflows/${created.json.id}/run`, { json: {} })).json
  return service.ended(`/v1/workflow-runs/${id}`)
}

const write = (database_id: string, row: string) => ({
  id: 'write',
  type: 'write_rows',
  config: { database_id, row },
})

async function database() {
  const columns = [
    { name: 'n', type: 'integer' },
    { name: 'run', type: 'string' },
  ]
  const json = { name: 'D', columns, primary_key: ['n'], write_mode: 'replace', on_missing: 'delete' }
  return (await service.call('/v1/databases', { json })).json.id as string
}

/** Counts the rows of a database by the run that wrote them last. */
async function rowsOf(database_id: string) {
  const counts: Record<string, number> = {}
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/v1/databases/${database_id}/rows?limit=100${cursor && `&cursor=${cursor}`}`
    const page = (await service.call(path)).json
    for (const { data } of page.data) counts[data.run] = (counts[data.run] ?? 0) + 1
    cursor = page.next_cursor
  }
  return counts
}

describe('a node that waits for all items processes them in slices, and', () => {
  test('keeps the first item of each key, in the order of the items', async () => {
    const ended = await run(MANY_ITEMS, { id: 'once', type: 'dedupe', config: { key: 'item % 300' } })
    assert.equal(ended.state, 'completed')
    assert.deepEqual([ended.output.total, ended.output.items.slice(0, 3)], [300, [1, 2, 3]])
  })

  test('replaces the rows of a database with all items', async () => {
    const id = await database()
    await run(MANY_ITEMS + 100, write(id, '{"n": item, "run": "first"}'))
    assert.deepEqual(await rowsOf(id), { first: MANY_ITEMS + 100 })
    const ended = await run(MANY_ITEMS, write(id, '{"n": item, "run": "second"}'))
    assert.equal(ended.state, 'completed')
    let rows = await rowsOf(id)
    while (rows.first) rows = await rowsOf(id)
    assert.deepEqual(rows, { second: MANY_ITEMS })
  })

  test('removes no rows from a database when one of its items failed, whether early or late', async () => {
    for (const bad of [1, MANY_ITEMS]) {
      const id = await database()
      await run(MANY_ITEMS + 1, write(id, '{"n": item, "run": "first"}'))
      const [, , last] = (await run(MANY_ITEMS, write(id, rowTemplateFailingAt(bad)))).steps
      assert.equal(last.items_failed, 1)
      const later = await database()
      await run(1, write(later, '{"n": 2, "run": "first"}'))
      await run(1, write(later, '{"n": 1, "run": "second"}'))
      while ((await rowsOf(later)).first) await rowsOf(later)
      assert.deepEqual(await rowsOf(id), { first: 2, second: MANY_ITEMS - 1 }, 'a later end came first')
    }
  })
})

/** A row for each item, except for one item whose row does not fit. */
const rowTemplateFailingAt = (bad: number) => `{"n": item = ${bad} ? "no number" : item, "run": "second"}`
