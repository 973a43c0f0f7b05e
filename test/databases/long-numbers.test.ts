import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase, upload } from './support/database.ts'

let service: TestApp
before(async () => {
  service = await startTestApp()
})
after(() => service.stop())

const ID = '1234567890123456789'

const post = (database: TestDatabase, row: string) =>
  database.call('/rows', {
    body: `{"rows": [${row}]}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })

const WRITERS: [string, typeof post][] = [
  ['a body', post],
  ['a list of JSON', (database, row) => upload(database, `[${row}]`)],
  ['lines of JSON', (database, row) => upload(database, row)],
]

test('ids in a list all become texts, even those that a number could hold', async () => {
  const database = await makeDatabase(service)
  const ids = ['17841400000000001', '17841400000000002']
  for (const id of ids) assert.equal((await post(database, `{"sku": ${id}}`)).status, 200)
  await post(database, `{"sku": "a", "tags": [${ids.join()}]}`)
  const rows = await database.rows()
  assert.deepEqual(rows.map(({ sku }) => sku).sort(), [...ids, 'a'])
  assert.deepEqual(rows.find(({ sku }) => sku === 'a')!.tags, ids)
})

describe('a whole number that JavaScript would round', () => {
  for (const [name, send] of WRITERS) {
    test(`keeps its digits as text in ${name}`, async () => {
      const database = await makeDatabase(service)
      const { text } = await send(database, `{"sku": ${ID}, "tags": {"ids": [-${ID}, 12, "${ID}, ${ID}"]}}`)
      const [row] = await database.rows()
      assert.equal(row?.sku, ID, text)
      assert.deepEqual(row?.tags, { ids: [`-${ID}`, 12, `${ID}, ${ID}`] })
    })

    for (const column of ['price', 'stock'])
      test(`is refused for the column ${column} in ${name}`, async () => {
        const database = await makeDatabase(service)
        const { status, json } = await send(database, `{"sku": "a", "${column}": ${ID}}`)
        assert.deepEqual([status, json.field], [400, `rows[0].${column}`])
        assert.equal(json.error, `\`${column}\` has more digits than a number holds.`)
        assert.match(json.hint, /a column of the type `string` takes any text\.$/)
      })

    test(`is refused for a column of integers in ${name} as out of range, even if it would not be rounded`, async () => {
      const database = await makeDatabase(service)
      for (const stock of ['9007199254740992', '-9007199254740992', '1e20']) {
        const { json } = await send(database, `{"sku": "a", "stock": ${stock}}`)
        assert.equal(json.error, '`stock` is out of range: integers go up to 9,007,199,254,740,991.')
      }
      const { json } = await send(database, '{"sku": "a", "price": -1e400}')
      assert.equal(json.error, '`price` is out of range: numbers go up to 1.8e308.')
    })

    test(`stays a number in ${name} when it can be represented exactly`, async () => {
      const database = await makeDatabase(service)
      await send(database, `{"sku": "a", "price": 1000000000000000000, "tags": 9007199254740991}`)
      const [row] = await database.rows()
      assert.deepEqual([row?.price, row?.tags], [1e18, 9007199254740991])
    })
  }

  test('keeps its digits as text in a CSV, or is refused', async () => {
    const database = await makeDatabase(service)
    await upload(database, `sku,tags\n${ID},[${ID}]\n`)
    const [row] = await database.rows()
    assert.deepEqual([row?.sku, row?.tags], [ID, [ID]])
    for (const column of ['price', 'stock']) {
      const { json } = await upload(database, `sku,${column}\na,${ID}\n`)
      assert.equal(json.error, `\`${column}\` has more digits than a number holds.`)
    }
    assert.equal((await upload(database, 'sku,price\nb,1000000000000000000\n')).json.added, 1)
  })
})
