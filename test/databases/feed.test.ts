import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

interface Change {
  kind: string
  fields: Record<string, { from: unknown; to: unknown }>
  data: Record<string, unknown>
  row_id: string
  at: string
}

const feed = async (database: TestDatabase, query = '') =>
  (await database.call(`/changes?limit=100&${query}`)).json as {
    data: Change[]
    next_cursor: string
    has_more: boolean
  }
const summaryOf = ({ data }: { data: Change[] }) => data.map(({ kind, data: { sku } }) => `${kind} ${sku}`)

const REPLACE_OPTIONS = { primary_key: ['sku'], write_mode: 'replace', on_missing: 'mark_removed' }

describe('the feed of a database', () => {
  test('lists added, changed, removed and returned rows, oldest first', async () => {
    const database = await makeDatabase(service, REPLACE_OPTIONS)
    await database.write({ sku: 'a', price: 1 }, { sku: 'b', price: 1 })
    await database.write({ sku: 'a', price: 2, title: 'Kettle' })
    await database.write({ sku: 'a', price: 2, title: 'Kettle' }, { sku: 'b', price: 3 })
    const { data, has_more } = await feed(database)
    assert.deepEqual(summaryOf({ data }), ['added a', 'added b', 'changed a', 'removed b', 'returned b'])
    assert.equal(has_more, false)
    assert.deepEqual(data[2]!.fields, { price: { from: 1, to: 2 }, title: { from: null, to: 'Kettle' } })
    assert.equal(data[2]!.data.price, 2)
    assert.deepEqual(data[3]!.fields, {})
    assert.equal(data[3]!.data.price, 1, 'a removed row shows its last state')
    assert.deepEqual(data[4]!.fields, { price: { from: 1, to: 3 } })
  })

  test('can be read newest first, page by page back to the beginning', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    await database.write({ sku: 'a' }, { sku: 'b' }, { sku: 'c' })
    await database.write({ sku: 'a', price: 1 })
    const read = async (query: string) => (await database.call(`/changes?order=desc&limit=3${query}`)).json
    const first = await read('')
    assert.deepEqual([summaryOf(first), first.has_more], [['changed a', 'added c', 'added b'], true])
    await database.write({ sku: 'd' })
    const second = await read(`&cursor=${first.next_cursor}`)
    assert.deepEqual([summaryOf(second), second.has_more], [['added a'], false])
    assert.deepEqual(summaryOf(await read('&kind=changed')), ['changed a'])
    assert.deepEqual(summaryOf(await read(`&since=${new Date(Date.now() + 60_000).toISOString()}`)), [])
    assert.equal((await database.call('/changes?order=newest')).status, 400)
  })

  test('continues from the cursor of an earlier call, even if that reached the end', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    const start = await feed(database)
    assert.deepEqual(start.data, [])
    await database.write({ sku: 'a' }, { sku: 'b' }, { sku: 'c' })
    const first = (await database.call(`/changes?limit=2&cursor=${start.next_cursor}`)).json
    assert.deepEqual([summaryOf(first), first.has_more], [['added a', 'added b'], true])
    const second = await feed(database, `cursor=${first.next_cursor}`)
    assert.deepEqual([summaryOf(second), second.has_more], [['added c'], false])
    await database.write({ sku: 'a', price: 1 })
    const third = await feed(database, `cursor=${second.next_cursor}`)
    assert.deepEqual(summaryOf(third), ['changed a'])
    assert.deepEqual((await feed(database, `cursor=${third.next_cursor}`)).data, [])
  })

  test('can be filtered by the cursor of a write, by time and by kind', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    await database.write({ sku: 'a' })
    const [{ at }] = (await feed(database)).data as [Change]
    while (Date.now() <= Date.parse(at)) await delay(1)
    const { cursor } = (await database.post([{ sku: 'a', price: 1 }, { sku: 'b' }])).json
    assert.deepEqual(summaryOf(await feed(database, `cursor=${cursor}`)), ['changed a', 'added b'])
    assert.deepEqual(summaryOf(await feed(database, 'kind=changed')), ['changed a'])
    assert.equal((await feed(database, `since=${at}`)).data.length, 3)
    const later = new Date(Date.parse(at) + 1).toISOString()
    assert.deepEqual(summaryOf(await feed(database, `since=${later}`)), ['changed a', 'added b'])
    const local = encodeURIComponent(
      new Date(Date.parse(later) + 3_600_000).toISOString().replace('Z', '+01:00'),
    )
    assert.deepEqual(summaryOf(await feed(database, `since=${local}`)), ['changed a', 'added b'])
    assert.deepEqual((await feed(database, 'since=2999-01-01T00:00:00Z')).data, [])
    assert.equal((await database.call('/changes?since=yesterday')).json.field, 'since')
    assert.equal((await database.call('/changes?kind=lost')).json.field, 'kind')
  })

  test('is empty for a database without a history, though writes are counted', async () => {
    const database = await makeDatabase(service, { track_history: false })
    assert.equal((await database.write({ sku: 'a' })).added, 1)
    assert.deepEqual((await feed(database)).data, [])
  })

  test('keeps the last values of a row that was removed', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a', price: 1 })
    const [{ id }] = (await database.call('/rows')).json.data
    await database.call(`/rows/${id}`, { method: 'DELETE' })
    const history = (await database.call(`/rows/${id}/history`)).json
    assert.deepEqual(summaryOf(history), ['removed a', 'added a'])
    const other = await makeDatabase(service)
    assert.deepEqual((await other.call(`/rows/${id}/history`)).json.data, [], 'of its database alone')
  })
})
