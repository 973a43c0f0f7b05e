import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { COLUMNS, makeDatabase } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const create = (json: unknown, headers = {}) => service.call('/v1/databases', { json, headers })
const read = (id: string) => service.call(`/v1/databases/${id}`)
const replaceDatabase = (id: string, json: unknown, headers = {}) =>
  service.call(`/v1/databases/${id}`, { method: 'PUT', json, headers })

describe('a new database', () => {
  test('is returned in full, with the defaults of fields that were left out', async () => {
    const { status, headers, json } = await create({
      name: 'Kettles',
      columns: [{ name: 'first name', type: 'string' }],
    })
    assert.equal(status, 201)
    assert.match(json.id, /^db_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.equal(headers.get('location'), `/v1/databases/${json.id}`)
    const { id, created_at, updated_at, ...rest } = json
    assert.deepEqual(rest, {
      name: 'Kettles',
      description: '',
      from_parser: null,
      columns: [{ name: 'first name', path: "['first name']", type: 'string', nullable: true }],
      rows_path: '',
      primary_key: [],
      write_mode: 'append',
      track_history: true,
      on_missing: 'keep',
      row_count: 0,
      version: 1,
    })
    assert.deepEqual((await read(id)).json, json)
  })

  test('deletes missing rows in replace mode by default', async () => {
    const body = { name: 'x', columns: COLUMNS, primary_key: ['sku'], write_mode: 'replace' }
    assert.equal((await create(body)).json.on_missing, 'delete')
    assert.equal((await create({ ...body, on_missing: 'keep' })).json.field, 'on_missing')
  })

  test('has nullable columns for the fields of an object that may be missing', async () => {
    const parser = await service.parser({
      fields: { offer: { css: '.offer', fields: { shop: { css: 'b', required: true } } } },
    })
    const { json } = await create({ name: 'x', from_parser: parser })
    assert.deepEqual(json.columns, [
      { name: 'offer_shop', path: 'offer.shop', type: 'string', nullable: true },
    ])
  })

  test('can still be changed after the parser that it was created from was deleted', async () => {
    const parser = await service.parser({ fields: { title: 'h1' } })
    const { id, columns } = (await create({ name: 'x', from_parser: parser })).json
    await service.call(`/v1/parsers/${parser}`, { method: 'DELETE' })
    const replaceDatabase = (more: object) =>
      service.call(`/v1/databases/${id}`, { method: 'PUT', json: { name: 'y', columns, ...more } })
    const renamed = await replaceDatabase({ from_parser: parser })
    assert.deepEqual([renamed.status, renamed.json.name], [200, 'y'], renamed.text)
    const other = await replaceDatabase({ from_parser: 'prs_none' })
    assert.deepEqual([other.status, other.json.field], [404, 'from_parser'])
  })

  test('has a column for each field that its parser extracts', async () => {
    const parser = await service.parser({
      fields: {
        title: { css: 'h1', required: true },
        'price (net)': { css: '.price', type: 'number' },
        seller: { css: '.seller', fields: { name: 'b', link: 'a@href' } },
        tags: { css: '.tag', all: true },
        offers: { css: '.offer', all: true, fields: { shop: 'b', price: { css: 'i', type: 'integer' } } },
        any: { any: [{ css: 'b', type: 'number' }, { css: 'i' }] },
        fixed: { const: true },
        url: { url: 'href' },
        page: { url: 'query.page' },
        query: { url: 'query' },
      },
    })
    const { status, json, text } = await create({ name: 'x', from_parser: parser })
    assert.equal(status, 201, text)
    assert.deepEqual(
      json.columns.map((column: Record<string, unknown>) => Object.values(column)),
      [
        ['title', 'title', 'string', false],
        ['price _net_', "['price (net)']", 'number', true],
        ['seller_name', 'seller.name', 'string', true],
        ['seller_link', 'seller.link', 'string', true],
        ['tags', 'tags', 'json', true],
        ['offers', 'offers', 'json', true],
        ['any', 'any', 'json', true],
        ['fixed', 'fixed', 'boolean', false],
        ['url', 'url', 'string', true],
        ['page', 'page', 'string', true],
        ['query', 'query', 'json', true],
      ],
    )
    const offers = await create({ name: 'x', from_parser: parser, rows_path: 'offers' })
    assert.deepEqual(
      offers.json.columns.map(({ name, type }: Record<string, string>) => [name, type]),
      [
        ['shop', 'string'],
        ['price', 'integer'],
      ],
    )
    assert.equal(
      (await create({ name: 'x', from_parser: parser, rows_path: 'tags' })).json.field,
      'rows_path',
    )
  })

  test('of a list parser has the items of the list as rows, and proposes a primary key', async () => {
    const fields = { items: { css: 'li', all: true, fields: { price: 'i', url: 'a@href', title: 'b' } } }
    const parser = await service.parser({ fields })
    const heading = { ...fields, heading: 'h1' }
    const many = await service.parser({ fields: heading, paginate: { next: 'a.next@href' } })
    for (const from_parser of [parser, many]) {
      const { json } = await create({ name: 'x', from_parser, write_mode: 'upsert' })
      const names = json.columns.map(({ name }: { name: string }) => name)
      assert.deepEqual(
        [json.rows_path, json.primary_key, names],
        ['items', ['url'], ['price', 'url', 'title']],
      )
    }
    const appended = (await create({ name: 'x', from_parser: parser })).json
    assert.deepEqual([appended.rows_path, appended.primary_key], ['items', []])
    const database = (await create({ name: 'x', from_parser: parser, rows_path: '' })).json
    assert.deepEqual([database.rows_path, database.columns[0].name], ['', 'items'])
    const both = (await create({ name: 'x', from_parser: await service.parser({ fields: heading }) })).json
    assert.equal(both.rows_path, '', 'a page with more than its list is a row')
  })

  test('of a parser without an identifying column needs an explicit primary key in upsert mode', async () => {
    const parser = await service.parser({
      fields: { items: { css: 'li', all: true, fields: { price: 'i' } } },
    })
    const { json } = await create({ name: 'x', from_parser: parser, write_mode: 'upsert' })
    assert.equal(json.field, 'primary_key')
  })

  test('of another account’s parser is refused in the same way as one of a missing parser', async () => {
    const foreignKey = await service.keyFor('theirs')
    const parser = await service.parser({ fields: { title: 'h1' } }, {}, foreignKey)
    const [foreign, absent] = await Promise.all([
      create({ name: 'x', from_parser: parser }),
      create({ name: 'x', from_parser: 'prs_none' }),
    ])
    assert.deepEqual([foreign.status, foreign.text], [404, absent.text])
  })

  const bad: [string, Record<string, unknown>][] = [
    ['columns', { columns: undefined }],
    ['columns', { columns: [] }],
    ['columns[0].name', { columns: [{ name: 'a"b', type: 'string' }] }],
    ['columns[0].name', { columns: [{ name: '__proto__', type: 'string' }] }],
    ['columns[0].name', { columns: [{ name: "x') --", type: 'string' }] }],
    ['columns[0].path', { columns: [{ name: 'a', path: 'a[', type: 'string' }] }],
    ['columns[0].type', { columns: [{ name: 'a', type: 'date' }] }],
    ['columns[0].index', { columns: [{ name: 'a', type: 'string', index: true }] }],
    ['columns[6].name', { columns: [...COLUMNS, COLUMNS[0]] }],
    ['primary_key[0]', { primary_key: ['absent'] }],
    ['primary_key[0]', { primary_key: ['tags'] }],
    ['primary_key[1]', { primary_key: ['sku', 'sku'] }],
    ['primary_key', { write_mode: 'upsert' }],
    ['write_mode', { write_mode: 'merge' }],
    ['rows_path', { rows_path: '[' }],
    ['color', { color: 'red' }],
  ]
  for (const [field, fields] of bad)
    test(`is refused with ${JSON.stringify(fields)}`, async () => {
      const { status, json } = await create({ name: 'x', columns: COLUMNS, ...fields })
      assert.deepEqual([status, json.field], [400, field], JSON.stringify(json))
    })
})

describe('a database', () => {
  test('can be restored with its rows after it was deleted', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a' })
    assert.equal((await service.call(database.path, { method: 'DELETE' })).status, 204)
    assert.equal((await database.call('/rows')).status, 404)
    assert.equal((await database.call('/restore', { method: 'POST' })).status, 200)
    assert.deepEqual(await database.column('sku'), ['a'])
  })

  test('of another account is a 404, like one that does not exist', async () => {
    const { id } = await makeDatabase(service)
    const headers = { 'x-api-key': await service.keyFor('theirs') }
    for (const path of ['', '/rows', '/rows/row_1', '/changes', '/rows/row_1/history', '/export']) {
      const foreign = await service.call(`/v1/databases/${id}${path}`, { headers })
      const absent = await service.call(`/v1/databases/db_none${path}`, { headers })
      assert.deepEqual([foreign.status, foreign.text], [404, absent.text], path)
    }
    const answer = await service.call(`/v1/databases/${id}/rows`, {
      json: { rows: [{ sku: 'a' }] },
      headers,
    })
    assert.equal(answer.status, 404)
  })

  test('cannot be changed by a caller with an outdated version', async () => {
    const { id } = await makeDatabase(service)
    const body = { name: 'Other', columns: COLUMNS }
    assert.equal((await replaceDatabase(id, body, { 'if-match': '1' })).json.version, 2)
    assert.equal((await replaceDatabase(id, body, { 'if-match': '1' })).status, 412)
  })
})

