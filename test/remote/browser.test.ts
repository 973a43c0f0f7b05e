import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from '../../server/app/worker.ts'
import { until } from '../http/support/until.ts'
import { testChromium } from '../support/chromium.ts'
import { noBroker } from '../support/nats-server.ts'
import { type Fleet, LOCAL, startFleet } from './support/fleet.ts'

/** After this time without a message, the service no longer waits for a worker. */
const LATE_MS = 10_500

/** More pages than a worker is given at a time. */
const PAGES = 6

const FILLED_PAGE = '<div></div><script>document.querySelector("div").innerHTML = "<h1>Filled</h1>"</script>'

describe('a page that needs a browser', { skip: noBroker }, () => {
  let fleet: Fleet
  let browsing: Worker
  before(async () => {
    fleet = await startFleet({ workers: 0, flags: { ...LOCAL, browser: '/none', nats_lease_seconds: 4 } })
    fleet.site.on('/filled', { body: FILLED_PAGE })
    await fleet.service.admin('/admin/accounts/default', { limits: { job_concurrency: PAGES } })
  })
  after(() => fleet?.stop())

  async function read(mode: string, path = '/filled') {
    const { service } = fleet
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { mode } })
    const job = await service.ended(`/v1/jobs/${await fleet.job(parser, path)}`)
    return { job, result: (await service.call(`/v1/jobs/${job.id}/result`)).json }
  }

  test('is given to no worker without one, and fails when no other worker is expected', async () => {
    await fleet.addWorker({ name: 'without' })
    await fleet.untilWorkers(1)
    const { job } = await read('browser')
    assert.deepEqual([job.state, job.error.code], ['failed', 'no_browser'])
    assert.equal(await fleet.completed(), 0)
  })

  test('is read in the browser of a worker when the service has none', async () => {
    browsing = await fleet.addWorker({ name: 'with', browser: await testChromium() })
    await fleet.untilWorkers(2)
    for (const mode of ['browser', 'auto']) {
      const { job, result } = await read(mode)
      assert.equal(job.state, 'completed', job.error?.message)
      assert.deepEqual(job.attempts[0].sources, ['browser'])
      assert.deepEqual(result, { title: 'Filled' })
    }
    // Twice in the browser, and once over HTTP for `auto`.
    await until(async () => (await fleet.completed()) === 3)
    const [, worker] = (await fleet.seen()).sort((a, b) => a.name.localeCompare(b.name)).reverse()
    assert.equal(worker!.last_error, null)
  })

  test('because it is not valid HTTP is read there with `auto`', async () => {
    const answer = 'HTTP/1.1 200 OK\nContent-Type: text/html\n\n<h1>Odd</h1>'
    fleet.site.on('/odd', (_, { socket }) => void socket!.end(answer))
    const { job, result } = await read('auto', '/odd')
    assert.deepEqual([job.attempts[0].sources, result], [['browser'], { title: 'Odd' }])
  })

  test('waits for a free slot of a worker, and for workers that are starting, when the service has no browser', async () => {
    const { service } = fleet
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { mode: 'browser' } })
    await browsing.stop()
    const jobs = await Promise.all(Array.from({ length: PAGES }, () => fleet.job(parser, '/filled')))
    browsing = await fleet.addWorker({
      name: 'anew',
      flags: { browser_pages: 2 },
      browser: await testChromium(),
    })
    for (const id of jobs) {
      const { state, error } = await service.ended(`/v1/jobs/${id}`)
      assert.equal(state, 'completed', error?.message)
    }
  })

  test('is retried when no worker with a browser has answered for a while', async () => {
    const { service } = fleet
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { mode: 'browser' } })
    await browsing.stop()
    await sleep(LATE_MS)
    const id = await fleet.job(parser, '/filled')
    const readJob = async () => (await service.call(`/v1/jobs/${id}`)).json
    await until(async () => (await readJob()).attempts.length > 0)
    const [first] = (await readJob()).attempts
    assert.match(first.error.message, /no worker that has one answers/)
    await fleet.addWorker({ name: 'back', browser: await testChromium() })
    const { state, error } = await service.ended(`/v1/jobs/${id}`)
    assert.equal(state, 'completed', error?.message)
  })
})
