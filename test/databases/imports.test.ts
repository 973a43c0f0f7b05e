import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, upload } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

describe('an import', () => {
  test('with a line of invalid JSON names this line once', async () => {
    const database = await makeDatabase(service, {})
    const lines = '{"sku":"a"}\n{"sku":"b"}\n{sku:"c"}\n'
    const form = new FormData()
    form.append('file', new Blob([lines]), 'rows.ndjson')
    form.append('format', 'ndjson')
    const { status, json } = await database.call('/import', { body: form })
    assert.deepEqual([status, json.field, json.error], [400, 'file', 'Line 3 is not valid JSON.'])
    assert.match(json.hint, /^Each row is an object such as /)
  })

  test('reads a CSV with some of the columns, a byte order mark and any line ends', async () => {
    const database = await makeDatabase(service)
    const { json, text } = await upload(database, '\ufeffprice,sku,sold\r\n2.50,007,TRUE\r\n,b,\r\n\r\n')
    assert.equal(json.added, 2, text)
    const none = { title: null, stock: null, tags: null }
    assert.deepEqual((await database.rows()).reverse(), [
      { ...none, sku: '007', price: 2.5, sold: true },
      { ...none, sku: 'b', price: null, sold: null },
    ])
  })

  for (const format of ['ndjson', 'json', 'csv'])
    test(`keeps byte order marks inside values, also at their ends, in ${format}`, async () => {
      const [from, to] = [await makeDatabase(service), await makeDatabase(service)]
      const titles = ['x\ufeffy', '\ufeffx', 'x\ufeff']
      await from.write(...titles.map(title => ({ sku: '\ufeff', title })))
      const { status, text } = await upload(to, (await from.call(`/export?format=${format}`)).text)
      assert.equal(status, 200, text)
      assert.deepEqual((await to.column('title')).reverse(), titles)
    })

  test('follows the write mode of the database', async () => {
    const keyed = { primary_key: ['sku'], write_mode: 'upsert' }
    const database = await makeDatabase(service, keyed)
    await database.write({ sku: 'a', price: 1 }, { sku: 'z' })
    const { json } = await upload(database, '{"sku":"a","price":2}\n\n{"sku":"b"}\n')
    assert.deepEqual([json.changed, json.added, json.removed], [1, 1, 0])
    const replaced = await makeDatabase(service, { ...keyed, write_mode: 'replace' })
    await replaced.write({ sku: 'a' }, { sku: 'z' })
    assert.equal((await upload(replaced, '[{"sku":"a"}]')).json.removed, 1)
    assert.deepEqual(await replaced.column('sku'), ['a'])
  })

  test('into a database in replace mode leaves no rows of an overlapping write', async () => {
    const fields = { primary_key: ['sku'], write_mode: 'replace' }
    const csvOf = (name: string) =>
      `sku\n${Array.from({ length: 3_000 }, (_, i) => `${name}${i}`).join('\n')}`
    const two = await makeDatabase(service, fields)
    await Promise.all([upload(two, csvOf('a')), upload(two, csvOf('b'))])
    assert.equal((await two.call('')).json.row_count, 3_000)
    assert.equal(new Set((await two.column('sku')).map(sku => String(sku)[0])).size, 1)

    const one = await makeDatabase(service, fields)
    const importing = upload(one, csvOf('a'))
    while ((await one.call('')).json.row_count === 0);
    await one.write({ sku: 'only' })
    await importing
    assert.deepEqual(await one.column('sku'), ['only'])
  })

  const bad: [string, string, string | Uint8Array, string?][] = [
    ['a type', 'rows[700].price', `sku,price\n${'a,1\n'.repeat(700)}b,cheap\n`],
    ['a row without its key', 'rows[0].sku', 'sku,price\n,1\n'],
    ['a column that is not there', 'file', 'sku,colour\na,red\n'],
    ['a column twice', 'file', 'sku,sku\na,b\n'],
    ['a short row', 'file', 'sku,price\na\n'],
    ['an open quote', 'file', 'sku,price\n"a,1\n'],
    ['a broken line', 'file', '{"sku":"a"}\n{"sku":\n'],
    ['a line that is not an object', 'file', '{"sku":"a"}\n[1]\n'],
    ['a broken list', 'file', '[{"sku":"a"}'],
    ['a list with a gap', 'file', '[{"sku":"a"},,{"sku":"b"}]'],
    ['a list that ends with a comma', 'file', '[{"sku":"a"},]'],
    ['more after its list', 'file', '[{"sku":"a"}] [{"sku":"b"}]'],
    ['an item that does not end', 'file', '[{"sku":"a"}, {"sku":"]}, 1]'],
    ['an item that is not an object', 'file', '[{"sku":"a"}, 1]'],
    ['an unknown field', 'rows[0].colour', '[{"sku":"a","colour":"red"}]'],
    ['no text', 'file', new Uint8Array([0x73, 0xff, 0xfe, 0x80])],
    ['nothing', 'file', ''],
    ['another format', 'file', 'sku\na\n', 'json'],
    ['a format that is none', 'format', 'sku\na\n', 'xlsx'],
  ]
  for (const [what, field, content, format] of bad)
    test(`of a file with ${what} writes nothing, and names the place`, async () => {
      const database = await makeDatabase(service)
      const { status, json } = await upload(database, content, format ? { format } : {})
      assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
      assert.deepEqual(await database.rows(), [])
    })

  const MAPPINGS: [string, string, object, string, RegExp][] = [
    [
      'two fields for one column',
      '{"sku":"x","SKU":"y"}',
      { SKU: 'sku' },
      'file',
      /two fields for `sku`: `sku` and `SKU`/,
    ],
    ['two fields for one column', '[{"sku":"x","SKU":"y"}]', { SKU: 'sku' }, 'file', /two fields for `sku`/],
    ['two columns for one', 'sku,SKU\nx,y', { SKU: 'sku' }, 'file', /two columns for `sku`/],
    ['no such field', '{"sku":"x"}', { SKU: null }, 'mapping.SKU', /no field `SKU`/],
    ['no such field', '[{"sku":"x"}]', { SKU: null }, 'mapping.SKU', /no field `SKU`/],
    ['no such column', 'sku\nx', { SKU: null }, 'mapping.SKU', /no column `SKU`/],
  ]
  for (const [what, content, mapping, field, error] of MAPPINGS)
    test(`with a mapping that finds ${what} in ${content} writes nothing`, async () => {
      const database = await makeDatabase(service)
      const { status, json } = await upload(database, content, { mapping: JSON.stringify(mapping) })
      assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
      assert.match(json.error, error)
      assert.deepEqual(await database.rows(), [])
    })

  test('of JSON rows with different fields can map all of these fields', async () => {
    const database = await makeDatabase(service)
    const mapping = JSON.stringify({ SKU: 'sku', Name: 'title' })
    const { json } = await upload(database, '{"SKU":"a"}\n{"SKU":"b","Name":"B"}\n', { mapping })
    assert.equal(json.added, 2)
    assert.equal((await upload(database, '[]', { mapping })).json.added, 0)
  })

  test('of a spreadsheet file is refused with a hint to save it as CSV', async () => {
    const database = await makeDatabase(service)
    const { json } = await upload(database, new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe]))
    assert.deepEqual([json.field, json.hint], ['file', 'Save the sheet as CSV, in UTF-8.'])
  })

  test('in append mode writes nothing when a key already exists in the database or occurs twice in the file', async () => {
    const database = await makeDatabase(service, { primary_key: ['sku'] })
    await database.write({ sku: 'x' })
    const many = Array.from({ length: 900 }, (_, i) => `s${i}`).join('\n')
    for (const [key, error] of [
      ['x', 'There is a row with sku = "x" already; nothing was written.'],
      ['s0', 'There are two rows with sku = "s0"; nothing was written.'],
    ]) {
      const { status, json } = await upload(database, `sku\n${many}\n${key}\n`)
      assert.deepEqual([status, json.field, json.error], [409, 'rows[900].sku', error])
    }
    assert.equal((await database.rows()).length, 1)
  })

  const LARGE = 4_000
  const long = { sku: 's', title: 'x'.repeat(3_000) }
  const large: Record<string, string> = {
    'a line each': `${JSON.stringify(long)}\n`.repeat(LARGE),
    'one list': JSON.stringify(Array(LARGE).fill(long)),
  }
  for (const [what, content] of Object.entries(large))
    test(`of many megabytes as ${what} leaves time for other calls`, async () => {
      const database = await makeDatabase(service)
      const importing = upload(database, content)
      let done = false
      void importing.then(() => {
        done = true
      })
      let turns = 0
      while (!done) {
        assert.equal((await service.call('/v1/credits')).status, 200)
        turns++
      }
      assert.equal((await importing).json.added, LARGE)
      assert.ok(turns > 5, `${turns} calls meanwhile`)
    })

  test('that has begun to write rows continues after its client left', async () => {
    const database = await makeDatabase(service)
    const written = async () => (await database.call('')).json.row_count
    const count = 30_000
    const form = new FormData()
    form.append(
      'file',
      new Blob([`sku\n${Array.from({ length: count }, (_, i) => i).join('\n')}`]),
      'rows.csv',
    )
    const leaving = new AbortController()
    const sent = fetch(`${service.url}${database.path}/import`, {
      method: 'POST',
      headers: { 'x-api-key': service.key },
      body: form,
      signal: leaving.signal,
    })
    await until(async () => (await written()) > 0)
    leaving.abort()
    await assert.rejects(sent, { name: 'AbortError' })
    await until(async () => (await written()) === count)
  })

  test('of more than 64 MB is refused', async () => {
    const database = await makeDatabase(service)
    const large = await upload(database, new Uint8Array(67_108_864))
    assert.deepEqual([large.status, large.json.field], [413, 'file'])
  })

  test('happens only once when it is repeated with the same Idempotency-Key', async () => {
    const database = await makeDatabase(service)
    const send = () => {
      const body = new FormData()
      body.append('file', new Blob(['sku\na\n']), 'rows.csv')
      return database.call('/import', { body, headers: { 'idempotency-key': 'same' } })
    }
    await send()
    assert.equal((await send()).headers.get('idempotency-replayed'), 'true')
    assert.equal((await database.rows()).length, 1)
  })
})
