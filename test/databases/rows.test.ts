import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

/** Lists inside each other. */
const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const NONE = { added: 0, changed: 0, unchanged: 0, returned: 0, removed: 0 }
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('rows that are written', () => {
  test('come back whole, with what is known of them', async () => {
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
    test(`are refused together where one has ${field} = ${JSON.stringify(value).slice(0, 20)}`, async () => {
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

  test('are 1 to 1,000', async () => {
    const database = await makeDatabase(service)
    const rows = Array.from({ length: 1_001 }, (_, i) => ({ sku: String(i) }))
    assert.equal((await database.post(rows)).json.field, 'rows')
    assert.equal((await database.post([])).json.field, 'rows')
    assert.equal((await database.post(rows.slice(1))).json.added, 1_000)
  })

  test('may take megabytes together', async () => {
    const database = await makeDatabase(service)
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ sku: String(i), title: 'x'.repeat(3_000) }))
    const { status, json } = await database.post(rows)
    assert.deepEqual([status, json.added], [200, 1_000], JSON.stringify(json))
  })

  test('are written once where the call is repeated under its Idempotency-Key', async () => {
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
  test('takes each key once, else nothing', async () => {
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

  test('takes anything where it has no key', async () => {
    const database = await makeDatabase(service)
    assert.equal((await database.write({ sku: 'a' }, { sku: 'a' })).added, 2)
  })
})

describe('a database in upsert mode', () => {
  test('changes what is there, and counts what is the same', async () => {
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

  test('counts the later of two rows with one key', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'upsert' })
    assert.deepEqual(await database.write({ sku: 'a', price: 1 }, { sku: 'a', price: 2 }), {
      ...NONE,
      added: 1,
      changed: 1,
    })
    assert.deepEqual(await database.column('price'), [2])
  })
})

describe('a database that is replaced', () => {
  test('holds what the last write held', async () => {
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

  test('marks what is missing where it is told to, and knows what returns', async () => {
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

describe('rows are found', () => {
  let database: TestDatabase
  before(async () => {
    database = await makeDatabase(service)
    await database.write(
      { sku: 'a', title: 'Kettle 100%', price: 10, stock: 1, sold: true },
      { sku: 'b', title: "Pot 'n' pan", price: 9.5, stock: 2, sold: false },
      { sku: 'c', title: 'Cup "small" \\ blue', price: 100, stock: -3 },
      { sku: 'd', title: null, price: null, tags: ['kettle'] },
      { sku: 'e', title: 'ŽLUTÝ hrnec', price: 1e3, sold: true },
    )
  })

  const found: [string, string][] = [
    ['price[gte]=10', 'ace'],
    ['price[gt]=10&price[lt]=1000', 'c'],
    ['price[lte]=9.5', 'b'],
    ['price=100', 'c'],
    ['price[ne]=100', 'abde'],
    ['price[null]=true', 'd'],
    ['price[null]=false', 'abce'],
    ['price[in]=10,100,7', 'ac'],
    ['stock[lt]=0', 'c'],
    ['sold=true', 'ae'],
    ['sold[ne]=true', 'bcd'],
    ['title[contains]=kettle', 'a'],
    ['title[contains]=0%', 'a'],
    ["title[contains]='n'", 'b'],
    ['title[contains]=_', ''],
    ['title[eq]=Kettle 100%', 'a'],
    ['title[gte]=Pot', 'be'],
    ['sku[in]=a,e', 'ae'],
    ['tags[null]=false', 'd'],
    ['q=KETTLE', 'a'],
    ['q="small"', 'c'],
    ['q=\\', 'c'],
    ['q=ŽLUTÝ', 'e'],
    ['q=sku', ''],
    ['q=%', 'a'],
    ["sku[eq]=' OR 1=1 --", ''],
  ]
  for (const [query, skus] of found)
    test(`by ${query}`, async () => {
      const encoded = query
        .split('&')
        .map(part => part.split('='))
        .map(([name, ...value]) => `${encodeURIComponent(name!)}=${encodeURIComponent(value.join('='))}`)
        .join('&')
      assert.equal((await database.column('sku', `${encoded}&sort=sku`)).join(''), skus)
    })

  const sorted: [string, string][] = [
    ['', 'edcba'],
    ['sort=price', 'baced'],
    ['sort=-price', 'ecabd'],
    ['sort=title', 'cabed'],
    ['sort=-title', 'ebacd'],
    ['sort=sold', 'baecd'],
  ]
  for (const [query, skus] of sorted)
    test(`in the order of ${query || 'their coming, newest first'}, also page by page`, async () => {
      assert.equal((await database.column('sku', query)).join(''), skus)
      for (const limit of [1, 2, 3]) {
        let text = ''
        for (let cursor = ''; ; ) {
          const page = (await database.call(`/rows?limit=${limit}&${query}${cursor}`)).json
          text += page.data.map(({ data }: { data: { sku: string } }) => data.sku).join('')
          assert.equal(page.has_more, page.next_cursor !== null)
          if (!page.has_more) break
          cursor = `&cursor=${page.next_cursor}`
        }
        assert.equal(text, skus, `by ${limit}`)
      }
    })

  const bad: [string, string][] = [
    ['colour=red', 'colour'],
    ['price[like]=1', 'price[like]'],
    ['price[gte]=cheap', 'price[gte]'],
    ['price[gte]=', 'price[gte]'],
    ['sold=maybe', 'sold'],
    ['tags=x', 'tags'],
    ['__proto__=x', '__proto__'],
    ['price[contains]=1', 'price[contains]'],
    ["title')%20OR%201%3D1%20--=x", "title') OR 1=1 --"],
    [`title=${'x'.repeat(500)}`, 'title'],
    ['sort=colour', 'sort'],
    ['sort=tags', 'sort'],
    ["sort=price'%20--", 'sort'],
    ['cursor=nonsense', 'cursor'],
    [`cursor=${Buffer.from('[5,1,1]').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('[0,{"a":1},1]').toString('base64url')}`, 'cursor'],
    ['limit=1001', 'limit'],
    ['removed=all', 'removed'],
  ]
  for (const [query, field] of bad)
    test(`not by ${query.slice(0, 60)}`, async () => {
      const { status, json } = await database.call(`/rows?${query}`)
      assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
    })

  test('not by a field of JSON without any condition, which would be all rows', async () => {
    const parser_id = await service.parser({ fields: { title: 'h1' } })
    const items_from = { database_id: database.id, column: 'title', filter: { price: {} } }
    const json = { target: { parser_id }, items_from }
    const refused = await service.call('/v1/batches', { json })
    assert.deepEqual([refused.status, refused.json.error], [400, '`price` has no condition.'], refused.text)
  })

  test('by the address that a parser reads each page’s row from', async () => {
    const parser = await service.parser({ fields: { title: 'h1', url: { url: 'href' } } })
    const pages = await makeDatabase(service, { from_parser: parser, columns: undefined })
    await pages.write(
      { title: 'Kettle', url: 'https://shop.example/kettle' },
      { title: 'Pot', url: 'https://shop.example/pot' },
    )
    for (const query of ['url=https://shop.example/pot', 'q=example/pot', 'url[contains]=pot'])
      assert.deepEqual(await pages.column('title', query), ['Pot'], query)
  })

  test('by a column that has the name of what the path holds', async () => {
    const named = await makeDatabase(service, { columns: [{ name: 'id', type: 'string' }] })
    await named.write({ id: 'a' }, { id: 'b' })
    const plain = await named.call('/rows?id=a')
    assert.deepEqual([plain.status, plain.json.field], [400, 'id'])
    assert.match(plain.json.hint, /query.*`id\[eq\]`/)
    assert.deepEqual(
      (await named.call('/rows?id[eq]=a')).json.data.map(({ data }: { data: object }) => data),
      [{ id: 'a' }],
    )
  })

  test('by 50 conditions at most', async () => {
    const wide = await makeDatabase(service, {
      columns: Array.from({ length: 51 }, (_, i) => ({ name: `c${i}`, type: 'integer' })),
    })
    const query = (count: number) => Array.from({ length: count }, (_, i) => `c${i}=1`).join('&')
    assert.deepEqual(await wide.rows(query(50)), [])
    assert.equal((await wide.call(`/rows?${query(51)}`)).json.field, 'filter')
  })

  test('by 50 conditions at most', async () => {
    const wide = await makeDatabase(service, {
      columns: Array.from({ length: 51 }, (_, i) => ({ name: `c${i}`, type: 'integer' })),
    })
    const query = (count: number) => Array.from({ length: count }, (_, i) => `c${i}=1`).join('&')
    assert.deepEqual(await wide.rows(query(50)), [])
    assert.equal((await wide.call(`/rows?${query(51)}`)).json.field, 'filter')
  })

  test('by long texts as well, in every order and place', async () => {
    const long = await makeDatabase(service)
    const text = (end: string) => `${'ž'.repeat(2_000)}${end}`
    await long.write({ sku: 'a', title: text('a') }, { sku: 'b', title: text('b') }, { sku: 'c', title: 'a' })
    const first = (await long.call('/rows?sort=title&limit=2')).json
    const rest = (await long.call(`/rows?sort=title&limit=2&cursor=${first.next_cursor}`)).json
    assert.deepEqual(
      [...first.data, ...rest.data].map(({ data }) => data.sku),
      ['c', 'a', 'b'],
    )
  })
})

describe('many rows', () => {
  test('are found and sorted alike with and without an index', async () => {
    const database = await makeDatabase(service)
    const rows = Array.from({ length: 4_000 }, (_, i) => ({
      sku: `s${i}`,
      price: i % 7 === 0 ? null : (i * 7_919) % 1_000,
    }))
    for (let i = 0; i < rows.length; i += 1_000) await database.write(...rows.slice(i, i + 1_000))
    const inOrder = rows
      .map((row, seq) => ({ ...row, seq }))
      .filter(({ price }) => price !== null && price >= 500)
      .sort((a, b) => b.price! - a.price! || b.seq - a.seq)
      .map(({ sku }) => sku)
    const seen: unknown[] = []
    for (let cursor = ''; ; ) {
      const page = (await database.call(`/rows?limit=700&price[gte]=500&sort=-price${cursor}`)).json
      seen.push(...page.data.map(({ data }: { data: { sku: string } }) => data.sku))
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    assert.deepEqual(seen, inOrder)
  })
})

describe('a row', () => {
  test('is deleted by its id', async () => {
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
