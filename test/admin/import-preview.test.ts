import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { makeDatabase, type TestDatabase } from '../databases/support/database.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
let database: TestDatabase
before(async () => {
  service = await startTestApp()
  database = await makeDatabase(service)
})
after(() => service.stop())

async function preview(content: string, fields: Record<string, string> = {}, path = database.path) {
  const body = new FormData()
  body.append('file', new Blob([content]), 'rows')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { authorization: `Bearer ${service.app.adminToken}` }
  const address = `${service.url}${path.replace('/v1/', '/admin/')}/import/preview`
  const answer = await fetch(address, { method: 'POST', headers, body })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, json: (await answer.json()) as any }
}

const SHEET = ['SKU,Title,Price (EUR),stock', 'a,Kettle,24.5,3', 'b,Cup,n/a,', 'c,Plate,n/a,2'].join('\n')

describe('the preview of an import', () => {
  test('maps columns of the file to fields by their names, and leaves the others unmapped', async () => {
    const { status, json } = await preview(SHEET)
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(
      json.columns.map(({ name, field }: { name: string; field: string }) => [name, field]),
      [
        ['SKU', 'sku'],
        ['Title', 'title'],
        ['Price (EUR)', null],
        ['stock', 'stock'],
      ],
    )
    assert.deepEqual([json.rows, json.fit, json.causes], [3, 3, []])
    assert.deepEqual(json.first[0], { sku: 'a', title: 'Kettle', stock: 3 })
    assert.deepEqual(await database.rows(), [])
  })

  test('counts the values of each column that fit, and groups the others by cause', async () => {
    const mapping = JSON.stringify({ SKU: 'sku', Title: 'title', 'Price (EUR)': 'price', stock: 'stock' })
    const { json } = await preview(SHEET, { mapping })
    assert.deepEqual(json.columns[2], {
      name: 'Price (EUR)',
      field: 'price',
      examples: ['24.5', 'n/a', 'n/a'],
      values: 1,
      empty: 0,
      unfit: 2,
    })
    assert.deepEqual([json.columns[3].values, json.columns[3].empty], [2, 1])
    assert.deepEqual(json.causes, [
      { error: '`price` must be a number.', field: 'price', count: 2, first: [1, 2] },
    ])
    assert.deepEqual([json.rows, json.fit], [3, 1])
  })

  test('shows the rows that the import then writes', async () => {
    const mapping = JSON.stringify({ SKU: 'sku', Title: 'title', 'Price (EUR)': null })
    const { json } = await preview(SHEET, { mapping })
    const body = new FormData()
    body.append('file', new Blob([SHEET]), 'rows')
    body.append('mapping', mapping)
    const { status, text } = await database.call('/import', { body })
    assert.equal(status, 200, text)
    const imported = (await database.rows()).reverse()
    assert.deepEqual(
      json.first.map((row: Record<string, unknown>) => row.sku),
      imported.map(row => row.sku),
    )
    assert.deepEqual(imported[0], {
      sku: 'a',
      title: 'Kettle',
      price: null,
      stock: 3,
      sold: null,
      tags: null,
    })
  })

  test('rejects rows whose key already exists in a database in append mode', async () => {
    const log = await makeDatabase(service, { primary_key: ['sku'], write_mode: 'append' })
    await log.write({ sku: 'a' })
    const { json } = await preview('sku\na\nb\nb\n', {}, log.path)
    assert.deepEqual([json.rows, json.fit], [3, 1])
    assert.deepEqual(
      json.causes.map(({ error }: { error: string }) => error),
      ['a', 'b'].map(key => `A row with the key ["${key}"] already exists. The mode \`upsert\` updates it.`),
    )
  })

  test('applies the mapping to the fields of NDJSON', async () => {
    const { json } = await preview('{"Name":"Kettle","x":1}\n{"Name":"Cup","x":2}', {
      mapping: '{"Name":"sku","x":null}',
    })
    assert.deepEqual(json.first, [{ sku: 'Kettle' }, { sku: 'Cup' }])
  })

  test('refuses a file that does not contain rows, and a database of another account', async () => {
    assert.equal((await preview('{"a":')).status, 400)
    await service.keyFor('other')
    assert.equal((await preview(SHEET, { account: 'other' })).status, 404)
  })
})
