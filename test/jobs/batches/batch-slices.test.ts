import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fingerprint, fingerprintInTurns } from '../../../server/accounts/idempotency.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const MANY_ITEMS = 5_000

let service: TestApp
let parser: string
before(async () => {
  service = await startTestApp({
    birth_credits: 20_000,
    drain_seconds: 0,
    allow_hosts: ['127.0.0.1'],
  })
  await service.admin('/admin/accounts/default', { limits: { max_pending: 20_000 } })
  parser = await service.parser({ fields: { title: { css: 'h1' } } })
})
after(() => service.stop())

const items = Array.from({ length: MANY_ITEMS }, (_, i) => ({ input: { url: `http://127.0.0.1:1/${i}` } }))
const make = (headers = {}) =>
  service.call('/v1/batches', {
    json: { target: { parser_id: parser }, items, max_attempts: 1, concurrency: 1 },
    headers,
  })

describe('a batch that is written in slices', () => {
  test('becomes visible only with all its items, and then holds credits for them', async () => {
    const making = make()
    let readState = []
    while (!readState.length) {
      const jobs = (await service.call('/v1/jobs?limit=1')).json.data
      readState = (await service.call('/v1/batches')).json.data
      assert.ok(readState.length || !jobs.length, 'no item is seen before its batch')
    }
    assert.equal(readState[0].counts.total, MANY_ITEMS)
    const { status, json } = await making
    assert.deepEqual([status, json.accepted, json.credits_reserved], [202, MANY_ITEMS, MANY_ITEMS])
    await service.call(`/v1/batches/${json.id}/cancel`, { method: 'POST' })
    await service.ended(`/v1/batches/${json.id}`)
    assert.equal((await service.call('/v1/credits')).json.held, 0)
  })

  test('has items that a search finds and counts, even among the oldest', async () => {
    const { json } = await service.call('/v1/jobs?q=%3A1%2F17&limit=3&count=true')
    assert.equal(json.total, 111)
    const urls = json.data.map(({ input }: { input: { url: string } }) => input.url)
    assert.deepEqual(
      urls,
      ['1799', '1798', '1797'].map(at => `http://127.0.0.1:1/${at}`),
    )
    const rest = (await service.call(`/v1/jobs?q=%3A1%2F17&limit=100&cursor=${json.next_cursor}`)).json
    assert.equal(rest.data.length, 100)
    const end = (await service.call(`/v1/jobs?q=%3A1%2F17&limit=100&cursor=${rest.next_cursor}`)).json
    assert.deepEqual([end.data.length, end.has_more], [8, false])
    assert.equal((await service.call('/v1/jobs?limit=1&count=true')).json.total, MANY_ITEMS)
    assert.equal((await service.call('/v1/jobs?limit=1&count=true&state=completed')).json.total, 0)
    assert.equal('total' in (await service.call('/v1/jobs?limit=1')).json, false)
    const one = rest.data[0].id
    assert.equal((await service.call(`/v1/jobs?q=${one.toLowerCase()}`)).json.data[0].id, one)
  })

  test('is created only once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await make(headers)
    const again = await make(headers)
    assert.equal(again.json.id, first.json.id)
    await service.call(`/v1/batches/${first.json.id}/cancel`, { method: 'POST' })
  })

  test('leaves nothing behind when a crash interrupts its creation', async () => {
    const folder = tempFolder()
    let store = openStore(folder)
    const { id: account } = await store.accounts.ensure('someone', 0, 1)
    await store.batches.begin(batch, 1)
    await store.write(store.jobs.prepareAll(account, [jobOf('one'), jobOf('two')], 1).write)
    await store.batches.expire(0)
    store.close()

    store = openStore(folder)
    const readState = async () => [
      (await store.jobs.list(account, { limit: 5 })).data.length,
      (await store.batches.list(account, { limit: 5 })).data.length,
      (await store.jobs.open(account)).credits,
      await store.jobs.find(account, 'job_one'),
    ]
    assert.deepEqual(await readState(), [0, 0, 0, null])
    await store.batches.expire(0)
    await store.batches.begin(batch, 1)
    await store.write(store.jobs.prepareAll(account, [jobOf('one')], 1).write)
    assert.deepEqual(await readState(), [0, 0, 0, null], 'its ids are free again')
    store.close()
  })

  test('is removed if it could not be made visible, as on a full disk', async () => {
    const store = openStore(tempFolder())
    const { id: account } = await store.accounts.ensure('someone', 0, 1)
    await store.batches.begin(batch, 1)
    const prepared = store.jobs.prepareAll(account, [jobOf('one')], 1)
    const span = await store.write(prepared.write)
    const failing = store.write(() => {
      prepared.open(span)
      store.batches.appear(account, batch.id, span, null)
      throw new Error('The disk is full.')
    })
    await assert.rejects(failing, /full/)
    await store.batches.expire(0)
    await store.batches.begin(batch, 1)
    store.close()
  })
})

test('a fingerprint is the same whether it is calculated at once or with pauses', async () => {
  for (const input of [
    {},
    { b: [1, { d: 1, c: undefined }], a: 'x', none: undefined },
    { list: [undefined, []] },
    {
      input: { list: [[{ b: 1, a: [] }], null], 10: 1, 9: { '2': 1, '10': {}, a: undefined } },
      upload: { bytes: new Uint8Array([1]) },
    },
  ])
    assert.equal(await fingerprintInTurns(input), fingerprint(input))
})

const batch = {
  id: 'bat_1',
  name: null,
  parser_id: null,
  api_id: null,
  max_credits: null,
  concurrency: null,
  database_id: null,
  webhook: null,
  retry_of: null,
  cron_id: null,
}

const jobOf = (name: string) => ({
  id: `job_${name}`,
  key_id: 'key_1',
  source: 'api' as const,
  type: 'scrape' as const,
  parser_id: null,
  parser_version: null,
  api_id: null,
  input: {},
  priority: 0,
  max_attempts: 1,
  max_pages: null,
  price: 1,
  reserved: 1,
  batch_id: batch.id,
  index: 0,
  custom_id: null,
  database_id: null,
  retry_of: null,
  cron_id: null,
})
