import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { defineEvents } from '../../server/operations/account/events.ts'
import { defineRows, fileFields } from '../../server/operations/databases/rows.ts'
import { defineOperation } from '../../server/operations/operation.ts'
import type { Services } from '../../server/operations/services.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { documentOf } from '../workflows/support/run-site.ts'

/**
 * Throws inside each kind of handler; the service must still answer after each. An error that escapes ends this test file.
 */

let services: Services
let winnow: TestApp
let site: LocalSite
let sweepFailed: Promise<void>
const threads: Worker[] = []
const keepThread = (thread: Worker) => threads.push(thread)

const thrown = () => {
  throw new Error('thrown in a handler')
}

/** Makes the next call of a method throw; later calls work as before. Returns a promise that resolves when it has thrown. */
function failOnce<T extends object>(object: T, method: keyof T): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const original = object[method]
  Object.assign(object, {
    [method]: () => {
      Object.assign(object, { [method]: original })
      resolve()
      thrown()
    },
  })
  return promise
}

const about = {
  group: 'test',
  summary: 'Throws.',
  method: 'GET',
  access: 'read',
  input: z.strictObject({}),
} as const
const output = z.object({ n: z.int() })
const example = { input: {}, output: { n: 1 } }

async function* yieldOneThenThrow() {
  yield { n: 1 }
  thrown()
}

const throwingOperations = () => [
  defineOperation({
    ...about,
    id: 'throws',
    path: '/v1/throws',
    output,
    example,
    answer: 'value',
    run: thrown,
  }),
  defineEvents({
    ...about,
    id: 'throwing-events',
    path: '/v1/throwing-events',
    output,
    example,
    run: yieldOneThenThrow,
  }),
  defineRows({
    ...about,
    id: 'throwing-rows',
    path: '/v1/throwing-rows',
    input: z.strictObject(fileFields),
    output,
    example: { input: {}, output: { n: 1 } },
    run: file => ({ ...file, columns: ['n'], rows: yieldOneThenThrow(), name: 'rows' }),
  }),
]

before(async () => {
  process.on('worker', keepThread)
  site = await startLocalSite()
  site.on('/', { body: '<h1>Kettle</h1>' })
  winnow = await startTestApp({ allow_hosts: '127.0.0.1', job_retry_ms: 10 }, appServices => {
    services = appServices
    sweepFailed = failOnce(appServices.store.calls, 'expire')
    return throwingOperations()
  })
})
after(async () => {
  process.off('worker', keepThread)
  await winnow.stop()
  await site.close()
})
afterEach(async () => assert.equal((await winnow.call('/v1/credits')).status, 200))

const SCHEMA = { fields: { title: 'h1' } }

describe('an exception in', () => {
  test('an operation is answered with a 500 in the usual form', async () => {
    const { status, json } = await winnow.call('/v1/throws')
    assert.equal(status, 500)
    assert.equal(typeof json.error, 'string')
  })

  test('a stream of events ends that answer early', async () => {
    await assert.rejects(winnow.call('/v1/throwing-events'))
  })

  test('a stream of rows ends that answer early', async () => {
    await assert.rejects(winnow.call('/v1/throwing-rows'))
  })

  test('claiming a job does not keep the job from completing', async () => {
    const id = await winnow.parser(SCHEMA)
    const failure = failOnce(services.store.jobQueue, 'claim')
    const created = await winnow.call('/v1/jobs', { json: { parser_id: id, input: { url: site.url } } })
    await failure
    const { json } = await winnow.call(`/v1/jobs/${created.json.id}?wait=30`)
    assert.equal(json.state, 'completed')
  })

  test('claiming a webhook delivery is followed by another try', async () => {
    const delivered = Promise.withResolvers<void>()
    site.on('/hook', (_, response) => {
      delivered.resolve()
      response.end()
    })
    const created = await winnow.call('/v1/webhooks', {
      json: { url: `${site.url}/hook`, events: ['job.completed'] },
    })
    assert.equal(created.status, 201, created.text)
    const failure = failOnce(services.store.deliveries, 'claim')
    const id = await winnow.parser(SCHEMA)
    await winnow.call('/v1/jobs', { json: { parser_id: id, input: { url: site.url } } })
    await Promise.all([failure, delivered.promise])
  })

  test('a check of the scheduler is followed by another check', async () => {
    const failure = failOnce(services.store.crons, 'due')
    services.crons.wake()
    await failure
    const looked = failOnce(services.store.crons, 'due')
    await looked
  })

  test('claiming the items of a workflow node does not keep the run from ending', async () => {
    const nodes = [
      ['start', 'input'],
      ['map', 'map', { value: 'item.a' }],
    ] as const
    const created = await winnow.call('/v1/workflows', {
      json: documentOf({ nodes: nodes.map(node => [...node]) }),
    })
    assert.equal(created.status, 201, created.text)
    const failure = failOnce(services.store.workflowItems, 'claim')
    const run = await winnow.call(`/v1/workflows/${created.json.id}/run`, { json: { input: { a: 1 } } })
    await failure
    const { json } = await winnow.call(`/v1/workflow-runs/${run.json.id}?wait=30`)
    assert.ok(['completed', 'failed'].includes(json.state), json.state)
  })

  test('a sweep is only logged', () => sweepFailed)

  test('an idle thread is only logged', async () => {
    const id = await winnow.parser(SCHEMA)
    const body = new FormData()
    body.append('html', new Blob([`<h1>Kettle</h1>${'<p>row</p>'.repeat(200_000)}`]), 'page.html')
    assert.equal((await winnow.call(`/v1/parse/${id}`, { body })).status, 200)
    assert.ok(threads.length)
    for (const thread of threads) thread.emit('error', new Error('a thread died'))
    assert.equal((await winnow.call(`/v1/parse/${id}`, { body })).status, 200)
  })
})
