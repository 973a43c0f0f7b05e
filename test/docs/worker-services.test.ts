import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { until } from '../http/support/until.ts'
import { askOwner } from '../support/ask-owner.ts'
import { noBroker, startBroker, type TestBroker } from '../support/nats-server.ts'
import {
  type ServiceProcess,
  startServe,
  startWorkerProcess,
  type WorkerProcess,
} from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { codeBlocks } from './support/start-with-operations.ts'
import { createKeys, guide } from './support/worker-guide.ts'

const noSystemd = spawnSync('systemd-analyze', ['--version']).error ? 'there is no systemd-analyze' : false

/** The systemd units in the guide, by name. */
const units = new Map(
  ['winnow-worker.service', 'winnow.service'].map((name, index) => [name, codeBlocks(guide, 'ini')[index]!]),
)

/** The Winnow command that a unit or a container starts. */
interface Command {
  args: string[]
  env: Record<string, string>
}

function commandOf(unit: string, replacements: Record<string, string>): Command {
  const filledUnit = Object.entries(replacements).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    unit,
  )
  const [, start] = /^ExecStart=\/usr\/bin\/env node \/opt\/winnow\/bin\/winnow\.mjs (.*)$/m.exec(filledUnit)!
  const env = [...filledUnit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  return { args: start!.split(' '), env: Object.fromEntries(env) }
}

const TEST_ENV = { WINNOW_ALLOW_HOSTS: '127.0.0.1', WINNOW_BROWSER: '/none' }

function start({ args: [command, ...args], env }: Command): Promise<ServiceProcess> | WorkerProcess {
  const all = { ...env, ...TEST_ENV }
  if (command === 'worker') return startWorkerProcess(args, all)
  assert.equal(command, 'serve')
  return startServe(args, all)
}

/** Waits until this many workers are ready, as seen by the service with this data folder. */
const ready = (folder: string, count: number) =>
  until(async () => {
    const { data } = await askOwner(folder, '/admin/workers')
    return data.filter(({ state }: { state: string }) => state === 'ready').length === count
  })

describe('a systemd unit in the guide', () => {
  for (const [name, unit] of units)
    test(`${name} is accepted by systemd`, { skip: noSystemd }, () => {
      const file = join(tempFolder(), name)
      writeFileSync(file, unit)
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
        encoding: 'utf8',
      })
      assert.deepEqual([status, stderr], [0, ''])
    })

  test('starts the service or a worker, which find each other over TLS', { skip: noBroker }, async () => {
    const keys = await createKeys()
    const broker = await startBroker({ config: keys.brokerFile })
    const data = tempFolder()
    const common = { 'broker.example:4222': `localhost:${broker.port}`, '%d/broker': keys.certificate }
    const [worker, service] = [...units.values()]
    const served = await start(
      commandOf(service!, { ...common, '%S/winnow': data, '%d/seed': keys.serviceSeed }),
    )
    const reader = await start(commandOf(worker!, { ...common, '%d/seed': keys.workerSeed }))
    await ready(data, 1)
    assert.deepEqual([await reader.stop(), await served.stop()], [0, 0])
    await broker.stop()
  })
})

/** A container in the compose file, with the keys that the guide uses. */
interface Container {
  image: string
  command: string[]
  environment?: Record<string, string>
  volumes?: string[]
  deploy?: { replicas: number }
}

describe('the compose file in the guide', { skip: noBroker }, () => {
  const [text] = codeBlocks(guide, 'yaml').filter(block => block.includes('image:'))
  const file = parse(text!) as { services: Record<string, Container>; volumes: Record<string, unknown> }
  const { broker: brokerContainer, service, worker } = file.services as Record<string, Required<Container>>
  const brokerData = tempFolder()
  let broker: TestBroker
  before(async () => {
    const args = brokerContainer!.command.map(arg => (arg === '/data' ? brokerData : arg))
    broker = await startBroker({ args })
  })
  after(() => broker?.stop())

  /** The command of a container, with the paths and addresses of this test in place of the container's. */
  function commandIn({ command: [node, program, ...args], environment }: Container, data: string): Command {
    assert.deepEqual([node, program], ['node', 'bin/winnow.mjs'])
    const replacements: Record<string, string> = { '/data': data, '0.0.0.0': '127.0.0.1' }
    const env = Object.entries(environment!).map(([name, value]) => [
      name,
      value.replace('nats://broker:4222', broker.url),
    ])
    return { args: args.map(arg => replacements[arg] ?? arg), env: Object.fromEntries(env) }
  }

  test('declares each volume that it uses', () => {
    const usedVolumes = Object.values(file.services).flatMap(({ volumes = [] }) =>
      volumes.map(one => one.split(':')[0]!),
    )
    assert.deepEqual(
      [...new Set(usedVolumes)].filter(name => name !== '.').sort(),
      Object.keys(file.volumes).sort(),
    )
  })

  test('starts a broker that keeps its data in the volume, a service and workers', async () => {
    const data = tempFolder()
    const served = await start(commandIn(service!, data))
    const workers = Array.from(
      { length: worker!.deploy.replicas },
      () => start(commandIn(worker!, data)) as WorkerProcess,
    )
    await ready(data, workers.length)
    assert.deepEqual(readdirSync(brokerData), ['jetstream'])
    for (const process of workers) assert.equal(await process.stop(), 0)
    assert.equal(await served.stop(), 0)
  })
})
