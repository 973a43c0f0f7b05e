import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { testChromium } from '../support/chromium.ts'
import { noBroker } from '../support/nats-server.ts'
import { type Fleet, LOCAL, startFleet } from './support/fleet.ts'

const FILLED = '<div></div><script>document.querySelector("div").innerHTML = "<h1>Filled</h1>"</script>'

describe('a page for a browser', { skip: noBroker }, () => {
  let fleet: Fleet
  before(async () => {
    fleet = await startFleet({ workers: 0, flags: { ...LOCAL, browser: '/none' } })
    fleet.site.on('/filled', { body: FILLED })
  })
  after(() => fleet?.stop())

  async function read(mode: string) {
    const { service } = fleet
    const parser = await service.parser({ fields: { title: 'h1' } }, { fetch: { mode } })
    const job = await service.ended(`/v1/jobs/${await fleet.job(parser, '/filled')}`)
    return { job, result: (await service.call(`/v1/jobs/${job.id}/result`)).json }
  }

  test('goes to no worker without one', async () => {
    await fleet.addWorker({ name: 'without' })
    await fleet.untilWorkers(1)
    const { job } = await read('browser')
    assert.deepEqual([job.state, job.error.code], ['failed', 'no_browser'])
    assert.equal(await fleet.completed(), 0)
  })

  test('is read in the browser of a worker that has one, though the service has none', async () => {
    await fleet.addWorker({ name: 'with', browser: await testChromium() })
    await fleet.untilWorkers(2)
    for (const mode of ['browser', 'auto']) {
      const { job, result } = await read(mode)
      assert.equal(job.state, 'completed', job.error?.message)
      assert.deepEqual(job.attempts[0].sources, ['browser'])
      assert.deepEqual(result, { title: 'Filled' })
    }
    // Twice in the browser, and once over HTTP, for `auto`.
    await until(async () => (await fleet.completed()) === 3)
    const [, worker] = (await fleet.seen()).sort((a, b) => a.name.localeCompare(b.name)).reverse()
    assert.equal(worker!.last_error, null)
  })
})
