import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const summary = async (database: TestDatabase, query = '') =>
  (await database.call(`/changes/summary?${query}`)).json

const UPSERT_OPTIONS = { primary_key: ['sku'], write_mode: 'upsert' }

describe('the summary of changes', () => {
  test('counts increases and decreases by field, with the most recently changed field first', async () => {
    const database = await makeDatabase(service, UPSERT_OPTIONS)
    await database.write({ sku: 'a', price: 10 }, { sku: 'b', price: 5 }, { sku: 'c', price: 1 })
    await database.write({ sku: 'a', price: 8.5 }, { sku: 'b', price: 7 }, { sku: 'c', price: null })
    await database.write({ sku: 'a', price: 8.5, title: 'Kettle', sold: true })
    const { counts, fields, is_complete } = await summary(database)
    assert.deepEqual(counts, { added: 3, changed: 4, removed: 0, returned: 0 })
    assert.equal(is_complete, true)
    const inShort = fields.map((one: Record<string, unknown>) => [
      one.field,
      one.changed,
      one.up,
      one.down,
      one.net,
    ])
    assert.deepEqual(inShort.at(-1), ['price', 3, 1, 1, 0.5])
    assert.deepEqual(inShort.slice(0, 2).toSorted(), [
      ['sold', 1, 0, 0, 0],
      ['title', 1, 0, 0, 0],
    ])
    const [price] = fields.filter(({ field }: { field: string }) => field === 'price')
    const today = new Date(price.last_at).toISOString().slice(0, 10)
    assert.deepEqual(price.days, [{ day: today, changed: 3, up: 1, down: 1, net: 0.5 }])
  })

  test('has `null` for a total that is larger than any number', async () => {
    const database = await makeDatabase(service, UPSERT_OPTIONS)
    for (const price of [1e308, -1e308, 1e308, 1]) await database.write({ sku: 'a', price })
    const [price] = (await summary(database)).fields
    assert.deepEqual([price.changed, price.up, price.down, price.net], [3, 1, 2, null])
    assert.equal(price.days[0].net, null)

    const falling = await makeDatabase(service, UPSERT_OPTIONS)
    for (const price of [1e308, -1e308]) await falling.write({ sku: 'a', price })
    const [{ down, net }] = (await summary(falling)).fields
    assert.deepEqual([down, net], [1, null])
  })

  test('covers only the newest changes when there are too many, and reports that it is incomplete', async () => {
    const database = await makeDatabase(service, UPSERT_OPTIONS)
    const rows = (price: number) =>
      Array.from({ length: 1_000 }, (_, at) => ({ sku: `s${at}`, price: price + at }))
    for (let price = 0; price <= 10; price += 1) await database.write(...rows(price))
    const { counts, fields, is_complete } = await summary(database)
    assert.deepEqual(counts, { added: 0, changed: 10_000, removed: 0, returned: 0 })
    assert.equal(fields[0].net, 10_000)
    assert.equal(is_complete, false)
  })

  test('is empty for a database without a history, and is a 404 for other accounts', async () => {
    const database = await makeDatabase(service, { ...UPSERT_OPTIONS, track_history: false })
    await database.write({ sku: 'a', price: 10 })
    await database.write({ sku: 'a', price: 11 })
    assert.deepEqual((await summary(database)).fields, [])
    await service.admin('/admin/accounts', { name: 'other' })
    const key = await service.keyFor('other')
    const foreign = await database.call('/changes/summary', { headers: { 'x-api-key': key } })
    assert.equal(foreign.status, 404)
  })
})
