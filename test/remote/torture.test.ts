import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertJobsConsistent,
  assertRowsAndEvents,
  readJobsState,
  type StoredJobsState,
} from '../lifecycle/support/jobs-state.ts'
import {
  batchEnded,
  type KillableService,
  startKillableService,
} from '../lifecycle/support/killable-service.ts'
import {
  isExpectedEnd,
  pageKindOf,
  pageKinds,
  serveUnreliablePages,
} from '../lifecycle/support/unreliable-site.ts'
import { askOwner } from '../support/ask-owner.ts'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { noBroker, startBroker, type TestBroker } from '../support/nats-server.ts'
import { startWorkerProcess, type WorkerProcess } from '../support/run-cli.ts'
import { isLong, randomFrom, SEED } from '../support/seeds.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ITEMS = isLong ? 2_000 : 200
/** Items that are read in a browser. Two of the workers have one. */
const BROWSER_ITEMS = isLong ? 60 : 0
/** After each kill a browser starts again, together with everything else that starts then. */
const BROWSER_TIMEOUT_MS = 60_000
/** The number of kills for each of workers, broker and service. */
const KILLS = isLong ? 20 : 2
const LATEST_KILL_MS = isLong ? 1_500 : 1_000
const SLOWEST_PAGE_MS = isLong ? 300 : 100
const BIRTH = 10_000
const ATTEMPTS = 5
const WORKERS = ['one', 'two', 'three']
const WITH_BROWSER = isLong ? ['two', 'three'] : []

const folder = tempFolder()
const scratch = tempFolder()
const random = randomFrom(SEED)

let site: LocalSite
let broker: TestBroker
let winnow: KillableService
let isStopped = false
const batches: string[] = []
let chromium: Awaited<ReturnType<typeof testChromium>>
const workers = new Map<string, WorkerProcess>()

const flagsOf = (url: string) => ({
  'birth-credits': BIRTH,
  'fetch-timeout-ms': 2_500,
  'fetch-max-redirects': 2,
  retries: 0,
  'job-retry-ms': 20,
  'host-concurrency': 24,
  'parse-workers': 1,
  'nats-url': url,
  'nats-lease-seconds': 1,
})

/** A script that starts Chromium with the arguments it needs here. It is written once, since a shell may be reading it. */
const browser = join(scratch, 'browser.sh')

function writeBrowser() {
  const args = chromium.args.map(arg => `'${arg}'`).join(' ')
  writeFileSync(browser, `#!/bin/sh\nexec '${chromium.executablePath}' ${args} "$@"\n`, { mode: 0o700 })
}

function startOne(name: string) {
  const args = ['--nats-url', broker.url, '--name', name, '--allow-hosts', '127.0.0.1']
  const path = WITH_BROWSER.includes(name) ? browser : '/none'
  const own = ['--pages', '6', '--parse-workers', '1', '--browser', path]
  const { LD_LIBRARY_PATH = '', FONTCONFIG_FILE = '' } = chromium.env
  workers.set(name, startWorkerProcess([...args, ...own], { LD_LIBRARY_PATH, FONTCONFIG_FILE }))
}

async function killWorker() {
  const name = WORKERS[Math.floor(random() * WORKERS.length)]!
  const worker = workers.get(name)!
  worker.signal('SIGKILL')
  await worker.ended
  startOne(name)
}

async function killService(): Promise<void> {
  await winnow.kill()
  check(readJobsState(folder, scratch))
  await winnow.start()
}

function check(stored: StoredJobsState) {
  assertJobsConsistent(stored, BIRTH)
  assertRowsAndEvents(stored)
  assert.equal(stored.jobs.length, ITEMS + BROWSER_ITEMS)
}

const KILLERS = [killWorker, () => broker.restart(), killService]

/** Yields each kind of kill `KILLS` times, in random order. */
function* killsAtRandom(): Generator<() => Promise<void>> {
  const killsLeft = KILLERS.map(() => KILLS)
  while (killsLeft.some(Boolean)) {
    const kind = Math.floor(random() * KILLERS.length)
    if (!killsLeft[kind]) continue
    killsLeft[kind]--
    yield KILLERS[kind]!
  }
}

