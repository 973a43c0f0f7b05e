import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { jetstream } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { decodeFrame, encodeFrame } from '../../server/remote/frames.ts'
import { until } from '../http/support/until.ts'
import { gatePage } from '../jobs/support/gate-page.ts'
import { noBroker } from '../support/nats-server.ts'
import { documentOf } from '../workflows/support/run-site.ts'
import { type Fleet, startFleet } from './support/fleet.ts'

/** The outcome on a worker whose own rules forbid this fetch, and on the service, which allows it. */
const BY_WORKER = ['failed', 'target_forbidden']
const BY_SERVICE = ['completed', undefined]
const FORBIDDEN = { flags: { allow_hosts: '' } }

describe('a page', { skip: noBroker }, () => {
  let fleet: Fleet
  let parser: string

  before(async () => {
    fleet = await startFleet({ workers: 0 })
    fleet.site.on('/page', { body: '<h1>Page</h1>' })
    parser = await fleet.service.parser({ fields: { title: 'h1' } })
    await fleet.addWorker(FORBIDDEN)
    await fleet.untilWorkers(1)
  })
  after(() => fleet?.stop())

  async function outcome(id = parser) {
    const { state, error } = await fleet.service.ended(`/v1/jobs/${await fleet.job(id, '/page')}`)
    return [state, error?.code]
  }
  const drain = async (on: boolean) => {
    const [worker] = await fleet.seen()
    const answer = await fleet.service.admin(`/admin/workers/${worker!.id}/drain`, { on })
    await fleet.untilWorkers(1, on ? 'draining' : 'ready')
    return answer.json
  }

  test('of a job is read by a worker, under the worker’s own rules about what may be fetched', async () => {
    assert.deepEqual(await outcome(), BY_WORKER)
  })

  test('of a workflow run is read by a worker', async () => {
    const { service, site } = fleet
    const config = { operation: 'scrape', input: { parserId: parser, url: `${site.url}/page` } }
    const json = {
      ...documentOf({
        nodes: [
          ['in', 'input'],
          ['page', 'operation', config],
        ],
      }),
      state: 'active',
    }
    const { id } = (await service.call('/v1/workflows', { json })).json
    const started = (await service.call(`/v1/workflows/${id}/run`, { json: {} })).json
    const run = await service.ended(`/v1/workflow-runs/${started.id}`)
    assert.equal(run.error?.code, 'target_forbidden')
  })

  test('of a single call is read by the service', async () => {
    const { status } = await fleet.service.call(`/v1/scrape/${parser}`, {
      json: { url: `${fleet.site.url}/page` },
    })
    assert.equal(status, 200)
  })

  test('of a job is read by the service when the worker is drained', async () => {
    assert.equal((await drain(true)).state, 'draining')
    assert.deepEqual(await outcome(), BY_SERVICE)
    await drain(false)
    assert.deepEqual(await outcome(), BY_WORKER)
  })

  test('that needs a secret is read by a worker of a pool that may have secrets, or else by the service', async () => {
    const headers = { authorization: 'Bearer 1' }
    const secret = await fleet.service.parser({ fields: { title: 'h1' } }, { fetch: { headers } })
    assert.deepEqual(await outcome(secret), BY_SERVICE)
    await fleet.service.admin('/admin/settings/nats_pool_secrets', { value: ['default'] })
    assert.deepEqual(await outcome(secret), BY_WORKER)
    await fleet.service.admin('/admin/settings/nats_pool_secrets', {})
  })

  test('is not affected by draining an unknown worker, which is a 404', async () => {
    const answer = await fleet.service.admin('/admin/workers/wkr_none/drain', {})
    assert.deepEqual([answer.status, answer.json.error], [404, 'There is no such worker.'])
  })
})

describe('pages of many jobs', { skip: noBroker }, () => {
  let fleet: Fleet
  let parser: string
  before(async () => {
    fleet = await startFleet({ workers: 2, flags: { host_concurrency: 3 } })
    parser = await fleet.service.parser({ fields: { title: 'h1' } })
    await fleet.service.admin('/admin/accounts/default', { limits: { job_concurrency: 16 } })
  })
  after(() => fleet?.stop())

  test('are fetched from one host by workers and the service together within the limit of that host', async () => {
    const { site, service } = fleet
    let now = 0
    let mostAtOnce = 0
    site.on('/slow', (_request, response) => {
      mostAtOnce = Math.max(mostAtOnce, ++now)
      setTimeout(() => {
        now--
        response.end('<h1>Slow</h1>')
      }, 20)
    })
    const items = Array.from({ length: 40 }, (_, index) => ({ input: { url: `${site.url}/slow?${index}` } }))
    const created = await service.call('/v1/batches', { json: { target: { parser_id: parser }, items } })
    const batch = await service.ended(`/v1/batches/${created.json.id}`)
    assert.equal(batch.counts.completed, 40)
    assert.equal(mostAtOnce, 3)
  })
})

