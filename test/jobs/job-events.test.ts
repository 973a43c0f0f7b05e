import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDatabase } from '../databases/support/database.ts'
import { gatePage } from './support/gate-page.ts'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite({ credits_low: 999 }, async ({ site, service }) => {
  site.on('/hook', { status: 204 })
  await service.admin('/admin/accounts/default', { limits: { job_concurrency: 2 } })
})

async function hook(...events: string[]): Promise<string> {
  const json = { url: `${jobs.site.url}/hook`, events }
  const created = await jobs.service.call('/v1/webhooks', { json })
  assert.equal(created.status, 201, created.text)
  return created.json.id
}

interface WebhookEvent {
  type: string
  data: Record<string, never>
}

/** The events that a webhook was sent or will be sent, oldest first. */
const deliveredEvents = async (id: string): Promise<WebhookEvent[]> =>
  (await jobs.service.call(`/v1/webhooks/${id}/deliveries?limit=100`)).json.data
    .map(({ event }: { event: WebhookEvent }) => event)
    .reverse()

const typesOf = async (id: string) => (await deliveredEvents(id)).map(({ type }) => type)

const batchOf = (paths: string[], more: Record<string, unknown> = {}) => {
  const items = paths.map(path => ({ input: { url: jobs.site.url + path } }))
  return jobs.service.call('/v1/batches', { json: { target: { parser_id: jobs.parser }, items, ...more } })
}
const ended = (id: string) => jobs.batchEnded(id)
const cancel = (path: string) => jobs.service.call(`${path}/cancel`, { method: 'POST' })

describe('webhooks', () => {
  test('get one event when a job ends, with its outcome', async () => {
    const id = await hook('job.*')
    const good = await jobs.ended((await jobs.scrape('/page')).json.id)
    const bad = await jobs.ended((await jobs.scrape('/bare')).json.id)
    const [first, second, ...rest] = await deliveredEvents(id)
    assert.deepEqual(
      [first!.type, first!.data.job_id, first!.data.error, first!.data.credits_used],
      ['job.completed', good.id, null, 1],
    )
    assert.deepEqual(
      [second!.type, second!.data.job_id, second!.data.error, second!.data.credits_used],
      ['job.failed', bad.id, bad.error, 0],
    )
    assert.deepEqual(rest, [])
  })

  test('get no event for an attempt that is followed by another', async () => {
    const id = await hook('job.*')
    jobs.site.on('/tired', { status: 503 })
    const job = await jobs.ended((await jobs.scrape('/tired', { max_attempts: 3 })).json.id)
    assert.deepEqual([job.attempt, await typesOf(id)], [3, ['job.failed']])
  })

  test('get an event for a cancelled job, and none for its aborted attempt', async () => {
    const id = await hook('job.*')
    const gate = gatePage(jobs.site, '/gate')
    const job = (await jobs.scrape('/gate')).json.id
    await gate.waiting(1)
    await cancel(`/v1/jobs/${job}`)
    await gate.waiting(0)
    await jobs.ended((await jobs.scrape('/page')).json.id)
    assert.deepEqual(await typesOf(id), ['job.cancelled', 'job.completed'])
  })

  test('get the event for the end of a batch after the events for its items', async () => {
    const id = await hook('job.*', 'batch.*')
    const created = await batchOf(['/page', '/bare', '/page?2'], { name: 'Three' })
    const { counts } = await ended(created.json.id)
    const events = await deliveredEvents(id)
    assert.equal(events.length, 4)
    const { type, data } = events[3]!
    assert.deepEqual(
      [type, data],
      [
        'batch.completed',
        { batch_id: created.json.id, batch_name: 'Three', counts, database_id: null, credits_used: 2 },
      ],
    )
    await ended((await batchOf(['/bare'])).json.id)
    assert.deepEqual((await typesOf(id)).slice(4), ['job.failed', 'batch.failed'])
  })

  test('get one event for a cancelled batch', async () => {
    const id = await hook('batch.*')
    const gate = gatePage(jobs.site, '/gate')
    const created = await batchOf(['/gate?1', '/gate?2', '/gate?3'])
    await gate.waiting(2)
    await cancel(`/v1/batches/${created.json.id}`)
    await gate.waiting(0)
    assert.deepEqual(await typesOf(id), ['batch.cancelled'])
  })

  test('get an event for the end of a batch that used up its budget', async () => {
    const id = await hook('batch.*')
    const created = await batchOf(['/page', '/page?2', '/page?3'], { max_credits: 1 })
    const batch = await ended(created.json.id)
    assert.deepEqual([batch.counts.skipped, await typesOf(id)], [2, ['batch.completed']])
  })

  test('get an event for rows that a job has changed', async () => {
    const id = await hook('database.*')
    const columns = [{ name: 'title', type: 'string' }]
    const database = await makeDatabase(jobs.service, { columns })
    await jobs.ended((await jobs.scrape('/page', { database_id: database.id })).json.id)
    const [event, ...rest] = await deliveredEvents(id)
    assert.deepEqual([event!.data.database_id, rest], [database.id, []])
  })

  test('of a batch get one event for its end, whatever events they subscribe to', async () => {
    const [own, both] = [await hook('cron.*'), await hook('batch.completed')]
    const first = await batchOf(['/page'], { webhook: own })
    const second = await batchOf(['/page', '/later'], { webhook: both })
    const batch = await ended(first.json.id)
    assert.equal(batch.webhook, own)
    await ended(second.json.id)
    assert.deepEqual(await typesOf(own), ['batch.completed'])
    assert.deepEqual(await typesOf(both), ['batch.completed', 'batch.completed'])
    const again = await jobs.service.call(`/v1/batches/${second.json.id}/retry`, { method: 'POST' })
    assert.equal((await ended(again.json.id)).webhook, both)
    assert.equal((await batchOf(['/page'], { webhook: 'whk_none' })).status, 404)
  })
})

test('webhooks get an event when jobs bring the credit balance below the limit', async () => {
  const key = await jobs.service.keyFor('spender')
  const headers = { 'x-api-key': key }
  const json = { url: `${jobs.site.url}/hook`, events: ['credits.low'] }
  const { id } = (await jobs.service.call('/v1/webhooks', { json, headers })).json
  const parser_id = await jobs.service.parser({ fields: { title: 'h1' } }, {}, key)
  for (const path of ['/page', '/page?2', '/page?3']) {
    const job = { parser_id, input: { url: jobs.site.url + path } }
    const created = await jobs.service.call('/v1/jobs', { json: job, headers })
    await jobs.service.ended(`/v1/jobs/${created.json.id}`, key)
  }
  const log = (await jobs.service.call(`/v1/webhooks/${id}/deliveries`, { headers })).json.data
  assert.deepEqual(
    log.map(({ event }: { event: WebhookEvent }) => event.data),
    [{ balance: 998, limit: 999 }],
  )
})
