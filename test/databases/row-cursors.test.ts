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