describe('pages for which workers have no free slot', { skip: noBroker }, () => {
  test('are read by the service', async () => {
    const fleet = await startFleet({ workers: 2, flags: { host_concurrency: 50 } })
    const { service, site } = fleet
    await service.admin('/admin/accounts/default', { limits: { job_concurrency: 16 } })
    const parser = await service.parser({ fields: { title: 'h1' } })
    const gate = gatePage(site, '/gate')
    const ids = await Promise.all(
      Array.from({ length: 16 }, (_, index) => fleet.job(parser, `/gate?${index}`)),
    )
    // Workers take 12: they read eight at a time, and four wait. The service reads the other four.
    await gate.waiting(12)
    const { workers } = (await service.admin('/admin/status')).json
    assert.deepEqual(workers, { broker: 'connected', ready: 2, running: 12 })
    gate.open()
    await gate.waiting(4)
    gate.open()
    for (const id of ids) assert.equal((await service.ended(`/v1/jobs/${id}`)).state, 'completed')
    await fleet.stop()
  })
})

describe('a message from the broker', { skip: noBroker }, () => {
  let fleet: Fleet
  let parser: string
  let client: NatsConnection
  before(async () => {
    fleet = await startFleet({ workers: 0 })
    fleet.site.on('/page', { body: '<h1>Page</h1>' })
    parser = await fleet.service.parser({ fields: { title: 'h1' } })
    client = await connect({ servers: fleet.broker.url })
    // The service connects to the broker after its start. Until then nobody answers.
    await until(() => client.request('winnow.hello.default', '').catch(() => null))
  })
  after(async () => {
    await client?.close()
    await fleet?.stop()
  })

  test('from a worker with another protocol version is refused with an explanation', async () => {
    const hello = { protocol: 3, id: 'wkr_new', name: 'newer', version: '9.9.9', pool: 'default', more: true }
    const answer = (await client.request('winnow.hello.default', JSON.stringify(hello))).json()
    const [worker] = await fleet.seen()
    assert.deepEqual(answer, { refused: worker!.refusal })
    assert.match(
      worker!.refusal!,
      /^This worker is Winnow 9\.9\.9, which speaks protocol 3; the service is Winnow/,
    )
    assert.equal(worker!.state, 'refused')
  })

  test('without a valid content is ignored', async () => {
    for (const text of [
      '',
      '{}',
      'null',
      '{"protocol":1,"id":"wkr_x","name":"x","version":"1","pool":"../x"}',
    ]) {
      const answer = (await client.request('winnow.hello.default', text)).json<{ refused: string }>()
      assert.match(answer.refused, /cannot read/)
    }
    for (const bytes of [Buffer.from('x'), Buffer.alloc(9, 255), encodeFrame([{ task: 1 }], [])])
      await jetstream(client).publish('winnow.done.default', bytes)
    assert.equal((await fleet.service.call('/v1/credits')).status, 200)
  })

  test('is accepted as an answer only with the token of its task, and only once', async () => {
    const { service } = fleet
    const done: Uint8Array[] = []
    client.subscribe('winnow.done.>', { callback: (_error, message) => void done.push(message.data) })
    client.subscribe('winnow.work.>', {
      callback: (_error, message) => {
        const { id } = message.json<{ id: string }>()
        const head = { task: id, token: 'guessed', part: 0, parts: 1 }
        void jetstream(client).publish('winnow.done.default', encodeFrame([head], [Buffer.from('stolen')]))
      },
    })
    await client.flush()
    await fleet.addWorker()
    await fleet.untilWorkers(1)
    const before = (await service.call('/v1/credits')).json.creditBalance
    const id = await fleet.job(parser, '/page')
    assert.equal((await service.ended(`/v1/jobs/${id}`)).state, 'completed')
    assert.deepEqual((await service.call(`/v1/jobs/${id}/result`)).json, { title: 'Page' })
    const tokenOf = (message: Uint8Array) => (decodeFrame(message).json as { token: string }[])[0]!.token
    const real = done.find(message => tokenOf(message) !== 'guessed')!
    await jetstream(client).publish('winnow.done.default', real)
    const other = await fleet.job(parser, '/page')
    await service.ended(`/v1/jobs/${other}`)
    assert.equal((await service.call('/v1/credits')).json.creditBalance, before - 2)
  })
})
