import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../http/support/until.ts'
import { askOwner } from '../../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { type ServiceProcess, startServe } from '../../support/run-cli.ts'
import { isLong, randomFrom, SEED } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { requestWithKey } from '../support/request-with-key.ts'
import { isExpectedEnd, pageKindOf, pageKinds, serveUnreliablePages } from '../support/unreliable-site.ts'
import { assertWorkflowRunConsistent, readWorkflowRunState } from '../support/workflow-run-state.ts'

const ITEMS = isLong ? 500 : 80
const KILLS = isLong ? 20 : 3
const LATEST_KILL_MS = isLong ? 800 : 500
const SLOWEST_PAGE_MS = isLong ? 120 : 60
const BIRTH = 10_000

const folder = tempFolder()
const scratch = tempFolder()
const random = randomFrom(SEED)

let site: LocalSite
let served: ServiceProcess
let key: string
let run: string

async function start() {
  const flags = {
    'birth-credits': BIRTH,
    'allow-hosts': '127.0.0.1',
    'fetch-timeout-ms': 1_500,
    retries: 0,
    'drain-seconds': 0,
  }
  const more = { 'job-retry-ms': 20, 'host-concurrency': 16, 'parse-workers': 1, 'fetch-max-redirects': 2 }
  const args = Object.entries({ 'data-dir': folder, ...flags, ...more })
  served = await startServe(args.flatMap(([name, value]) => [`--${name}`, String(value)]))
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function call(path: string, body?: unknown): Promise<any> {
  const response = await requestWithKey(served.url + path, key, body)
  const text = await response.text()
  assert.ok(response.ok, `${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/**
 * Scrapes pages of all kinds, retried if that may help. Their titles go to a database and to a webhook, one of them after
 * a short delay.
 */
const graphOf = (parser: string, database_id: string) => {
  const scrape = { operation: 'scrape', input: { parserId: parser, url: '{{ item }}' } }
  const row = '{"n": $number($substringAfter(nodes.each, "?")), "title": item.title}'
  const nodes = [
    { id: 'start', type: 'input' },
    { id: 'each', type: 'for_each', config: { list: 'item.urls' } },
    { id: 'page', type: 'operation', config: scrape, on_error: 'retry', retries: 3 },
    { id: 'row', type: 'map', config: { value: row } },
    { id: 'rest', type: 'delay', config: { seconds: '{{ item.n % 7 = 0 ? 0.2 : 0 }}' } },
    { id: 'tell', type: 'webhook' },
    { id: 'write', type: 'write_rows', config: { database_id } },
  ]
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))
  return { name: 'Torture', nodes, edges, settings: { concurrency: 16 } }
}

/**
 * Waits until the workflow run has made progress: a slow machine could be killed ten times before it has, which fails an
 * item.
 */
async function waitForProgress() {
  const read = () => call(`/v1/workflow-runs/${run}`)
  const before = JSON.stringify((await read()).steps)
  await until(async () => {
    const { steps, finished_at } = await read()
    return finished_at !== null || JSON.stringify(steps) !== before
  })
}

/** Every third time, the service is stopped gracefully, which must not wait for anything here. */
async function end(kills: number) {
  if (kills % 3 === 2) return assert.equal(await served.stop(), 0)
  served.signal('SIGKILL')
  assert.equal(await served.ended, null)
}

describe('a workflow run while the service is killed by `kill -9` at any moment', () => {
  before(async () => {
    site = await startLocalSite()
    serveUnreliablePages(site, random, SLOWEST_PAGE_MS)
    site.on('/hook', { status: 204 })
    await start()
    key = (await askOwner(folder, '/admin/keys', {})).secret
    await askOwner(folder, '/admin/accounts/default', { limits: { job_concurrency: 16 } })
    await call('/v1/webhooks', { url: `${site.url}/hook`, events: ['workflow_run.*'] })
    const schema = { fields: { title: { css: 'h1', required: true } } }
    const { id } = await call('/v1/parsers', { name: 'page', schema })
    const columns = ['n', 'title'].map(name => ({ name, type: name === 'n' ? 'integer' : 'string' }))
    const database = await call('/v1/databases', { name: 'Pages', columns, primary_key: ['n'] })
    const workflow = await call('/v1/workflows', graphOf(id, database.id))
    const urls = Array.from(
      { length: ITEMS },
      (_, i) => `${site.url}/${i % 2 ? 'good' : pageKinds[Math.floor(random() * pageKinds.length)]}?${i}`,
    )
    run = (await call(`/v1/workflows/${workflow.id}/run`, { input: { urls } })).id
  })
  after(() => site.close())

  test('has each effect once, keeps its whole trace and charges only successes', async t => {
    t.diagnostic(`WINNOW_SEED=${SEED}`)
    for (let kills = 0; kills < KILLS; kills++) {
      if (kills % 4) await waitForProgress()
      await sleep(random() * LATEST_KILL_MS)
      await end(kills)
      assertWorkflowRunConsistent(readWorkflowRunState(folder, scratch), 'page', BIRTH)
      await start()
    }
    for (let isOpen = true; isOpen; )
      isOpen = (await call(`/v1/workflow-runs/${run}?wait=60`)).finished_at === null
    const endedRun = await call(`/v1/workflow-runs/${run}`)
    const failedItems = await call(`/v1/workflow-runs/${run}/steps/page/items?state=failed&limit=100`)
    const { creditBalance, held } = await call('/v1/credits')
    assert.deepEqual([endedRun.state, creditBalance, held], ['completed', BIRTH - endedRun.credits, 0])
    for (const { value, error } of failedItems.data)
      assert.ok(isExpectedEnd(pageKindOf(value), 'failed', error.code), `${value}: ${error.code}`)
    assert.equal(await served.stop(), 0)

    const stored = readWorkflowRunState(folder, scratch)
    assertWorkflowRunConsistent(stored, 'page', BIRTH)
    const pages = stored.items.filter(({ node }) => node === 'page')
    const good = pages.filter(({ state }) => state === 'completed').length
    assert.deepEqual([pages.length, endedRun.credits], [ITEMS, good])
    assert.equal(stored.rows.length, good, 'a row for each success')
    const itemEvents = Array.from({ length: good }, (_, index) => ['workflow_run.item', index])
    assert.deepEqual(stored.events, [['workflow_run.completed', null], ...itemEvents], 'each told of once')
    const interrupted = pages.filter(({ code }) => code === 'interrupted').length
    t.diagnostic(`${KILLS} kills, ${ITEMS} items: ${good} completed, ${interrupted} interrupted`)
  })
})
