import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { decodeApiCall } from '../../server/remote/api-answers.ts'
import { encodeFrame } from '../../server/remote/frames.ts'
import { CHANNEL, json, type Platform, reset, startPlatform } from '../extraction/support/platform.ts'
import { until } from '../http/support/until.ts'
import { noBroker } from '../support/nats-server.ts'
import { documentOf } from '../workflows/support/run-site.ts'
import { type Fleet, startFleet } from './support/fleet.ts'

const API = 'videosite-channel'
const INPUT = { handle: '@tidepool' }
/** The platform is on a local network. A worker may only call it if the worker’s own rules allow that. */
const FORBIDDEN = { flags: { allow_hosts: '' } }

test('when a worker reports an unknown error code, the service makes the call itself', () => {
  const answer = (code: string) => {
    const error = { code, message: 'No.', facts: {} }
    return decodeApiCall(encodeFrame({ error, sources: [], exchanges: [] }, []))
  }
  assert.equal(answer('newer'), null)
  assert.equal(answer('constructor'), null)
  assert.equal(answer('blocked')!.error!.status, 502)
})

describe('a call of a prebuilt API', { skip: noBroker }, () => {
  let platform: Platform
  let fleet: Fleet
  before(async () => {
    platform = await startPlatform()
    fleet = await startFleet({
      flags: { videosite_url: platform.url, allow_hosts: '', keep_changed_payloads: 3 },
    })
  })
  afterEach(() => reset(platform))
  after(async () => {
    await fleet?.stop()
    await platform?.close()
  })

  async function ended() {
    const { service } = fleet
    const { id } = (await service.call('/v1/jobs', { json: { api_id: API, input: INPUT } })).json
    return service.ended(`/v1/jobs/${id}`)
  }
  const nextRead = (from: number) => until(async () => (await fleet.completed()) > from)

  test('for a job is made by a worker, with the same outcome as without workers', async () => {
    const { service } = fleet
    const from = await fleet.completed()
    const credits = (await service.call('/v1/credits')).json.creditBalance
    const job = await ended()
    assert.deepEqual(
      [job.state, job.attempts[0].sources],
      ['completed', ['browse', 'about']],
      job.error?.message,
    )
    assert.partialDeepStrictEqual((await service.call(`/v1/jobs/${job.id}/result`)).json, CHANNEL)
    assert.equal((await service.call('/v1/credits')).json.creditBalance, credits - 1)
    await nextRead(from)
  })

  test('for a workflow run is made by a worker', async () => {
    const { service } = fleet
    const from = await fleet.completed()
    const config = { operation: API, input: INPUT }
    const document = documentOf({
      nodes: [
        ['in', 'input'],
        ['channel', 'operation', config],
      ],
    })
    const { id } = (await service.call('/v1/workflows', { json: { ...document, state: 'active' } })).json
    const started = (await service.call(`/v1/workflows/${id}/run`, { json: {} })).json
    const run = await service.ended(`/v1/workflow-runs/${started.id}`)
    assert.equal(run.state, 'completed', run.error?.message)
    await nextRead(from)
  })

  test('that a client is waiting for is made by the service', async () => {
    const from = await fleet.completed()
    assert.equal((await fleet.service.call(`/v1/${API}`, { json: INPUT })).status, 200)
    const job = await ended()
    assert.equal(job.state, 'completed')
    await nextRead(from)
    assert.equal(await fleet.completed(), from + 1)
  })

  test('with an answer that no reader understands stores this answer in the service', async () => {
    Object.assign(platform.answers, { page: json({ header: { newRenderer: {} } }), about: json({}) })
    const job = await ended()
    assert.deepEqual([job.state, job.error.code], ['failed', 'changed'])
    assert.deepEqual(platform.asked(), ['resolve', 'page', 'about'])
    assert.equal(readdirSync(join(fleet.service.app.dataDir, 'changed', 'videosite')).length, 1)
  })

  test('that is blocked on a worker without a browser is repeated by the service', async () => {
    const blocked = { status: 429, body: '<div class="g-recaptcha"></div>' }
    Object.assign(platform.answers, { resolve: blocked, page: blocked, about: blocked, html: blocked })
    const job = await ended()
    assert.deepEqual([job.state, job.error.code], ['failed', 'blocked'])
    assert.equal(platform.asked().filter(kind => kind === 'resolve').length, 2)
  })

  test('follows the worker’s own rules about what may be fetched', async () => {
    const forbidden = await startFleet({ workers: 0, flags: { videosite_url: platform.url } })
    await forbidden.addWorker(FORBIDDEN)
    await forbidden.untilWorkers(1)
    const { service } = forbidden
    const { id } = (await service.call('/v1/jobs', { json: { api_id: API, input: INPUT } })).json
    const { error } = await service.ended(`/v1/jobs/${id}`)
    await forbidden.stop()
    assert.equal(error?.code, 'target_forbidden')
  })
})
