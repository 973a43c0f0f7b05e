import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import type { Column, DatabaseDocument } from '../../../server/store/databases/databases.ts'
import { BY_HAND } from '../../../server/store/databases/rows.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { LazyStatement } from '../../../server/store/statement.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const NOW = Date.parse('2026-03-01T00:00:00.000Z')
const TITLE: Column = { name: 'title', path: 'title', type: 'string', nullable: true }
const STOCK: Column = { name: 'stock', path: 'stock', type: 'integer', nullable: true }
const DOCUMENT: DatabaseDocument = {
  name: 'Rows', description: '', columns: [TITLE, STOCK], rows_path: '', primary_key: [], write_mode: 'append', track_history: false,
  on_missing: 'keep', from_parser: null,
} // biome-ignore format: a document

test('a database of few rows is sorted by a lookup only when these rows are long', async () => {
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

/** Short rows, as many as make a lookup worthwhile, followed by long rows. */
const SHORT = 3_000
const LONG = 40
const LONG_CHARACTERS = 300_000

async function shortThenLong() {
  const store = openStore(tempFolder())
  const { id: accountId } = await store.accounts.ensure('one', 0, NOW)
  const document = { ...DOCUMENT, primary_key: ['stock'], write_mode: 'upsert' as const, track_history: true }
  const { record: database, write } = store.databases.create(accountId, 'db_ONE', document, NOW)
  await store.write(write)
  const putRows = async (titleOf: (stock: number) => string, first: number, count: number) => {
    const rows = Array.from({ length: count }, (_, i) => ({
      data: { title: titleOf(first + i), stock: first + i },
      source: BY_HAND,
    }))
    await store.write(() => store.databaseRows.write(database, rows, NOW))
  }
  const putLong = (letter: string) => putRows(() => letter.repeat(LONG_CHARACTERS), SHORT, LONG)
  await putRows(stock => `short ${stock}`, 0, SHORT)
  await putLong('x')
  return { store, database, putLong }
}

/** The most characters of long rows, or of their changes, in one of these slices. */
function largestStretch(stretches: readonly { after: number; last: number }[]): number {
  const lengths = stretches.map(({ after, last }) => last - Math.max(after, SHORT))
  return Math.max(...lengths) * LONG_CHARACTERS
}

/** Records the arguments with which statements are run. */
function noteRuns(t: TestContext, method: 'run' | 'all' | 'iterate') {
  const runs = mock.method(LazyStatement.prototype, method)
  t.after(() => runs.mock.restore())
  return () => runs.mock.calls.map(({ arguments: values }) => values)
}

const isStretch = (value: unknown): value is { after: number; last: number } =>
  typeof value === 'object' && value !== null && 'after' in value && 'last' in value

test('long texts of rows are searched, and filled into their lookup, a few rows at a time', async t => {
  const { store, database } = await shortThenLong()
  const searches = noteRuns(t, 'iterate')
  const fills = noteRuns(t, 'run')
  const find = async () => {
    const found: unknown[] = []
    const all = store.rowList.all(database, { filters: [], removed: 'without', q: 'none' })
    for await (const row of all) found.push(row)
    return found
  }
  assert.deepEqual(await find(), [])
  const looked = searches().map(([, after, last]) => ({ after: Number(after), last: Number(last) }))
  assert.equal(looked.at(-1)?.last, SHORT + LONG)
  assert.ok(largestStretch(looked) <= 5_000_000)
  await store.rowLookups.ensure(database, 'texts')
  const filled = fills().flat().filter(isStretch)
  assert.equal(filled.at(-1)?.last, SHORT + LONG)
  assert.ok(largestStretch(filled) <= 1_000_000)
  assert.deepEqual(await find(), [])
  store.close()
})

test('long rows that are sorted are searched a few at a time', async t => {
  const { store, database } = await shortThenLong()
  await store.rowLookups.ensure(database, STOCK)
  const searches = noteRuns(t, 'iterate')
  const sort = { column: STOCK, descending: false }
  const query = { filters: [], removed: 'without' as const, q: 'none', sort, limit: 10 }
  assert.deepEqual((await store.rowList.page(database, query)).data, [])
  const sizes = searches().map(values => values.at(-1) as { stretch: number; value?: number; size: number })
  const looked = sizes.filter(({ stretch }) => stretch === 0)
  const stretches = looked.map(({ value = -1, size }) => {
    const after = value + 1
    return { after, last: Math.min(after + size, SHORT + LONG) }
  })
  assert.equal(stretches.at(-1)?.last, SHORT + LONG)
  assert.ok(largestStretch(stretches) <= 5_000_000)
  store.close()
})

test('changes of long rows are summed a few at a time', async t => {
  const { store, database, putLong } = await shortThenLong()
  await putLong('y')
  const sums = noteRuns(t, 'all')
  const { fields } = await store.databaseChanges.summary(database.id, 0)
  assert.deepEqual(
    fields.map(({ field, changed }) => [field, changed]),
    [['title', LONG]],
  )
  const stretches = sums()
    .map(([value]) => value as { first?: number; last?: number })
    .flatMap(({ first, last }) => (first && last ? [{ after: first - 1, last }] : []))
  const changed = stretches.filter(({ last }) => last > SHORT + LONG)
  assert.ok(changed.length >= 3)
  store.close()
})
