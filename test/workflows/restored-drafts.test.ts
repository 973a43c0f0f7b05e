import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Services } from '../../server/operations/services.ts'
import { type WorkflowCheck, workflowRecords } from '../../server/operations/workflows/records.ts'
import { openStore } from '../../server/store/open-store.ts'
import { workflowBody } from '../../server/workflows/graph.ts'
import { tempFolder } from '../support/temp-folder.ts'

const store = openStore(tempFolder())
after(() => store.close())

test('a workflow that is restored as a draft is checked before it exists again, so it is never active', async () => {
  const seen: unknown[] = []
  let faults: { field: string; error: string }[] = []
  const check: WorkflowCheck = async (account, _document, id) => {
    if (id) seen.push(await store.workflows.find(account, id))
    return { faults, samples: {} }
  }
  const records = workflowRecords({ store, now: () => 1_000 } as Services, check, new Map())
  const body = workflowBody.parse({ name: 'W', nodes: [{ id: 'start', type: 'input' }], edges: [] })
  const writes: (() => void)[] = []
  const { id } = await records.create('acc_1', body, write => void writes.push(write))
  await store.write(() => {
    for (const write of writes) write()
  })
  await records.remove('acc_1', id, undefined)

  faults = [{ field: 'nodes[0]', error: 'Something that it names is gone.' }]
  const restored = await records.restore('acc_1', id)
  assert.deepEqual(seen, [null], 'it is checked while it is still deleted')
  assert.deepEqual([restored?.state, restored?.version], ['draft', 2])
})
