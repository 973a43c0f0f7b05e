import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { COLUMNS, makeDatabase, upload } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const ROWS = [
  { sku: 'a', title: 'Kettle, "big"\n2 l', price: 24.5, stock: 3, sold: true, tags: ['x', { y: 'ž' }] },
  { sku: '', title: null, price: null, stock: -1, sold: false, tags: null },
  { sku: 'c', title: '=1+1', price: 1e-7, stock: null, sold: null, tags: { a: [] } },
]

describe('an export', () => {
  for (const format of ['ndjson', 'json', 'csv'])
    test(`can be imported again as ${format}`, async () => {
      const [from, to] = [await makeDatabase(service), await makeDatabase(service)]
      await from.write(...ROWS)
      const { text } = await from.call(`/export?format=${format}`)
      const { status, json, text: answer } = await upload(to, text)
      assert.deepEqual([status, json?.added], [200, 3], answer)
      assert.deepEqual((await to.rows()).reverse(), ROWS)
    })

  test('answers even if the name of the database has half of a surrogate pair', async () => {
    const database = await makeDatabase(service, { name: 'Kettles \ud83d' })
    const { status, headers } = await database.call('/export?format=csv')
    assert.equal(status, 200)
    assert.match(headers.get('content-disposition')!, /filename\*=UTF-8''Kettles%20%EF%BF%BD\.csv$/)
  })

  test('can be imported again as `csv` when JSON columns hold texts, and when the only column has empty values', async () => {
    const tags = ['12', 'true', 'null', '', '{"a":1}', '"q"', 'plain', ' 1', 'a "b"', 1, false, ['x'], null]
    const shapes = [
      [{ name: 'tags', type: 'json' }],
      [
        { name: 'tags', type: 'json' },
        { name: 'sku', type: 'string' },
      ],
    ]
    for (const columns of shapes) {
      const [from, to] = [await makeDatabase(service, { columns }), await makeDatabase(service, { columns })]
      await from.write(...tags.map(value => ({ tags: value })))
      const { status, text } = await upload(to, (await from.call('/export?format=csv')).text)
      assert.equal(status, 200, text)
      assert.deepEqual((await to.column('tags')).reverse(), tags)
    }
  })

  test('as a spreadsheet keeps every text unchanged', async () => {
    const columns = [{ name: '_x0042_', type: 'string' }]
    const texts = ['_x0041_', '_X005f_', '__x0041_x0042_', '\ufffe\uffff\u0001', 'a_x0041', '<&>\r\n']
    const database = await makeDatabase(service, { columns })
    await database.write(...texts.map(text => ({ _x0042_: text })))
    const answer = await fetch(`${service.url}${database.path}/export?format=xlsx`, {
      headers: { 'x-api-key': service.key },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { rows } = (await readXlsx(bytes)).sheets[0]!
    assert.deepEqual(
      rows,
      ['_x0042_', ...texts].map(text => [text]),
    )
    assert.doesNotMatch(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!), /[\ufffe\uffff]/)
  })

  test('is named after the database, also as a spreadsheet', async () => {
    const database = await makeDatabase(service, { name: 'Shop "9"' })
    await database.write(...ROWS)
    const answer = await fetch(`${service.url}${database.path}/export?format=xlsx`, {
      headers: { 'x-api-key': service.key },
    })
    assert.match(answer.headers.get('content-disposition')!, /filename="Shop \\"9\\"\.xlsx"/)
    const { rows } = (await readXlsx(Buffer.from(await answer.arrayBuffer()))).sheets[0]!
    assert.deepEqual(
      rows[0],
      COLUMNS.map(({ name }) => name),
    )
    assert.deepEqual(rows[1]!.slice(0, 5), ['a', 'Kettle, "big"\n2 l', 24.5, 3, true])
    assert.equal(rows.length, 4)
  })

  test('contains only the rows that match the filters, with their metadata on request', async () => {
    const database = await makeDatabase(service)
    await database.write(...ROWS)
    const { text } = await database.call('/export?stock[gte]=-1&sold=true&meta=true')
    const lines = text.trim().split('\n')
    assert.equal(lines.length, 1)
    const row = JSON.parse(lines[0]!)
    assert.match(row._id, /^row_/)
    assert.deepEqual([row.sku, row._removed_at], ['a', null])
    assert.equal((await database.call('/export?colour=red')).json.field, 'colour')
  })

  test('renames metadata fields that would collide with columns of the database', async () => {
    const columns = ['_id', '__id', '_url'].map(name => ({ name, type: 'string' }))
    const database = await makeDatabase(service, { columns })
    await database.write({ _id: 'mine', __id: 'mine too', _url: 'here' })
    const { _id, __id, ___id, _url, __url } = JSON.parse((await database.call('/export?meta=true')).text)
    assert.deepEqual([_id, __id, _url, __url], ['mine', 'mine too', 'here', null])
    assert.match(___id, /^row_/)
    const csv = (await database.call('/export?meta=true&format=csv')).text
    assert.equal(
      csv.split('\n')[0],
      '___id,_first_seen_at,_last_seen_at,_changed_at,_removed_at,__url,_id,__id,_url',
    )
  })

  test('as CSV keeps formulas by default, and escapes them on request', async () => {
    const database = await makeDatabase(service)
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a=b', '']
    await database.write(...titles.map((title, i) => ({ sku: `s${i}`, title, price: -1 })))
    const titlesOf = async (query: string) => {
      const { text } = await database.call(`/export?format=csv${query}`)
      return [...text.matchAll(/^s\d,(?:"([^"]*)"|([^,]*)),(-1),/gm)].map(([, a, b]) => a ?? b)
    }
    assert.deepEqual(await titlesOf(''), titles)
    assert.deepEqual(await titlesOf('&formulas=keep'), titles)
    const escaped = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", "'\rx", 'a=b', '']
    assert.deepEqual(await titlesOf('&formulas=escape'), escaped)
    assert.equal((await database.call('/export?format=csv&formulas=run')).json.field, 'formulas')
  })

  test('contains each row exactly once, even if there are many', async () => {
    const database = await makeDatabase(service)
    const rows = Array.from({ length: 1_700 }, (_, i) => ({ sku: `s${i}` }))
    await database.write(...rows.slice(0, 1_000))
    await database.write(...rows.slice(1_000))
    const { json } = await database.call('/export?format=json')
    assert.deepEqual(
      json.map(({ sku }: { sku: string }) => sku),
      rows.map(({ sku }) => sku),
    )
  })
})
