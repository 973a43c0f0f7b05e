import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

/** Nested lists. */
const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const NONE = { added: 0, changed: 0, unchanged: 0, returned: 0, removed: 0 }
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('written rows', () => {
  test('are returned in full, with their metadata', async () => {
    const database = await makeDatabase(service)
    const row = { sku: 'a', title: 'Kettle', price: 2.5, stock: 3, sold: true, tags: ['x', { y: 1 }] }
    assert.deepEqual(await database.write(row), { ...NONE, added: 1 })
    const [stored] = (await database.call('/rows')).json.data
    const { id, data, first_seen_at, last_seen_at, changed_at, removed_at, source } = stored
    assert.match(id, /^row_/)
    assert.deepEqual(data, row)
    for (const time of [first_seen_at, last_seen_at, changed_at]) assert.match(time, TIME)
    assert.equal(removed_at, null)
    assert.deepEqual(source, { job_id: null, parser_version: null, url: null })
    assert.deepEqual((await database.call(`/rows/${id}`)).json, stored)
    assert.equal((await service.call(database.path)).json.row_count, 1)
  })

  const bad: [string, unknown][] = [
    ['rows[1].price', 'cheap'],
    ['rows[1].stock', 1.5],
    ['rows[1].stock', '1'],
    ['rows[1].sold', 1],
    ['rows[1].title', 5],
    ['rows[1].sku', null],
    ['rows[1].colour', 'red'],
    ['rows', nested(102)],
    ['rows[1].__proto__', 'x'],
  ]
  for (const [field, value] of bad)
    test(`are refused together when one has ${field} = ${JSON.stringify(value).slice(0, 20)}`, async () => {
      const database = await makeDatabase(service)
      const name = field.replace('rows[1].', '')
      const body = `{"rows": [{"sku": "a"}, ${JSON.stringify({ sku: 'b' }).slice(0, -1)}, "${name}": ${JSON.stringify(value)}}]}`
      const { status, json } = await database.call('/rows', {
        body,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
      assert.deepEqual(await database.rows(), [])
    })

  test('with a field that is no column are refused with the names of the columns', async () => {
    const database = await makeDatabase(service)
    const { json } = await database.call('/rows', { json: { rows: [{ sku: 'a', colour: 'red' }] } })
    assert.equal(json.error, 'There is no column `colour`.')
    assert.match(json.hint, /^Nothing was written\..* Columns: sku, title, price, stock, sold, tags\.$/)
  })

  test('must be 1 to 1,000 per call', async () => {
    const database = await makeDatabase(service)
    const rows = Array.from({ length: 1_001 }, (_, i) => ({ sku: String(i) }))
    assert.equal((await database.post(rows)).json.field, 'rows')
    assert.equal((await database.post([])).json.field, 'rows')
    assert.equal((await database.post(rows.slice(1))).json.added, 1_000)
  })

  test('may be several megabytes together', async () => {
    const database = await makeDatabase(service)
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ sku: String(i), title: 'x'.repeat(3_000) }))
    const { status, json } = await database.post(rows)
    assert.deepEqual([status, json.added], [200, 1_000], JSON.stringify(json))
  })

  test('are written only once when the call is repeated with the same Idempotency-Key', async () => {
    const database = await makeDatabase(service)
    const send = () =>
      database.call('/rows', { json: { rows: [{ sku: 'a' }] }, headers: { 'idempotency-key': 'k' } })
    const [first, second] = [await send(), await send()]
    assert.deepEqual(second.json, first.json)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal((await database.rows()).length, 1)
  })
})

describe('a database in append mode', () => {
  test('accepts each key once, and writes nothing if one already exists', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku', 'stock'] })
    await database.write({ sku: 'a', stock: 1 }, { sku: 'a', stock: 2 })
    const { status, json } = await database.post([
      { sku: 'b', stock: 1 },
      { sku: 'a', stock: 2 },
    ])
    assert.deepEqual([status, json.field], [409, 'rows[1].sku'])
    assert.equal(
      (
        await database.post([
          { sku: 'c', stock: 1 },
          { sku: 'c', stock: 1 },
        ])
      ).status,
      409,
    )
    assert.equal((await database.rows()).length, 2)
  })

  test('accepts duplicate rows when it has no primary key', async () => {
    const database = await makeDatabase(service)
    assert.equal((await database.write({ sku: 'a' }, { sku: 'a' })).added, 2)
  })
})

