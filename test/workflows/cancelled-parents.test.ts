import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '../../server/operations/services.ts'
import { until } from '../http/support/until.ts'
import { startTestApp } from '../support/start-app.ts'
import { documentOf, type ShortNode } from './support/run-site.ts'

test('a run that is cancelled while it starts the run of a sub-workflow starts none', async t => {
  let services: Services | undefined
  const service = await startTestApp({}, found => {
    services = found
    return []
  })
  t.after(() => service.stop())
  const workflow = async (...nodes: ShortNode[]) =>
    (await service.call('/v1/workflows', { json: documentOf({ nodes }) })).json.id as string
  const child = await workflow(['start', 'input'])
  const parent = await workflow(['start', 'input'], ['sub', 'sub_workflow', { workflow_id: child }])

  const { expressions } = services!
  const readInput = expressions.readInput.bind(expressions)
  let reads = 0
  t.mock.method(expressions, 'readInput', async (...args: Parameters<typeof readInput>) => {
    // The first input is that of the parent.
    if (++reads === 2) {
      const [{ id }] = (await service.call('/v1/workflow-runs')).json.data
      await service.call(`/v1/workflow-runs/${id}/cancel`, { method: 'POST' })
    }
    return readInput(...args)
  })
  const started = await service.call(`/v1/workflows/${parent}/run`, { json: { input: {} } })
  assert.equal((await service.ended(`/v1/workflow-runs/${started.json.id}`)).state, 'cancelled')
  await until(async () => services!.workflowRuns.running() === 0)
  assert.equal(reads, 2)
  assert.equal((await service.call('/v1/workflow-runs?count=true')).json.total, 1)
})
