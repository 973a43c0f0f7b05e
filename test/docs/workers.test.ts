import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../http/support/until.ts'
import { startLocalSite } from '../support/local-site.ts'
import { noBroker, startBroker } from '../support/nats-server.ts'
import { output, startWorkerProcess } from '../support/run-cli.ts'
import { startTestApp } from '../support/start-app.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { blocks } from './support/start-with-list.ts'

const guide = readFileSync(new URL('../../docs/workers.md', import.meta.url), 'utf8')
const folder = tempFolder()
const at = (name: string) => join(folder, name)

/** Runs the commands of the guide that create a certificate and keys; gives the public parts. */
async function createKeys() {
  const [commands] = blocks(guide, 'sh').filter(block => block.startsWith('openssl'))
  const [certificate] = commands!.split('\nwinnow')
  execFileSync('sh', ['-c', certificate!.replace('broker.example', 'localhost')], {
    cwd: folder,
    stdio: 'ignore',
  })
  const keys: string[] = []
  for (const [, name] of commands!.matchAll(/winnow worker key (\S+)/g))
    keys.push(await output(['worker', 'key', at(name!)]))
  return keys
}

/** The broker's file in the guide; address and store are those of the test. */
function brokerFile([service, worker]: string[]) {
  const [file] = blocks(guide, 'conf')
  return file!
    .replace(/^(listen|jetstream).*\n/gm, '')
    .replace('PUBLIC_PART_OF_SERVICE', service!)
    .replace('PUBLIC_PART_OF_WORKER', worker!)
    .replaceAll('"broker', `"${folder}/broker`)
}

test('a broker, a service and a worker run over TLS with the keys and files of the guide', {
  skip: noBroker,
}, async () => {
  const broker = await startBroker({ config: brokerFile(await createKeys()) })
  const site = await startLocalSite()
  site.on('/page', { body: '<h1>Page</h1>' })
  const url = `tls://localhost:${broker.port}`
  const signed = (seed: string) => ({ nats_url: url, nats_ca: at('broker.pem'), nats_creds: at(seed) })
  const service = await startTestApp({ ...signed('service.seed'), allow_hosts: '127.0.0.1' })
  const flags = Object.entries(signed('worker.seed')).flatMap(([name, value]) => [
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

  const other = startWorkerProcess([...flags, '--pool', 'inside'])
  await until(async () => /permission/i.test(other.stderr()))
  assert.equal((await workers()).length, 1)
  assert.deepEqual(await Promise.all([worker.stop(), other.stop()]), [0, 0])
  await service.stop()
  await Promise.all([site.close(), broker.stop()])
})
