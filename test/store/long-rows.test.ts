import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column, DatabaseDocument } from '../../server/store/databases/databases.ts'
import { BY_HAND } from '../../server/store/databases/rows.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NOW = Date.parse('2026-03-01T00:00:00.000Z')
const TITLE: Column = { name: 'title', path: 'title', type: 'string', nullable: true }
const STOCK: Column = { name: 'stock', path: 'stock', type: 'integer', nullable: true }
const DOCUMENT: DatabaseDocument = {
  name: 'Rows', description: '', columns: [TITLE, STOCK], rows_path: '', primary_key: [], write_mode: 'append', track_history: false,
  on_missing: 'keep', from_parser: null,
} // biome-ignore format: a document

test('a database of few rows is sorted by a lookup where these are long, and not all at once', async () => {
  const store = openStore(tempFolder())
  const { id: accountId } = await store.accounts.ensure('one', 0, NOW)
  const { record: database, write } = store.databases.create(accountId, 'db_ONE', DOCUMENT, NOW)
  await store.write(write)
  const add = (title: string, count: number) => {
    const rows = Array.from({ length: count }, (_, stock) => ({ data: { title, stock }, source: BY_HAND }))
    return store.write(() => store.databaseRows.write(database, rows, NOW))
  }
  const sort = { column: STOCK, descending: true }
  const highest = async () =>
    (await store.rowList.page(database, { filters: [], removed: 'without', sort, limit: 1 })).data[0]?.data
      .stock

  await add('short', 10)
  assert.equal(await highest(), 9)
  assert.equal(store.rowLookups.find(database.id, STOCK), null)
  await add('x'.repeat(900_000), 20)
  assert.equal(await highest(), 19)
  assert.notEqual(store.rowLookups.find(database.id, STOCK), null)
  store.close()
})
