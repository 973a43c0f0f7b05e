import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connect } from '@nats-io/transport-node'
import { startWorker } from '../../server/app/worker.ts'
import { until } from '../http/support/until.ts'
import { type GatePage, gatePage } from '../jobs/support/gate-page.ts'
import { noBroker, startBroker } from '../support/nats-server.ts'
import { startWorkerProcess, type WorkerProcess } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { type CuttableConnection, startCuttableConnection } from './support/cuttable-connection.ts'
import { type Fleet, startFleet } from './support/fleet.ts'
import { assertSurvivesCut } from './support/survive-cut.ts'

const clockByFile = fileURLToPath(new URL('../support/clock-by-file.mjs', import.meta.url))
const LEASE = { nats_lease_seconds: 1 }

/** A worker in a process of its own, with its name in the list of workers. */
const workerArgs = (url: string, name: string, ...more: string[]) => [
  ...['--nats-url', url, '--name', name, '--allow-hosts', '127.0.0.1', '--browser', '/none'],
  ...['--pages', '2', '--parse-workers', '1', '--drain-seconds', '0', ...more],
]

describe('a page whose worker', { skip: noBroker }, () => {
  let fleet: Fleet
  let parser: string
  let gate: GatePage
  let path: string
  let count = 0
  const workers = new Map<string, WorkerProcess>()
  const offset = join(tempFolder(), 'offset')

  before(async () => {
    fleet = await startFleet({ workers: 0, flags: LEASE })
    parser = await fleet.service.parser({ fields: { title: 'h1' } })
  })
  beforeEach(() => {
    path = `/gate-${count++}`
    gate = gatePage(fleet.site, path)
  })
  after(async () => {
    for (const worker of workers.values()) worker.signal('SIGKILL')
    await fleet?.stop()
  })

  async function addWorkers(...names: string[]) {
    for (const name of names) workers.set(name, startWorkerProcess(workerArgs(fleet.broker.url, name)))
    await until(async () => {
      const ready = (await fleet.seen()).filter(({ state }) => state === 'ready').map(({ name }) => name)
      return names.every(name => ready.includes(name))
    })
  }
  /** The name of the worker that is reading a page now. */
  const reader = () =>
    until(
      async () => (await fleet.seen()).find(({ name, running }) => workers.has(name) && running > 0)?.name,
    )
  async function kill(name: string, signal: NodeJS.Signals = 'SIGKILL') {
    workers.get(name)!.signal(signal)
    await workers.get(name)!.ended
    workers.delete(name)
  }
  async function killAll() {
    for (const name of [...workers.keys()]) await kill(name)
    await until(async () => (await fleet.seen()).every(({ state }) => state === 'silent'))
  }
  const requestCount = () => fleet.site.requests.filter(request => request.path === path).length
  const credits = async () => (await fleet.service.call('/v1/credits')).json.creditBalance

  async function assertCompletes(id: string, before: number) {
    const job = await fleet.service.ended(`/v1/jobs/${id}`)
    assert.deepEqual([job.state, job.attempt], ['completed', 1], job.error?.message)
    assert.equal(await credits(), before - 1)
  }

  test('is killed is read by another worker', async () => {
    await addWorkers('a', 'b')
    const before = await credits()
    const id = await fleet.job(parser, path)
    await gate.waiting(1)
    await kill(await reader())
    await until(async () => requestCount() === 2)
    gate.open()
    await assertCompletes(id, before)
    await killAll()
  })

  test('is killed is read by the service when there is no other worker', async () => {
    await addWorkers('a')
    const before = await credits()
    const id = await fleet.job(parser, path)
    await gate.waiting(1)
    await killAll()
    await until(async () => requestCount() === 2)
    gate.open()
    await assertCompletes(id, before)
  })

  test('hangs for longer than its lease is read by another worker, and the late answer is ignored', async () => {
    await addWorkers('a', 'b')
    const before = await credits()
    const id = await fleet.job(parser, path)
    await gate.waiting(1)
    const slow = await reader()
    workers.get(slow)!.signal('SIGSTOP')
    await until(async () => requestCount() === 2)
    gate.open()
    await assertCompletes(id, before)
    workers.get(slow)!.signal('SIGCONT')
    await until(async () => (await fleet.seen()).filter(({ state }) => state === 'ready').length === 2)
    await until(async () => (await fleet.seen()).every(({ running }) => running === 0))
    assert.equal(await credits(), before - 1)
    await killAll()
  })

  test('has died three times while reading it fails its job, and is given to no other worker', async () => {
    await addWorkers('a', 'b', 'c', 'd')
    const before = await credits()
    const id = await fleet.job(parser, path)
    for (let deaths = 1; deaths <= 3; deaths++) {
      await until(async () => requestCount() === deaths)
      await kill(await reader())
    }
    const job = await fleet.service.ended(`/v1/jobs/${id}`)
    assert.deepEqual([job.state, job.error.code, job.attempt], ['failed', 'interrupted', 1])
    assert.equal(requestCount(), 3)
    assert.equal(await credits(), before)
    await killAll()
  })

  test('is stopped gracefully is given to another one, however often that happens', async () => {
    const before = await credits()
    await addWorkers('0')
    const id = await fleet.job(parser, path)
    for (let stops = 1; stops <= 4; stops++) {
      await until(async () => requestCount() >= stops)
      const name = await reader()
      await addWorkers(String(stops))
      await kill(name, 'SIGTERM')
    }
    await until(async () => requestCount() >= 5)
    gate.open()
    await assertCompletes(id, before)
    await killAll()
  })

  test('has a clock two days ahead gets the same relative dates as in the service', async () => {
    writeFileSync(offset, String(2 * 86_400_000))
    const env = { NODE_OPTIONS: `--import ${clockByFile}`, TEST_CLOCK_OFFSET: offset }
    workers.set('ahead', startWorkerProcess(workerArgs(fleet.broker.url, 'ahead'), env))
    await fleet.untilWorkers(1)
    fleet.site.on(path, { body: '<p>3 days ago</p>' })
    const dated = await fleet.service.parser({ fields: { day: { css: 'p', type: 'date', locale: 'en' } } })
    const from = await fleet.completed()
    const id = await fleet.job(dated, path)
    await fleet.service.ended(`/v1/jobs/${id}`)
    await until(async () => (await fleet.completed()) > from)
    const { day } = (await fleet.service.call(`/v1/jobs/${id}/result`)).json
    const days = [0, 1].map(late =>
      new Date(Date.now() - 3 * 86_400_000 - late * 60_000).toISOString().slice(0, 10),
    )
    assert.ok(days.includes(day), day)
    await killAll()
  })
})

