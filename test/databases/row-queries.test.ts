import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

describe('a query of rows', () => {
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
    test(`finds the matching rows for ${query}`, async () => {
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
    test(`returns rows in the order of ${query || 'their coming, newest first'}, in one page or several`, async () => {
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
    ['title=Kettle%00', 'title'],
    ['title[contains]=%00', 'title[contains]'],
    ['q=%00', 'q'],
    ['sort=colour', 'sort'],
    ['sort=tags', 'sort'],
    ["sort=price'%20--", 'sort'],
    ['cursor=nonsense', 'cursor'],
    [`cursor=${Buffer.from('[5,1,1]').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('[0,{"a":1},1]').toString('base64url')}`, 'cursor'],
    ['limit=1001', 'limit'],
    ['removed=all', 'removed'],
    ['sold=constructor', 'sold'],
  ]
  for (const [query, field] of bad)
    test(`is refused with ${query.slice(0, 60)}`, async () => {
      const { status, json } = await database.call(`/rows?${query}`)
      assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
    })

  test('is refused with two values for one operator, and says how to ask for either', async () => {
    for (const query of ['title=a&title=b', 'title[eq]=a&title[eq]=b']) {
      const { status, json } = await database.call(`/rows?${query}`)
      assert.deepEqual([status, json.error], [400, `\`${json.field}\` takes one value.`], query)
      assert.match(json.hint, /`title\[in\]`/)
    }
  })

  test('is refused for a JSON field without a condition, which would match all rows', async () => {
    const parser_id = await service.parser({ fields: { title: 'h1' } })
    const items_from = { database_id: database.id, column: 'title', filter: { price: {} } }
    const json = { target: { parser_id }, items_from }
    const refused = await service.call('/v1/batches', { json })
    assert.deepEqual([refused.status, refused.json.error], [400, '`price` has no condition.'], refused.text)
  })

  test('can filter by the URL of the page that a row was parsed from', async () => {
    const parser = await service.parser({ fields: { title: 'h1', url: { url: 'href' } } })
    const pages = await makeDatabase(service, { from_parser: parser, columns: undefined })
    await pages.write(
      { title: 'Kettle', url: 'https://shop.example/kettle' },
      { title: 'Pot', url: 'https://shop.example/pot' },
    )
    for (const query of ['url=https://shop.example/pot', 'q=example/pot', 'url[contains]=pot'])
      assert.deepEqual(await pages.column('title', query), ['Pot'], query)
  })

  test('needs an operator for a column that is named like a path parameter', async () => {
    const database = await makeDatabase(service, { columns: [{ name: 'id', type: 'string' }] })
    await database.write({ id: 'a' }, { id: 'b' })
    const plain = await database.call('/rows?id=a')
    assert.deepEqual([plain.status, plain.json.field], [400, 'id'])
    assert.match(plain.json.hint, /query.*`id\[eq\]`/)
    assert.deepEqual(
      (await database.call('/rows?id[eq]=a')).json.data.map(({ data }: { data: object }) => data),
      [{ id: 'a' }],
    )
  })

  test('has at most 50 conditions', async () => {
    const wideDatabase = await makeDatabase(service, {
      columns: Array.from({ length: 51 }, (_, i) => ({ name: `c${i}`, type: 'integer' })),
    })
    const query = (count: number) => Array.from({ length: count }, (_, i) => `c${i}=1`).join('&')
    assert.deepEqual(await wideDatabase.rows(query(50)), [])
    assert.equal((await wideDatabase.call(`/rows?${query(51)}`)).json.field, 'filter')
  })

  test('sorts and continues correctly with long texts', async () => {
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
  test('are filtered and sorted in the same way with and without an index', async () => {
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
