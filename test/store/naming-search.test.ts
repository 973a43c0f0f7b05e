import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const LARGE = 'x'.repeat(400_000)

test('searching large workflows for the name of a record pauses for other work', async t => {
  const store = openStore(tempFolder())
  t.after(() => store.close())
  const document = (named: string) => ({
    name: 'test',
    description: '',
    state: 'draft' as const,
    nodes: [
      {
        id: 'input',
        type: 'input',
        config: { named, LARGE },
        on_error: 'continue' as const,
        retries: 2,
        timeout_ms: 1_000,
      },
    ],
    edges: [],
    input_schema: {},
    settings: { concurrency: 1, max_duration: 1, budget: null },
  })
  for (let at = 0; at < 40; at++) {
    const created = store.workflows.create(
      'acc_1',
      `wf_${at}`,
      document(at % 20 === 5 ? 'prs_1' : 'prs_10'),
      at,
    )
    await store.write(created.write)
  }

  let isOver = false
  const looking = store.workflows.naming('acc_1', 'prs_1', 20).finally(() => {
    isOver = true
  })
  let turns = 0
  while (!isOver) {
    await setImmediate()
    turns++
  }
  assert.deepEqual(await looking, ['wf_5', 'wf_25'])
  assert.ok(turns > 1, 'nothing else had a turn')
  assert.deepEqual(await store.workflows.naming('acc_1', 'prs_1', 1), ['wf_5'])
  assert.deepEqual(await store.workflows.naming('acc_2', 'prs_1', 2), [])
})
