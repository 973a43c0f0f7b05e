import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/start-app.ts'
import { makeDatabase, type TestDatabase } from './support/database.ts'

let service: TestApp
let database: TestDatabase
before(async () => {
  service = await startTestApp()
  database = await makeDatabase(service, {
    columns: [
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
    ],
  })
  await database.write({ title: 'a', price: 2 }, { title: 'b', price: 1 }, { title: 'c', price: 3 })
})
after(() => service.stop())

const page = async (query: string) => (await database.call(`/rows?limit=1&${query}`)).json
const SORTS = ['', 'sort=price', 'sort=-price', 'sort=title']

for (const sort of SORTS)
  test(`a cursor is refused for another order than its own: ${sort || 'the newest first'}`, async () => {
    const cursor = `cursor=${(await page(sort)).next_cursor}`
    assert.equal((await page(`${sort}&${cursor}`)).data.length, 1)
    for (const other of SORTS.filter(one => one !== sort)) {
      const { error, field, hint } = await page(`${other}&${cursor}`)
      assert.deepEqual([error, field], ['This cursor belongs to a list in another order.', 'cursor'])
      assert.match(hint, /`sort`/)
    }
  })

/** Texts end at a NUL where they are compared, and the store sorts half of a surrogate pair by bytes that are no UTF-8. */
const ODD_TEXTS = [
  '\ud83d',
  '\udc00',
  'a\ud83d',
  'a\ud83db',
  '�',
  'a�',
  'a\0b',
  'a\0c',
  'a',
  '',
  '😀',
  'ž'.repeat(600),
]

/** The digits that JSON shows of a large number are not those of its exact value. */
const LARGE_NUMBERS = [
  1700000000123456800,
  1700000000123457000,
  -1700000000123456800,
  2 ** 63 - 1024,
  2 ** 63,
  1e22,
  0.1,
]

const ODD_VALUES = [
  { type: 'string', what: 'texts that are no valid Unicode', values: ODD_TEXTS },
  { type: 'number', what: 'large numbers', values: LARGE_NUMBERS },
]
const SIZES = [
  { size: 'a small database', copies: 1 },
  { size: 'a database with an index', copies: 300 },
]

for (const { type, what, values } of ODD_VALUES)
  for (const { size, copies } of SIZES)
    test(`pages of rows sorted by ${what} hold each row once, in ${size}`, async () => {
      const columns = [
        { name: 'odd', type },
        { name: 'place', type: 'integer' },
      ]
      const list = await makeDatabase(service, { columns })
      const rows = values
        .flatMap(odd => Array<unknown>(copies).fill(odd))
        .map((odd, place) => ({ odd, place }))
      for (let at = 0; at < rows.length; at += 1_000) await list.write(...rows.slice(at, at + 1_000))
      for (const sort of ['odd', '-odd']) {
        const seen: number[] = []
        for (let cursor = ''; seen.length <= rows.length; ) {
          const { json } = await list.call(`/rows?limit=${copies + 3}&sort=${sort}${cursor}`)
          seen.push(...json.data.map(({ data }: { data: { place: number } }) => data.place))
          if (!json.has_more) break
          cursor = `&cursor=${json.next_cursor}`
        }
        assert.deepEqual([seen.length, new Set(seen).size], [rows.length, rows.length], sort)
      }
    })

test('a filter finds a large number by the digits that a row shows', async () => {
  const list = await makeDatabase(service, { columns: [{ name: 'odd', type: 'number' }] })
  await list.write(...LARGE_NUMBERS.map(odd => ({ odd })))
  for (const odd of LARGE_NUMBERS)
    assert.deepEqual(await list.rows(`odd=${encodeURIComponent(odd)}`), [{ odd }], String(odd))
})
