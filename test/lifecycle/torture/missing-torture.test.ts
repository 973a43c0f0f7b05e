import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../http/support/until.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { isLong, randomFrom, SEED } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { batchEnded, type KillableService, startKillableService } from '../support/killable-service.ts'

const ROUNDS = isLong ? 20 : 2
const PAGES = 20
const OLD = 50
const LATEST_KILL_MS = 400

const folder = tempFolder()
const random = randomFrom(SEED)

let site: LocalSite
let winnow: KillableService
let parser_id: string
let webhook: string

const NO_CHANGE = { added: 0, changed: 0, returned: 0, removed: 0 }

/** The events that the webhook got about a database, newest first. */
async function eventsOf(database_id: string): Promise<unknown[]> {
  const { data } = await winnow.call(`/v1/webhooks/${webhook}/deliveries?limit=100`)
  const events = data.map(({ event }: { event: { data: Record<string, unknown> } }) => event.data)
  return events.filter((data: Record<string, unknown>) => data.database_id === database_id)
}

/** Creates a database that keeps only the rows of a complete batch, filled with rows that no page contains. */
async function fillDatabase(round: number): Promise<string> {
  const { id } = await winnow.call('/v1/databases', {
    name: `Round ${round}`,
    columns: [{ name: 'title', type: 'string', nullable: false }],
    primary_key: ['title'],
    write_mode: 'upsert',
    on_missing: 'delete',
  })
  const rows = Array.from({ length: OLD }, (_, i) => ({ title: `old ${i}` }))
  await winnow.call(`/v1/databases/${id}/rows`, { rows })
  return id
}

const namesOf = ({ data }: { data: { data: { title: string } }[] }) => data.map(row => row.data.title).sort()

describe('the rows that a batch no longer contains', () => {
  before(async () => {
    site = await startLocalSite()
    for (let i = 0; i < PAGES; i++) site.on(`/${i}`, { body: `<h1>page ${i}</h1>` })
    winnow = await startKillableService(folder, {
      'job-retry-ms': 20,
      'host-concurrency': 16,
      'parse-workers': 1,
    })
    const schema = { fields: { title: { css: 'h1', required: true } } }
    site.on('/hook', { status: 204 })
    const hook = { url: `${site.url}/hook`, events: ['database.rows.changed'] }
    webhook = (await winnow.call('/v1/webhooks', hook)).id
    parser_id = (await winnow.call('/v1/parsers', { name: 'page', schema })).id
  })
  after(async () => {
    await winnow.stop()
    await site.close()
  })

  test('are removed once and reported together with the batch, whenever the service is killed', async t => {
    t.diagnostic(`WINNOW_SEED=${SEED}`)
    const pages = Array.from({ length: PAGES }, (_, i) => `page ${i}`).sort()
    for (let round = 0; round < ROUNDS; round++) {
      const database_id = await fillDatabase(round)
      const items = Array.from({ length: PAGES }, (_, i) => ({ input: { url: `${site.url}/${i}` } }))
      const more = { max_attempts: 10, database_id }
      const { id } = await winnow.call('/v1/batches', { target: { parser_id }, items, ...more })
      await sleep(random() * LATEST_KILL_MS)
      await winnow.kill()
      await winnow.start()
      const { counts } = await batchEnded(winnow, id)
      assert.equal(counts.completed, PAGES)
      const rows = () => winnow.call(`/v1/databases/${database_id}/rows?limit=1000`)
      await until(async () => (await rows()).data.length === PAGES)
      assert.deepEqual(namesOf(await rows()), pages)
      const changes = (kind: string) =>
        winnow.call(`/v1/databases/${database_id}/changes?limit=100&kind=${kind}`)
      assert.equal((await changes('removed')).data.length, OLD, 'each is told of once')
      assert.equal((await changes('added')).data.length, OLD + PAGES)
      assert.equal((await changes('changed')).data.length, 0)
      const events = await until(async () => {
        const list = await eventsOf(database_id)
        return list.length > 1 && list
      })
      assert.deepEqual(
        events.map(event => (event as { counts: unknown }).counts),
        [
          { ...NO_CHANGE, added: PAGES, removed: OLD },
          { ...NO_CHANGE, added: OLD },
        ],
        'webhooks are told once of the batch',
      )
    }
  })
})
