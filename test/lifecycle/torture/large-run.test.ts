import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../http/support/until.ts'
import { askOwner } from '../../support/ask-owner.ts'
import { startServe } from '../../support/run-cli.ts'
import { isLong } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { requestWithKey } from '../support/request-with-key.ts'

const ITEMS = isLong ? 20_000 : 4_000
const FEWER_ITEMS = isLong ? 2_000 : 1_000

/** Starts a service over a new folder. It can be killed, and starts again at once. */
async function startRestartingService() {
  const folder = tempFolder()
  const start = () => startServe(['--data-dir', folder])
  let served = await start()
  const key = (await askOwner(folder, '/admin/keys', {})).secret
  return {
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    async call(path: string, json?: unknown): Promise<any> {
      const response = await requestWithKey(served.url + path, key, json)
      const text = await response.text()
      assert.ok(response.ok, text)
      return JSON.parse(text)
    },
    async kill() {
      served.signal('SIGKILL')
      await served.ended
      served = await start()
    },
    stop: () => served.stop(),
  }
}

type RestartingService = Awaited<ReturnType<typeof startRestartingService>>

/** Creates a workflow from a chain of nodes, and runs it. */
async function startRun({ call }: RestartingService, nodes: { id: string; type: string; config?: object }[]) {
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))
  const workflow = await call('/v1/workflows', { name: 'w', nodes, edges })
  return (await call(`/v1/workflows/${workflow.id}/run`, {})).id as string
}

const numbers = (count: number) => [
  { id: 'start', type: 'input' },
  { id: 'each', type: 'for_each', config: { list: `[1..${count}]`, limit: count } },
]

/** Kills the service once a node has produced more items than before, or all that it will. */
async function killAfterMore({ call, kill }: RestartingService, run: string, step: number, maxItems: number) {
  const producedItems = async () => (await call(`/v1/workflow-runs/${run}`)).steps[step].items_out
  const before = await producedItems()
  let highest = before
  await until(async () => {
    highest = await producedItems()
    return highest > before || highest >= maxItems
  })
  await kill()
  assert.ok((await producedItems()) >= highest, 'what was given stays')
}

test('a workflow run in which a node emits many items neither loses nor repeats any after `kill -9`', async () => {
  const service = await startRestartingService()
  const { call } = service
  const id = await startRun(service, numbers(ITEMS))
  for (let kills = 1; kills <= 3; kills++) await killAfterMore(service, id, 1, ITEMS)

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
  assert.equal(await service.stop(), 0)
})

test('nodes that wait for all items neither lose nor repeat any after `kill -9`', async () => {
  const service = await startRestartingService()
  const { call } = service
  const columns = [{ name: 'n', type: 'integer' }]
  const fields = { name: 'D', columns, primary_key: ['n'], write_mode: 'replace', on_missing: 'delete' }
  const database = await call('/v1/databases', fields)
  await call(`/v1/databases/${database.id}/rows`, { rows: [{ n: 0 }] })
  const id = await startRun(service, [
    ...numbers(FEWER_ITEMS),
    { id: 'once', type: 'dedupe', config: { key: `item % ${FEWER_ITEMS / 2}` } },
    { id: 'write', type: 'write_rows', config: { database_id: database.id, row: '{"n": item}' } },
  ])
  for (const step of [2, 2, 3, 3])
    await killAfterMore(service, id, step, step === 2 ? FEWER_ITEMS : FEWER_ITEMS / 2)

  const ended = await call(`/v1/workflow-runs/${id}?wait=60`)
  assert.deepEqual([ended.state, ended.output.total], ['completed', FEWER_ITEMS / 2])
  const path = `/v1/databases/${database.id}/changes?limit=100`
  await until(async () => (await call(`${path}&kind=removed`)).data.length === 1)
  const added: number[] = []
  for (let cursor = '', isMore = true; isMore; ) {
    const page = await call(`${path}&kind=added${cursor && `&cursor=${cursor}`}`)
    added.push(...page.data.map(({ data }: { data: { n: number } }) => data.n))
    cursor = page.next_cursor
    isMore = page.has_more
  }
  assert.deepEqual(
    added,
    Array.from({ length: FEWER_ITEMS / 2 + 1 }, (_, i) => i),
    'each row is written once, in the order of the items',
  )
  assert.equal(await service.stop(), 0)
})

test('a retry of a large workflow run keeps each item exactly once after `kill -9`', async () => {
  const service = await startRestartingService()
  const { call } = service
  const filterNode = { id: 'keep', type: 'filter', config: { condition: 'item > 100' } }
  const first = await startRun(service, [...numbers(FEWER_ITEMS * 3), filterNode])
  while ((await call(`/v1/workflow-runs/${first}?wait=60`)).finished_at === null);
  const { id } = await call(`/v1/workflow-runs/${first}/retry`, { from: 'keep' })
  for (const itemCount of [FEWER_ITEMS / 2, FEWER_ITEMS]) {
    await until(async () => (await call(`/v1/workflow-runs/${id}`)).steps[1].items_out >= itemCount)
    await service.kill()
  }
  let ended = await call(`/v1/workflow-runs/${id}?wait=60`)
  while (ended.finished_at === null) ended = await call(`/v1/workflow-runs/${id}?wait=60`)
  const { steps, output } = ended
  assert.deepEqual(
    steps.map((step: Record<string, number>) => [step.items_in, step.items_out]),
    [
      [1, 1],
      [1, FEWER_ITEMS * 3],
      [FEWER_ITEMS * 3, FEWER_ITEMS * 3],
    ],
  )
  assert.deepEqual([ended.state, output.total, output.items[0]], ['completed', FEWER_ITEMS * 3 - 100, 101])
  assert.equal(await service.stop(), 0)
})