/** A worker that waits for a silent page may be killed again and again before the time limit. */
const canEnd = (kind: string, state: string, code: string | null) =>
  isExpectedEnd(kind, state, code ?? undefined) || (kind === 'silent' && code === 'interrupted')

describe('a batch over workers, with kill -9 of any of them at any moment', { skip: noBroker }, () => {
  before(async () => {
    site = await startLocalSite()
    serveUnreliablePages(site, random, SLOWEST_PAGE_MS)
    site.on('/hook', { status: 204 })
    broker = await startBroker()
    chromium = await testChromium()
    writeBrowser()
    winnow = await startKillableService(folder, flagsOf(broker.url))
    await askOwner(folder, '/admin/accounts/default', { limits: { job_concurrency: 24 } })
    WORKERS.forEach(startOne)
    await winnow.call('/v1/webhooks', { url: `${site.url}/hook`, events: ['job.*', 'batch.*'] })
    const schema = { fields: { title: { css: 'h1', required: true } } }
    const { id } = await winnow.call('/v1/parsers', { name: 'page', schema })
    const database_id = (await winnow.call('/v1/databases', { name: 'Pages', from_parser: id })).id
    const items = Array.from({ length: ITEMS }, (_, index) => ({
      input: {
        url: `${site.url}/${index % 2 ? 'good' : pageKinds[Math.floor(random() * pageKinds.length)]}?${index}`,
      },
    }))
    const inBrowser = await winnow.call('/v1/parsers', {
      name: 'shown',
      schema,
      fetch: { mode: 'browser', timeout_ms: BROWSER_TIMEOUT_MS },
    })
    const browserItems = Array.from({ length: BROWSER_ITEMS }, (_, index) => ({
      input: { url: `${site.url}/good?shown-${index}` },
    }))
    for (const [parser_id, list] of [
      [id, items],
      [inBrowser.id, browserItems],
    ]) {
      if (!list.length) continue
      const batch = { target: { parser_id }, items: list, database_id, max_attempts: ATTEMPTS }
      batches.push((await winnow.call('/v1/batches', batch)).id)
    }
  })
  after(async () => {
    for (const worker of workers.values()) worker.signal('SIGKILL')
    if (!isStopped) await winnow?.kill()
    await broker?.stop()
    await site?.close()
  })

  test('ends every item once, charges only successes, and writes a row for each', async t => {
    t.diagnostic(`WINNOW_SEED=${SEED}`)
    for (const kill of killsAtRandom()) {
      await sleep(random() * LATEST_KILL_MS)
      await kill()
    }
    const completed = { all: 0, shown: 0 }
    for (const id of batches) {
      const { counts, credits } = await batchEnded(winnow, id)
      assert.deepEqual(credits, { reserved: 0, used: counts.completed })
      completed.all += counts.completed
      completed.shown = counts.completed
    }
    const { creditBalance, held } = await winnow.call('/v1/credits')
    assert.deepEqual([creditBalance, held], [BIRTH - completed.all, 0])
    await winnow.stop()
    isStopped = true
    const stored = readJobsState(folder, scratch)
    check(stored)
    const ofBatches = stored.events.filter(([type]) => type.startsWith('batch.'))
    assert.deepEqual(ofBatches.sort(), batches.map(id => ['batch.completed', id]).sort())
    for (const { url, state, code, error } of stored.jobs)
      assert.ok(canEnd(pageKindOf(url), state, code), `${url}: ${state} ${error}`)
    if (BROWSER_ITEMS) assert.equal(completed.shown, BROWSER_ITEMS)
    t.diagnostic(
      `${KILLS} kills each of workers, broker and service, ${ITEMS} items, and ${BROWSER_ITEMS} in a browser: ${completed.all} completed; ` +
        `rows and added in the feed: ${stored.rows.length}, ${stored.added.length}; pages asked for: ${site.requests.length}`,
    )
  })
})
