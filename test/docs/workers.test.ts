import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../http/support/until.ts'
import { startLocalSite } from '../support/local-site.ts'
import { noBroker, startBroker } from '../support/nats-server.ts'
import { startWorkerProcess } from '../support/run-cli.ts'
import { startTestApp } from '../support/start-app.ts'
import { createKeys } from './support/worker-guide.ts'

test('a broker, a service and a worker run over TLS with the keys and configuration of docs/workers.md', {
  skip: noBroker,
}, async () => {
  const keys = await createKeys()
  const broker = await startBroker({ config: keys.brokerFile })
  const site = await startLocalSite()
  site.on('/page', { body: '<h1>Page</h1>' })
  const url = `tls://localhost:${broker.port}`
  const settingsWith = (nats_creds: string) => ({ nats_url: url, nats_ca: keys.certificate, nats_creds })
  const service = await startTestApp({ ...settingsWith(keys.serviceSeed), allow_hosts: '127.0.0.1' })
  const flags = Object.entries(settingsWith(keys.workerSeed)).flatMap(([name, value]) => [
    `--${name.replace('_', '-')}`,
    value,
  ])
  const worker = startWorkerProcess([...flags, '--allow-hosts', '127.0.0.1', '--browser', '/none'])
  const workers = async () => (await service.admin('/admin/workers')).json.data
  await until(async () => (await workers())[0]?.state === 'ready')

  const parser = await service.parser({ fields: { title: 'h1' } })
  const json = { parser_id: parser, input: { url: `${site.url}/page` } }
  const job = (await service.call('/v1/jobs', { json })).json.id
  assert.equal((await service.ended(`/v1/jobs/${job}`)).state, 'completed')
  await until(async () => (await workers())[0].completed === 1)

  const otherWorker = startWorkerProcess([...flags, '--pool', 'inside'])
  await until(async () => /permission/i.test(otherWorker.stderr()))
  assert.equal((await workers()).length, 1)
  assert.deepEqual(await Promise.all([worker.stop(), otherWorker.stop()]), [0, 0])
  await service.stop()
  await Promise.all([site.close(), broker.stop()])
})
