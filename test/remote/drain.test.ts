import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { noBroker } from '../support/nats-server.ts'
import { startTestApp } from '../support/start-app.ts'
import { type Fleet, LOCAL, startFleet } from './support/fleet.ts'

/** The worker with this name that is currently running. */
const stateOf = async (fleet: Fleet, name: string) =>
  (await fleet.seen()).find(worker => worker.name === name && worker.state !== 'silent')

describe('a drained worker', { skip: noBroker }, () => {
  test('stays drained after it is restarted, until it is resumed', async () => {
    const fleet = await startFleet({ workers: 0 })
    const first = await fleet.addWorker({ name: 'reader' })
    await fleet.addWorker({ name: 'other' })
    await fleet.untilWorkers(2)
    const { id } = (await stateOf(fleet, 'reader'))!
    await fleet.service.admin(`/admin/workers/${id}/drain`, {})
    await first.stop()
    await fleet.addWorker({ name: 'reader' })
    const again = await until(async () =>
      (await fleet.seen()).find(worker => worker.name === 'reader' && worker.id !== id),
    )
    assert.equal(again.state, 'draining')
    assert.equal((await stateOf(fleet, 'other'))!.state, 'ready')
    const answer = await fleet.service.admin(`/admin/workers/${again.id}/drain`, { on: false })
    assert.equal(answer.json.state, 'ready')
    await fleet.stop()
  })

  test('stays drained after the service is restarted', async () => {
    const fleet = await startFleet({ workers: 1 })
    const [worker] = await fleet.seen()
    await fleet.service.admin(`/admin/workers/${worker!.id}/drain`, {})
    const { dataDir } = fleet.service.app
    await fleet.service.app.stop()
    const flags = { ...LOCAL, data_dir: dataDir, nats_url: fleet.broker.url }
    const service = await startTestApp(flags)
    const listedWorker = await until(async () => (await service.admin('/admin/workers')).json.data[0])
    assert.deepEqual([listedWorker.id, listedWorker.state], [worker!.id, 'draining'])
    await service.app.stop()
    await fleet.stop()
  })

  test('that a flag of the service has drained cannot be resumed in another way', async () => {
    const fleet = await startFleet({ workers: 0, flags: { nats_drained: 'default/reader' } })
    await fleet.addWorker({ name: 'reader' })
    await fleet.untilWorkers(1, 'draining')
    const [worker] = await fleet.seen()
    const answer = await fleet.service.admin(`/admin/workers/${worker!.id}/drain`, { on: false })
    assert.deepEqual(
      [answer.status, answer.json.error],
      [409, 'The drained workers are set by --nats-drained.'],
    )
    await fleet.stop()
  })
})
