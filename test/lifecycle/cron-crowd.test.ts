import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOwner } from '../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { type ServiceProcess, startServe } from '../support/run-cli.ts'
import { isLong } from '../support/seeds.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { readCronState, writeCrons } from './support/cron-store.ts'
import { requestWithKey } from './support/request-with-key.ts'

const CRONS = isLong ? 10_000 : 300
const HOURS = 1

const folder = tempFolder()
const scratch = tempFolder()

let site: LocalSite
let served: ServiceProcess
let key: string

async function call(path: string, body?: unknown) {
  const response = await requestWithKey(served.url + path, key, body)
  assert.ok(response.ok, `${path}: ${response.status}`)
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return (await response.json()) as any
}

const start = async () => {
  served = await startServe([
    '--data-dir',
    folder,
    '--birth-credits',
    String(2 * CRONS),
    '--allow-hosts',
    '127.0.0.1',
  ])
}

describe(`${CRONS} crons that are due in the same minute`, () => {
  before(async () => {
    site = await startLocalSite()
    site.on('/page', { body: '<h1>Kettle</h1>' })
    await start()
    key = (await askOwner(folder, '/admin/keys', {})).secret
    const { id } = await call('/v1/parsers', { name: 'page', schema: { fields: { title: 'h1' } } })
    assert.equal(await served.stop(), 0)
    await writeCrons(folder, { parser: id, url: `${site.url}/page` }, CRONS, HOURS, () => ({}))
  })
  after(() => site.close())

  test('all fire, and other calls are answered in the meantime', async t => {
    await start()
    const startedAt = performance.now()
    const ms: number[] = []
    let firedMs = 0
    for (let open = true; open; await sleep(20)) {
      const before = performance.now()
      const { creditBalance, held } = await call('/v1/credits')
      ms.push(performance.now() - before)
      if (!firedMs && held + (2 * CRONS - creditBalance) >= CRONS) firedMs = performance.now() - startedAt
      open = !firedMs || held > 0
    }
    const endedMs = performance.now() - startedAt
    assert.equal(await served.stop(), 0)
    const stored = readCronState(folder, scratch)
    assert.deepEqual([stored.ticks.size, stored.open], [CRONS, 0])
    assert.deepEqual(stored.subjects, stored.jobs)
    for (const times of stored.ticks.values()) assert.ok(times.length >= HOURS)
    ms.sort((a, b) => a - b)
    const at = (part: number) => `${Math.round(ms[Math.floor(part * (ms.length - 1))]!)} ms`
    t.diagnostic(
      `${CRONS} crons: fired within ${Math.round(firedMs)} ms, all jobs ended after ${Math.round(endedMs)} ms`,
    )
    t.diagnostic(`${ms.length} calls meanwhile: median ${at(0.5)}, 95 % ${at(0.95)}, slowest ${at(1)}`)
  })
})
