import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../server/base/ids.ts'
import type { Services } from '../../server/operations/services.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const COUNT = 1_050

let service: TestApp
let services: Services
before(async () => {
  service = await startTestApp({}, appServices => {
    services = appServices
    return []
  })
})
after(() => service.stop())

/** Writes crons directly into the store. Crons of the same instant are in the order of their ids. */
async function writeCrons(count: number, input: object = {}): Promise<string[]> {
  const { store, now } = services
  const { id: accountId } = (await store.accounts.findByName('default'))!
  const ids = Array.from({ length: count }, () => newId('crn', now()))
  const at = now() + 3_600_000
  const document = {
    name: 'test',
    expression: '15 * * * *',
    timezone: 'UTC',
    target: { type: 'api', id: 'none', input, database_id: null },
    overlap: 'skip',
    misfire: 'skip',
    jitter_s: 0,
    max_consecutive_failures: null,
    budget: { per_run: null, per_day: null },
  } as const
  const change = { document, enabled: true, key_id: 'key_1', next: { at, dueAt: at } }
  await store.write(() => {
    for (const [i, id] of ids.entries())
      store.crons.create(accountId, id, change, now() - Math.floor(i / 3)).write()
  })
  return ids
}

test('the calendar shows each active cron once, however many there are', async () => {
  const ids = await writeCrons(COUNT)
  const { status, json } = await service.call('/v1/cron-calendar?hours=1&from=2026-06-01T00:00:00.000Z')
  assert.equal(status, 200)
  const entries: { cron_id: string; times: string[] }[] = json.data
  assert.equal(entries.length, COUNT)
  assert.deepEqual(entries.map(({ cron_id }) => cron_id).sort(), ids.sort())
  assert.ok(entries.every(({ times }) => times.length === 1))
})

test('crons with large inputs are read a few at a time, and the calendar still shows all of them', async () => {
  const { store } = services
  const ids = await writeCrons(5, { html: 'x'.repeat(900_000) })
  const { id: accountId } = (await store.accounts.findByName('default'))!
  const some = await store.crons.enabledOf(accountId, 500)
  assert.ok(some.length > 0 && some.length < ids.length, `${some.length} are read at once`)
  const { json } = await service.call('/v1/cron-calendar?hours=1&from=2026-06-01T00:00:00.000Z')
  const entries: { cron_id: string }[] = json.data
  assert.ok(ids.every(id => entries.some(({ cron_id }) => cron_id === id)))
})

test('the calendar of the last hours of the year 9999 ends with the year', async () => {
  const { status, json } = await service.call('/v1/cron-calendar?hours=2&from=9999-12-31T23:00:00.000Z')
  assert.deepEqual([status, json.until], [200, '9999-12-31T23:59:59.000Z'])
})

test('the calendar takes a time with an offset, up to the year 9999 in UTC', async () => {
  const from = (time: string) => service.call(`/v1/cron-calendar?hours=1&from=${encodeURIComponent(time)}`)
  const { status, json } = await from('2026-06-01T02:00:00+02:00')
  assert.deepEqual([status, json.from], [200, '2026-06-01T00:00:00.000Z'])
  const beyond = await from('9999-12-31T23:00:00-02:00')
  assert.deepEqual([beyond.status, beyond.json.field], [400, 'from'])
})