describe('while the broker', { skip: noBroker }, () => {
  let fleet: Fleet
  let parser: string
  before(async () => {
    fleet = await startFleet({ workers: 1, flags: LEASE })
    fleet.site.on('/page', { body: '<h1>Page</h1>' })
    parser = await fleet.service.parser({ fields: { title: 'h1' } })
  })
  after(() => fleet?.stop())

  const complete = async (path = '/page') =>
    assert.equal((await fleet.service.ended(`/v1/jobs/${await fleet.job(parser, path)}`)).state, 'completed')
  /** Waits until workers read pages again. */
  const waitForRecovery = () =>
    until(async () => {
      const from = await fleet.completed()
      await complete()
      return (await fleet.completed()) > from
    })

  test('is unreachable, the service reads pages itself, and workers do so again afterwards', async () => {
    await waitForRecovery()
    await fleet.broker.kill()
    await complete()
    await until(
      async () => (await fleet.service.admin('/admin/status')).json.workers.broker === 'unreachable',
    )
    await complete()
    await fleet.broker.restart()
    await waitForRecovery()
  })

  test('has lost its disk, everything is set up again', async () => {
    await fleet.broker.restart({ emptied: true })
    await waitForRecovery()
  })
})

describe('a broker that is unreachable for less than a lease', { skip: noBroker }, () => {
  test('receives finished pages as soon as it is back', async () => {
    const fleet = await startFleet({ workers: 1, flags: { nats_lease_seconds: 60 } })
    const parser = await fleet.service.parser({ fields: { title: 'h1' } })
    const gate = gatePage(fleet.site, '/gate')
    const id = await fleet.job(parser, '/gate')
    await gate.waiting(1)
    await fleet.broker.kill()
    gate.open()
    await fleet.broker.restart()
    const job = await fleet.service.ended(`/v1/jobs/${id}`)
    assert.deepEqual([job.state, job.attempt], ['completed', 1])
    assert.equal(fleet.site.requests.length, 1)
    await fleet.stop()
  })
})

