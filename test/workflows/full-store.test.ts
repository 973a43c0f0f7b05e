import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import type { Services } from '../../server/operations/services.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { documentOf, stepOf } from './support/run-site.ts'

let service: TestApp
let services: Services
before(async () => {
  service = await startTestApp({}, appServices => {
    services = appServices
    return []
  })
})
after(() => service.stop())

/** Makes every `nth` write of the engine fail as on a full disk, `times` times. */
function fill(nth: number, times: number) {
  const { write } = services.store
  let writes = 0
  let failuresLeft = times
  services.store.write = work => {
    if (++writes % nth || !failuresLeft) return write(work)
    failuresLeft -= 1
    return Promise.reject(new AppError('unavailable_service', 'The store cannot be written.'))
  }
  return () => {
    services.store.write = write
    return failuresLeft
  }
}

describe('a store that temporarily cannot be written', () => {
  test('delays a workflow run without losing or repeating items', async () => {
    const nodes = documentOf({
      nodes: [
        ['start', 'input'],
        ['each', 'for_each', { list: '[1..item.n]' }],
        ['twice', 'map', { value: 'item * 2' }],
        ['once', 'dedupe', { key: 'item' }],
      ],
    })
    const { json: workflow } = await service.call('/v1/workflows', { json: nodes })
    const restore = fill(3, 8)
    const started = await service.call(`/v1/workflows/${workflow.id}/run`, { json: { input: { n: 30 } } })
    const run = await service.ended(`/v1/workflow-runs/${started.json.id}`)
    assert.equal(restore(), 0, 'all of them failed')
    assert.equal(run.state, 'completed')
    assert.deepEqual(stepOf(run, 'twice'), ['completed', 30, 30, 0, 0])
    assert.equal(run.output.total, 30)
  })

  test('does not prevent the end of a workflow run whose last commit failed', async () => {
    const { write, workflowRunQueue: queue } = services.store
    const { finish } = queue
    let isEnding = false
    let failuresLeft = 2
    queue.finish = (...order) => {
      isEnding = true
      return finish(...order)
    }
    services.store.write = work =>
      write(() => {
        const result = work()
        if (!isEnding || failuresLeft-- <= 0) return result
        isEnding = false
        throw new AppError('unavailable_service', 'The store cannot be written.')
      })
    const nodes = documentOf({ nodes: [['start', 'input']] })
    const { json: workflow } = await service.call('/v1/workflows', { json: nodes })
    const started = await service.call(`/v1/workflows/${workflow.id}/run`, { json: { input: { n: 1 } } })
    const run = await service.ended(`/v1/workflow-runs/${started.json.id}`)
    Object.assign(queue, { finish })
    services.store.write = write
    assert.ok(failuresLeft < 0, 'it failed and was tried again')
    assert.deepEqual([run.state, run.output.total], ['completed', 1])
  })
})