describe('a database in upsert mode', () => {
  test('changes existing rows, and counts unchanged ones', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    await database.write({ sku: 'a', price: 1, tags: { x: 1, y: [2] } }, { sku: 'b', price: 1 })
    const counts = await database.write(
      { sku: 'a', price: 1, tags: { y: [2], x: 1 } },
      { sku: 'b', price: 2 },
      { sku: 'c' },
    )
    assert.deepEqual(counts, { ...NONE, unchanged: 1, changed: 1, added: 1 })
    assert.deepEqual(await database.column('price', 'sort=sku'), [1, 2, null])
  })

  test('writes both of two rows with the same key, one after the other', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    assert.deepEqual(await database.write({ sku: 'a', price: 1 }, { sku: 'a', price: 2 }), {
      ...NONE,
      added: 1,
      changed: 1,
    })
    assert.deepEqual(await database.column('price'), [2])
  })

  test('writes many rows in order, even if keys repeat', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    const before = [7, 300, 900].map(at => ({ sku: `s${at}`, stock: 0 }))
    await database.write(...before)
    const { next_cursor } = (await database.call('/changes')).json
    // Every tenth row repeats the key right before it, and every hundredth an early one.
    const skus = Array.from({ length: 900 }, (_, at) => (at % 10 === 9 ? at - 1 : at % 100 === 50 ? 8 : at))
    const rows = skus.map((sku, at) => ({ sku: `s${sku}`, stock: at + 1 }))
    const once = new Set(skus).size
    assert.deepEqual(await database.write(...rows), {
      ...NONE,
      added: once - 2,
      changed: rows.length - once + 2,
    })
    type Change = { data: { sku: string; stock: number } }
    const seen: Change['data'][] = []
    for (let cursor = next_cursor, isMore = true; isMore; ) {
      const page = (await database.call(`/changes?limit=100&cursor=${cursor}`)).json
      seen.push(...page.data.map(({ data: { sku, stock } }: Change) => ({ sku, stock })))
      cursor = page.next_cursor
      isMore = page.has_more
    }
    assert.deepEqual(seen, rows)
    const last = new Map([...before, ...rows].map(({ sku, stock }) => [sku, stock]))
    const stored = (await database.rows()).map(({ sku, stock }) => [sku, stock])
    assert.deepEqual(new Map(stored as [string, number][]), last)
    assert.equal(stored.length, last.size)
  })
})

describe('a database in replace mode', () => {
  test('holds exactly the rows of the last write', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'replace' })
    await database.write({ sku: 'a' }, { sku: 'b' }, { sku: 'c' })
    assert.deepEqual(await database.write({ sku: 'b', price: 1 }, { sku: 'd' }), {
      ...NONE,
      added: 1,
      changed: 1,
      removed: 2,
    })
    assert.deepEqual(await database.column('sku', 'sort=sku'), ['b', 'd'])
    assert.deepEqual(await database.column('sku', 'removed=only'), [])
  })

  test('with `mark_removed` marks missing rows, and counts those that return', async () => {
    const database = await makeDatabase(service, {
      primary_key: ['sku'],
      write_mode: 'replace',
      on_missing: 'mark_removed',
    })
    await database.write({ sku: 'a', price: 1 }, { sku: 'b', price: 1 })
    assert.equal((await database.write({ sku: 'b', price: 1 })).removed, 1)
    assert.deepEqual(await database.column('sku', 'removed=only'), ['a'])
    assert.deepEqual(await database.column('sku', 'removed=with&sort=sku'), ['a', 'b'])
    assert.equal((await service.call(database.path)).json.row_count, 1)
    const counts = await database.write({ sku: 'a', price: 2 }, { sku: 'b', price: 1 })
    assert.deepEqual(counts, { ...NONE, returned: 1, unchanged: 1 })
    assert.equal((await service.call(database.path)).json.row_count, 2)
  })
})

describe('a row', () => {
  test('can be deleted by its id', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a' }, { sku: 'b' })
    const [{ id }] = (await database.call('/rows?sku=a')).json.data
    assert.equal((await database.call(`/rows/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await database.call(`/rows/${id}`, { method: 'DELETE' })).status, 404)
    assert.equal((await database.call(`/rows/${id}`)).status, 404)
    assert.deepEqual(await database.column('sku'), ['b'])
    assert.equal((await service.call(database.path)).json.row_count, 1)
  })
})
