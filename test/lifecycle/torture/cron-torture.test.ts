import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../http/support/until.ts'
import { askOwner } from '../../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { type ServiceProcess, startServe } from '../../support/run-cli.ts'
import { isLong, randomFrom, SEED } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { readCronState, type StoredCronState, writeCrons } from '../support/cron-store.ts'
import { requestWithKey } from '../support/request-with-key.ts'

const CRONS = isLong ? 1_000 : 80
const KILLS = isLong ? 20 : 3
const HOURS = 3
const HOUR = 3_600_000
const LATEST_KILL_MS = 2_000
const BIRTH = 100_000

const folder = tempFolder()
const scratch = tempFolder()
const random = randomFrom(SEED)

let site: LocalSite
let served: ServiceProcess
let key: string

const start = async () => {
  served = await startServe([
    '--data-dir',
    folder,
    '--birth-credits',
    String(BIRTH),
    '--allow-hosts',
    '127.0.0.1',
  ])
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function call(path: string, body?: unknown): Promise<any> {
  const response = await requestWithKey(served.url + path, key, body)
  assert.ok(response.ok, `${path}: ${response.status}`)
  return response.json()
}

/** Every tick happened exactly once, and each run has a job, with no other jobs. */
function assertHonest({ ticks, subjects, jobs }: StoredCronState) {
  for (const [id, times] of ticks)
    times.forEach((at, i) => {
      if (i > 0)
        assert.equal(at - times[i - 1]!, HOUR, `${id}: ${times.map(time => new Date(time).toISOString())}`)
    })
  assert.deepEqual(subjects, jobs)
}

describe('crons that are due while the service is killed by `kill -9` at any moment', () => {
  before(async () => {
    site = await startLocalSite()
    site.on('/page', { body: '<h1>Kettle</h1>' })
    await start()
    key = (await askOwner(folder, '/admin/keys', {})).secret
    const { id } = await call('/v1/parsers', { name: 'page', schema: { fields: { title: 'h1' } } })
    assert.equal(await served.stop(), 0)
    await writeCrons(folder, { parser: id, url: `${site.url}/page` }, CRONS, HOURS, i =>
      i % 3 ? {} : { overlap: 'queue' },
    )
  })
  after(async () => {
    // A service that kept running would send requests to the next site that gets this port.
    served.signal('SIGKILL')
    await served.ended
    await site.close()
  })

  test('fire each missed tick exactly once', async t => {
    t.diagnostic(`WINNOW_SEED=${SEED}`)
    const fired: number[] = []
    for (let kills = 0; kills < KILLS; kills++) {
      await start()
      await sleep(random() * LATEST_KILL_MS)
      served.signal('SIGKILL')
      assert.equal(await served.ended, null)
      const stored = readCronState(folder, scratch)
      assertHonest(stored)
      fired.push(stored.jobs.length)
    }
    await start()
    await allDone()
    const { creditBalance } = await call('/v1/credits')
    assert.equal(await served.stop(), 0)
    const stored = readCronState(folder, scratch)
    assertHonest(stored)
    assert.deepEqual([stored.ticks.size, stored.open], [CRONS, 0])
    for (const times of stored.ticks.values()) assert.ok(times.length >= HOURS)
    assert.equal(creditBalance, BIRTH - stored.completed)
    t.diagnostic(`${stored.jobs.length} firings; at the kills ${fired.join(', ')}`)
  })
})

/** Waits for as long as jobs keep ending: thousands of them take minutes on a busy machine. */
async function allDone(): Promise<void> {
  for (let completed = -1, isDone = false; !isDone; )
    await until(async () => {
      const { data } = await call('/v1/jobs?state=pending&limit=1')
      isDone = !data.length && (await call('/v1/credits')).held === 0 && (await isIdle())
      const { total } = await call('/v1/jobs?state=completed&limit=1&count=true')
      const hasMore = total > completed
      completed = total
      return isDone || hasMore
    })
}

/** Whether all crons have run, including their latest tick. */
async function isIdle(): Promise<boolean> {
  for (let cursor = ''; ; ) {
    const page = await call(`/v1/crons?limit=100${cursor}`)
    const behind = page.data.some(
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
      (cron: any) => Date.parse(cron.next_run_at) < Date.now() || !cron.last_run?.finished_at,
    )
    if (behind) return false
    if (!page.has_more) return true
    cursor = `&cursor=${page.next_cursor}`
  }
}
