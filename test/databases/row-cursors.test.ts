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

for (const [name, copies] of [
  ['a small database', 1],
  ['a database with an index', 200],
] as const)
  test(`pages of rows sorted by texts that are no valid Unicode hold each row once, in ${name}`, async () => {
    const columns = [
      { name: 'title', type: 'string' },
      { name: 'place', type: 'integer' },
    ]
    const odd = await makeDatabase(service, { columns })
    const rows = ODD_TEXTS.flatMap(title => Array<string>(copies).fill(title)).map((title, place) => ({
      title,
      place,
    }))
    for (let at = 0; at < rows.length; at += 1_000) await odd.write(...rows.slice(at, at + 1_000))
    for (const sort of ['title', '-title']) {
      const seen: number[] = []
      for (let cursor = ''; seen.length <= rows.length; ) {
        const { json } = await odd.call(`/rows?limit=${copies + 3}&sort=${sort}${cursor}`)
        seen.push(...json.data.map(({ data }: { data: { place: number } }) => data.place))
        if (!json.has_more) break
        cursor = `&cursor=${json.next_cursor}`
      }
      assert.deepEqual([seen.length, new Set(seen).size], [rows.length, rows.length], sort)
    }
  })