const asText = (name: string) => ({ name, type: 'string' })

describe('a change of the definition', () => {
  test('may add a nullable column, widen a type, and hide a column', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a', stock: 3, title: 'Kettle' })
    const columns = [
      { name: 'sku', type: 'string', nullable: false },
      { name: 'stock', type: 'number' },
      { name: 'color', type: 'string' },
    ]
    const { status, text } = await replaceDatabase(database.id, { name: 'x', columns })
    assert.equal(status, 200, text)
    assert.deepEqual(await database.rows(), [{ sku: 'a', stock: 3, color: null }])
    await replaceDatabase(database.id, { name: 'x', columns: COLUMNS })
    assert.deepEqual(await database.column('title'), ['Kettle'], 'it comes back with its values')
  })

  test('may add a column named like an inherited property of objects', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a' })
    const columns = [{ name: 'sku', type: 'string' }, ...['constructor', 'toString'].map(asText)]
    const { status, text } = await replaceDatabase(database.id, { name: 'x', columns })
    assert.equal(status, 200, text)
    assert.deepEqual(await database.rows(), [{ sku: 'a', constructor: null, toString: null }])
    await database.write({ sku: 'b', constructor: 'Bo' })
    assert.deepEqual(await database.column('constructor', 'sku=b'), ['Bo'])
  })

  test('is refused when existing rows do not fit, and the error shows some of them', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a', title: 'Kettle' }, { sku: 'b', title: '7' }, { sku: 'c' })
    const columns = COLUMNS.map(column =>
      column.name === 'title' ? { name: 'title', type: 'integer' } : column,
    )
    const clash = await replaceDatabase(database.id, { name: 'x', columns })
    assert.deepEqual([clash.status, clash.json.field], [409, 'title'])
    const [{ rows, examples }] = clash.json.preview
    assert.equal(rows, 2)
    assert.deepEqual(
      examples.map(({ value }: { value: unknown }) => value),
      ['Kettle', '7'],
    )
    const newColumn = await replaceDatabase(database.id, {
      name: 'x',
      columns: [...COLUMNS, { name: 'must', type: 'string', nullable: false }],
    })
    assert.deepEqual([newColumn.status, newColumn.json.preview[0].rows], [409, 3])
    assert.equal((await read(database.id)).json.version, 1, 'nothing was changed')
  })

  test('is refused when a number must become an integer and is none', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a', price: 2 })
    const columns = COLUMNS.map(column => (column.name === 'price' ? { ...column, type: 'integer' } : column))
    const change = () => replaceDatabase(database.id, { name: 'x', columns })
    assert.equal((await change()).status, 200)
    assert.equal((await replaceDatabase(database.id, { name: 'x', columns: COLUMNS })).status, 200)
    await database.write({ sku: 'b', price: 2.5 })
    const { status, json } = await change()
    assert.deepEqual([status, json.preview?.[0].examples[0].value], [409, 2.5])
  })

  test('may add a primary key when all rows have unique values for it', async () => {
    const database = await makeDatabase(service)
    await database.write({ sku: 'a', stock: 1 }, { sku: 'b', stock: 1 })
    const keyed = (...primary_key: string[]) =>
      replaceDatabase(database.id, { name: 'x', columns: COLUMNS, primary_key, write_mode: 'upsert' })
    const twice = await keyed('stock')
    assert.equal(twice.status, 409)
    assert.deepEqual(twice.json.preview[0].examples[0].value, [1])
    assert.equal((await keyed('title')).status, 409, 'null is no key')
    assert.equal((await keyed('sku', 'stock')).status, 200)
    assert.deepEqual(await database.write({ sku: 'a', stock: 1, title: 'Kettle' }), {
      added: 0,
      changed: 1,
      unchanged: 0,
      returned: 0,
      removed: 0,
    })
  })
})