describe('a worker that was stopped', { skip: noBroker }, () => {
  test('is given no further page, and is listed as silent, long before its lease ends', async () => {
    const fleet = await startFleet({ workers: 0, flags: { nats_lease_seconds: 3_600 } })
    const worker = await fleet.addWorker()
    await fleet.untilWorkers(1)
    fleet.site.on('/page', { body: '<h1>Page</h1>' })
    const parser = await fleet.service.parser({ fields: { title: 'h1' } })
    await worker.stop()
    assert.deepEqual(
      (await fleet.seen()).map(({ state }) => state),
      ['silent'],
    )
    const job = await fleet.service.ended(`/v1/jobs/${await fleet.job(parser, '/page')}`)
    assert.deepEqual([job.state, job.attempt], ['completed', 1])
    await fleet.stop()
  })

  test('gets no further page while it finishes what it is reading', async () => {
    const fleet = await startFleet({ workers: 0, flags: { nats_lease_seconds: 3_600 } })
    const worker = await fleet.addWorker()
    await fleet.untilWorkers(1)
    fleet.site.on('/page', { body: '<h1>Page</h1>' })
    const gate = gatePage(fleet.site, '/gate')
    const parser = await fleet.service.parser({ fields: { title: 'h1' } })
    const slow = await fleet.job(parser, '/gate')
    await gate.waiting(1)
    const stopped = worker.stop()
    await fleet.untilWorkers(1, 'draining')
    const job = await fleet.service.ended(`/v1/jobs/${await fleet.job(parser, '/page')}`)
    assert.equal(job.state, 'completed')
    gate.open()
    await stopped
    assert.equal((await fleet.service.ended(`/v1/jobs/${slow}`)).state, 'completed')
    assert.equal(fleet.site.requests.filter(({ path }) => path === '/gate').length, 1)
    await fleet.stop()
  })
})

describe('a broker that is full', { skip: noBroker }, () => {
  test('does not keep a job from completing, because the service reads the page itself', async () => {
    const fleet = await startFleet({
      broker: await startBroker({ maxStore: '20KB' }),
      workers: 1,
      flags: LEASE,
    })
    const noise = Array.from({ length: 6_000 }, (_, index) => Math.sin(index)).join(' ')
    fleet.site.on('/noise', { body: `<h1>Noise</h1>${noise}` })
    const parser = await fleet.service.parser({ fields: { title: 'h1' } })
    const job = await fleet.service.ended(`/v1/jobs/${await fleet.job(parser, '/noise')}`)
    assert.deepEqual([job.state, job.attempt], ['completed', 1])
    await fleet.stop()
  })
})

describe('a broken network connection', { skip: noBroker }, () => {
  let lines: CuttableConnection[] = []

  async function startOverLines() {
    const broker = await startBroker()
    lines = [await startCuttableConnection(broker.port), await startCuttableConnection(broker.port)]
    const fleet = await startFleet({ broker, url: lines[0]!.url, workers: 0, flags: LEASE })
    await fleet.addWorker({ flags: { nats_url: lines[1]!.url } })
    await fleet.untilWorkers(1)
    return fleet
  }

  for (const [index, between] of ['service and broker', 'worker and broker'].entries())
    test(`between ${between} costs no page and no credit`, async t => {
      const fleet = await startOverLines()
      t.after(async () => {
        await fleet.stop()
        for (const connection of lines) await connection.close()
      })
      await assertSurvivesCut(fleet, lines[index]!)
    })
})

/** Nobody may hear the answers of the service but a watcher, which counts what workers say. */
const DEAF_WORKERS = `
  authorization { users: [
    { user: worker, password: none, permissions: { publish: ">", subscribe: "_INBOX_other.>" } }
    { user: watcher, password: watching }
  ] }
  no_auth_user: worker`

describe('a worker whose key may not do what it needs', { skip: noBroker }, () => {
  test('says so once, however often it tries', async () => {
    const broker = await startBroker({ config: DEAF_WORKERS })
    const watcher = await connect({ servers: broker.url, user: 'watcher', pass: 'watching' })
    let attempts = 0
    watcher.subscribe('winnow.hello.default', { callback: () => void attempts++ })
    await watcher.flush()
    const said: string[] = []
    const worker = startWorker({
      flags: { nats_url: broker.url, browser: '/none', parse_workers: 1 },
      env: {},
      pages: 1,
      pool: 'default',
      say: line => said.push(line),
    })
    await until(async () => attempts >= 4)
    await worker.stop()
    await watcher.close()
    await broker.stop()
    assert.deepEqual(said.toSorted(), [
      'Permissions Violation for Subscription to "_INBOX_default.>"',
      'The service does not answer through the broker. It is asked again until it does.',
    ])
  })
})
