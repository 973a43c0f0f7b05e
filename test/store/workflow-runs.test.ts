import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
const store = openStore(folder)
after(() => store.close())

const start = { node: 'start', place: 0, isList: false }

/** Writes a workflow run that was created at `now` (milliseconds). */
async function make(
  id: string,
  now: number,
  node = start,
  items: unknown[] = [{ n: 1 }],
  parent: { run_id: string; item: number } | null = null,
  input: Record<string, unknown> = {},
) {
  const { write } = await store.workflowRuns.create(
    'acc_1',
    {
      id,
      key_id: 'key_1',
      workflow_id: 'wf_1',
      workflow_version: 1,
      workflow_name: 'Test',
      graph: { nodes: [], edges: [] },
      trigger: { type: 'cron', cron_id: 'crn_1' },
      parent,
      retry_of: null,
      dry_run: false,
      only_node: null,
      to_node: null,
      input,
      budget: null,
    },
    { nodes: [node], start: node, items },
    now,
  )
  return store.write(write)
}

const end = (id: string) =>
  store.write(() =>
    store.workflowRunQueue.finish(
      store.workflowRuns.row('acc_1', id)!,
      { state: 'completed', output: { items: [], total: 0 } },
      50,
    ),
  )

describe('workflow runs in the store', () => {
  test('are claimed in the order in which they are due, except those of an account with no free slot', async () => {
    await make('run_b', 20)
    await make('run_a', 10)
    assert.deepEqual(await store.write(() => store.workflowRunQueue.takeUp(5, ['acc_1'], 100)), [])
    const started = await store.write(() => store.workflowRunQueue.takeUp(5, [], 15))
    assert.deepEqual(
      started.map(({ id, state }) => [id, state]),
      [['run_a', 'running']],
    )
    assert.equal(store.workflowRunQueue.nextDue(15), 20)
  })

  test('are queued again after a crash, with the items that were being worked on', async () => {
    const run = store.workflowRuns.row('acc_1', 'run_a')!
    await store.write(() => store.workflowItems.claim(run.seq, ['start'], 9, 15))
    await store.write(() => store.workflowRunQueue.takeBack(30))
    const claim = (at: number) => store.write(() => store.workflowItems.claim(run.seq, ['start'], 9, at))
    assert.deepEqual(await claim(1_029), [], 'others come first')
    const [again] = await claim(1_030)
    assert.equal(again!.attempt, 1, 'the interruption was no attempt')
    const errorOfNext = async (item: typeof again, code: string, counted: boolean) => {
      const error = { code, message: 'It failed.', hint: 'Try again.', retryable: true }
      await store.write(() =>
        store.workflowItems.end(item!, { state: 'pending', error, run_at: 1_030, counted }, 1_030),
      )
      const [next] = await claim(1_030)
      const { data } = await store.workflowItems.list(run, 'start', { limit: 1 })
      return { next, shown: data[0]!.error?.code }
    }
    const { next, shown } = await errorOfNext(again, 'unavailable_service', false)
    assert.equal(shown, undefined, 'the service does not stop any more')
    assert.equal((await errorOfNext(next, 'timeout', true)).shown, 'timeout')
    assert.equal(store.workflowRuns.row('acc_1', 'run_a')!.due_at, 30)
  })

  test('can end only once', async () => {
    await store.write(() => store.workflowRunQueue.takeUp(5, [], 100))
    assert.deepEqual(await end('run_a'), ['run_a'])
    assert.deepEqual(await end('run_a'), [])
    const run = (await store.workflowRuns.find('acc_1', 'run_a'))!
    assert.deepEqual([run.state, run.steps[0]!.state], ['completed', 'cancelled'])
  })

  test('are removed with all their records after the retention time, unless they are open', async () => {
    const row = store.workflowRuns.row('acc_1', 'run_a')!
    await make('run_c', 1_000)
    await store.workflowRuns.expire(500)
    const { data } = await store.workflowRuns.list('acc_1', { limit: 10 })
    assert.deepEqual(
      data.map(({ id }) => id),
      ['run_c', 'run_b'],
    )
    assert.deepEqual((await store.workflowItems.list(row, 'start', { limit: 5 })).data, [])
  })

  test('are kept while an item of another run waits for their output', async () => {
    const parent = await make('run_p', 10)
    await store.write(() => store.workflowRunQueue.takeUp(5, [], 15))
    const [item] = await store.write(() => store.workflowItems.claim(parent, ['start'], 1, 15))
    await make('run_child', 20, start, [], { run_id: 'run_p', item: item!.seq })
    assert.equal(await store.write(() => store.workflowItems.setChild(item!.seq, 'run_child')), true)
    await store.write(() => store.workflowRunQueue.takeUp(5, [], 100))
    assert.deepEqual(await end('run_child'), ['run_child'])
    await store.workflowRuns.expire(500)
    assert.equal(await store.workflowRuns.remove('acc_1', 'run_child'), false)
    assert.deepEqual(await end('run_p'), ['run_p'])
    assert.equal(await store.workflowRuns.remove('acc_1', 'run_child'), true)
    assert.equal(await store.workflowRuns.remove('acc_1', 'run_p'), true)
  })

  test('keep the order of items after a crash, at a node where order matters', async () => {
    await make('run_o', 10, { ...start, isList: true }, [1, 2, 3, 4])
    const { seq } = store.workflowRuns.row('acc_1', 'run_o')!
    const claim = (at: number) =>
      store.write(() => store.workflowItems.claimInOrder(seq, 'start', 2, at).map(({ idx }) => idx))
    const released = (at: number) => store.workflowItems.released(seq, ['start'], at)
    assert.deepEqual(await claim(30), [0, 1])
    await store.write(() => store.workflowRunQueue.takeBack(30))
    assert.deepEqual([await claim(1_029), released(1_029)], [[], []])
    assert.deepEqual([released(1_030), await claim(1_030), await claim(1_030)], [['start'], [0, 1], [2, 3]])
  })
})

test('counting the items of a run does not write its input again', async () => {
  await make('run_large', 40, start, [], null, { text: 'x'.repeat(3_000_000) })
  const { seq } = store.workflowRuns.row('acc_1', 'run_large')!
  const written = () => statSync(join(folder, 'winnow.db-wal')).size
  const before = written()
  for (let i = 0; i < 5; i++)
    assert.equal(await store.write(() => store.workflowItems.count(seq, 2, 10)), true)
  assert.equal(await store.write(() => store.workflowItems.count(seq, 1, 10)), false)
  assert.equal(store.workflowItems.counted(seq), 10)
  assert.ok(written() - before < 1_000_000, `${written() - before} bytes`)
})
