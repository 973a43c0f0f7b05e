import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../../http/support/until.ts'
import { startBroker } from '../../support/nats-server.ts'
import { createHosts, type NetworkHost, type NetworkHosts } from '../../support/network-hosts.ts'
import { startWorkerProcess, type WorkerProcess } from '../../support/run-cli.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { assertSurvivesCut } from './survive-cut.ts'

const LEASE = { nats_lease_seconds: 1 }

// Run by `hosts.test.ts` in a network of its own.
describe('a broker and a worker on hosts of their own', () => {
  let hosts: NetworkHosts
  let brokerHost: NetworkHost
  let workerHost: NetworkHost
  let fleet: Fleet
  let worker: WorkerProcess
  before(async () => {
    hosts = createHosts()
    brokerHost = hosts.add()
    workerHost = hosts.add()
    const broker = await startBroker({ host: brokerHost.address, within: brokerHost.within })
    const allowed = { allow_hosts: hosts.site }
    fleet = await startFleet({ broker, host: hosts.site, workers: 0, flags: { ...LEASE, ...allowed } })
    const args = ['--nats-url', broker.url, '--allow-hosts', hosts.site, '--browser', '/none', '--pages', '4']
    worker = startWorkerProcess([...args, '--parse-workers', '1'], {}, workerHost.within)
    await fleet.untilWorkers(1)
  })
  after(async () => {
    worker?.signal('SIGKILL')
    await worker?.ended
    await fleet?.stop()
    hosts?.close()
  })

  const between = (to: string) => ({
    cut: () => hosts.cut(brokerHost, to),
    mend: () => hosts.mend(brokerHost, to),
  })

  test('lose no page and no credit while broker and service cannot reach each other', () =>
    assertSurvivesCut(fleet, between(hosts.here)))

  test('lose no page and no credit while broker and worker cannot reach each other', () =>
    assertSurvivesCut(fleet, between(workerHost.address)))

  test('do not need a connection between service and worker', async () => {
    hosts.cut(workerHost, hosts.here)
    const { service, site } = fleet
    site.on('/page', { body: '<h1>Page</h1>' })
    const parser = await service.parser({ fields: { title: 'h1' } })
    const from = await fleet.completed()
    const job = await service.ended(`/v1/jobs/${await fleet.job(parser, '/page')}`)
    assert.equal(job.state, 'completed')
    await until(async () => (await fleet.completed()) > from)
    hosts.mend(workerHost, hosts.here)
  })
})
