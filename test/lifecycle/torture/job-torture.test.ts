import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOwner } from '../../support/ask-owner.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { isLong, randomFrom, SEED } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import {
  assertJobsConsistent,
  assertRowsAndEvents,
  readJobsState,
  type StoredJobsState,
} from '../support/jobs-state.ts'
import { batchEnded, type KillableService, startKillableService } from '../support/killable-service.ts'
import { isExpectedEnd, pageKindOf, pageKinds, serveUnreliablePages } from '../support/unreliable-site.ts'

const ITEMS = isLong ? 2_000 : 200
const KILLS = isLong ? 20 : 4
const LATEST_KILL_MS = 500
const SLOWEST_PAGE_MS = isLong ? 120 : 80
const BIRTH = 10_000
const ATTEMPTS = 5

const FLAGS = {
  'birth-credits': BIRTH,
  // Must be long enough for a busy machine to answer, whatever the behavior of the page.
  'fetch-timeout-ms': 1_500,
  'fetch-max-redirects': 2,
  retries: 0,
  'job-retry-ms': 20,
  'host-concurrency': 16,
  'parse-workers': 1,
}

const folder = tempFolder()
const scratch = tempFolder()
const random = randomFrom(SEED)

let site: LocalSite
let winnow: KillableService
let batch: string

async function kill(): Promise<StoredJobsState> {
  await winnow.kill()
  const stored = readJobsState(folder, scratch)
  assertJobsConsistent(stored, BIRTH)
  assertRowsAndEvents(stored)
  assert.ok(stored.jobs.length === ITEMS)
  return stored
}

/** What the service reports after a start is what the store of the killed one contained. */
async function assertReported({ balance }: StoredJobsState) {
  const { creditBalance, held, available } = await winnow.call('/v1/credits')
  assert.ok(creditBalance <= balance && creditBalance - held === available, 'it may have gone on meanwhile')
  const { counts } = await winnow.call(`/v1/batches/${batch}`)
  assert.equal(counts.total, ITEMS)
}

describe('a batch while the service is killed by `kill -9` at any moment', () => {
  before(async () => {
    site = await startLocalSite()
    serveUnreliablePages(site, random, SLOWEST_PAGE_MS)
    winnow = await startKillableService(folder, FLAGS)
    await askOwner(folder, '/admin/accounts/default', { limits: { job_concurrency: 16 } })
    site.on('/hook', { status: 204 })
    await winnow.call('/v1/webhooks', { url: `${site.url}/hook`, events: ['job.*', 'batch.*'] })
    const schema = { fields: { title: { css: 'h1', required: true } } }
    const { id } = await winnow.call('/v1/parsers', { name: 'page', schema })
    const database_id = (await winnow.call('/v1/databases', { name: 'Pages', from_parser: id })).id
    const items = Array.from({ length: ITEMS }, (_, i) => ({
      input: {
        url: `${site.url}/${i % 2 ? 'good' : pageKinds[Math.floor(random() * pageKinds.length)]}?${i}`,
      },
    }))
    const target = { parser_id: id }
    batch = (await winnow.call('/v1/batches', { target, items, database_id, max_attempts: ATTEMPTS })).id
  })
  after(() => site.close())

  test('ends every item once, charges only successes, writes a row for each and sends an event for each end', async t => {
    t.diagnostic(`WINNOW_SEED=${SEED}`)
    let kills = 0
    for (; kills < KILLS; kills++) {
      await sleep(random() * LATEST_KILL_MS)
      const stored = await kill()
      await winnow.start()
      await assertReported(stored)
    }
    const { counts, credits } = await batchEnded(winnow, batch)
    assert.deepEqual(credits, { reserved: 0, used: counts.completed })
    const { creditBalance, held } = await winnow.call('/v1/credits')
    assert.deepEqual([creditBalance, held], [BIRTH - counts.completed, 0])
    await winnow.stop()
    const stored = readJobsState(folder, scratch)
    assertJobsConsistent(stored, BIRTH)
    assertRowsAndEvents(stored)
    const ofBatches = stored.events.filter(([type]) => type.startsWith('batch.'))
    assert.deepEqual(ofBatches, [['batch.completed', batch]])
    for (const { url, state, code } of stored.jobs)
      assert.ok(isExpectedEnd(pageKindOf(url), state, code ?? undefined), `${url}: ${state} ${code}`)
    const interrupted = stored.jobs.filter(({ code }) => code === 'interrupted').length
    t.diagnostic(
      `${kills} kills, ${ITEMS} items: ${counts.completed} completed, ${interrupted} interrupted; rows and added in the feed: ${stored.rows.length}, ${stored.added.length}`,
    )
  })
})
