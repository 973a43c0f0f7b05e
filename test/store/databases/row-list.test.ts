import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DatabaseRecord } from '../../../server/store/databases/databases.ts'
import type { Filter, RowSelection } from '../../../server/store/databases/row-filter.ts'
import type { RowQuery } from '../../../server/store/databases/row-list.ts'
import { BY_HAND } from '../../../server/store/databases/rows.ts'
import type { Store } from '../../../server/store/open-store.ts'
import { rounds, SEED } from '../../support/seeds.ts'
import { queryPlainRows } from '../support/plain-rows.ts'
import { COLUMNS, makeRows, markMissing, NOW, queryOf, randomOf } from '../support/random-rows.ts'

async function everyPage(store: Store, database: DatabaseRecord, query: Omit<RowQuery, 'limit'>) {
  const found: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await store.rowList.page(database, { ...query, limit: 333, cursor })
    found.push(...page.data.map(({ data }) => data.sku))
    if (page.next_cursor === null) return found
    cursor = page.next_cursor
  }
}

async function exportRows(store: Store, database: DatabaseRecord, selection: RowSelection) {
  const found: unknown[] = []
  for await (const { data } of store.rowList.all(database, selection)) found.push(data.sku)
  return found
}

describe('a list of rows', () => {
  for (const count of [1_200, 3_500])
    test(`of ${count} equals a plain filter over all rows, whatever the query (WINNOW_SEED=${SEED})`, async () => {
      const random = randomOf(SEED + count)
      const { store, database, rows, write } = await makeRows(random, count)
      const check = async () => {
        const query = queryOf(random)
        const expected = queryPlainRows([...rows.values()], query)
        assert.deepEqual(await everyPage(store, database, query), expected, JSON.stringify(query))
        const { sort: _, ...selection } = query
        const inOrder = queryPlainRows([...rows.values()], selection).reverse()
        assert.deepEqual(await exportRows(store, database, selection), inOrder, JSON.stringify(selection))
      }
      for (let round = 0; round < rounds(3); round++) {
        for (let i = 0; i < 20; i++) await check()
        // The queries run while lookups are being filled, and after that.
        const keys = Array.from({ length: 150 }, () => Math.floor(random.random() * (count + 200)))
        await write([...new Set(keys)])
        for (const key of [...rows.keys()].filter(() => random.random() < 0.01)) {
          const row = rows.get(key)!
          const [found] = (
            await store.rowList.page(database, {
              filters: [{ column: COLUMNS[0]!, operator: 'eq', values: [String(row.data.sku)] }],
              removed: 'with',
              limit: 1,
            })
          ).data
          await store.write(() => store.databaseRows.remove(database, found!.id, NOW))
          rows.delete(key)
        }
        if (round === 1) for (const one of COLUMNS.slice(0, 5)) await store.rowLookups.ensure(database, one)
        if (round === 2) await store.rowLookups.ensure(database, 'texts')
        if (round === 2) await markMissing(store, database, rows)
      }
      store.close()
    })

  for (const query of ['contains', 'q'])
    test(`searches long values for a repetitive text (${query}) without holding up other work`, async () => {
      const { store, database } = await makeRows(randomOf(SEED), 10)
      const data = (key: number) => ({ sku: `long-${key}`, title: 'a'.repeat(150_000) })
      await store.write(() =>
        store.databaseRows.write(
          database,
          Array.from({ length: 20 }, (_, key) => ({ data: data(key), source: BY_HAND })),
          NOW,
        ),
      )
      const search = (text: string) => {
        const filter: Filter = { column: COLUMNS[1]!, operator: 'contains', values: [text] }
        const rowQuery = query === 'q' ? { filters: [], q: text } : { filters: [filter] }
        return store.rowList.page(database, { ...rowQuery, removed: 'without', limit: 100 })
      }
      const start = performance.now()
      assert.equal((await search(`${'A'.repeat(490)}b`)).data.length, 0)
      assert.ok(performance.now() - start < 2_000, 'in less time than it takes to compare at each character')
      assert.equal((await search('A'.repeat(490))).data.length, 20)
      store.close()
    })

  for (const count of [20, 2_500])
    test(`of ${count} is read in pages and steps of a few megabytes, however long the rows are`, async () => {
      const { store, database } = await makeRows(randomOf(SEED), count)
      const long = Array.from({ length: 15 }, (_, key) => ({
        data: { sku: `long-${key}`, title: `${key} ${'x'.repeat(900_000)}`, price: 1e9 },
        source: BY_HAND,
      }))
      await store.write(() => store.databaseRows.write(database, long, NOW))
      const skus = long.map(({ data }) => data.sku)
      const filters: Filter[] = [{ column: COLUMNS[2]!, operator: 'eq', values: [1e9] }]
      const queries: Omit<RowQuery, 'limit'>[] = [
        { filters, removed: 'without' },
        { filters, removed: 'without', q: 'xxxxxx' },
        { filters, removed: 'without', sort: { column: COLUMNS[4]!, descending: true } },
      ]
      for (const query of queries) {
        const page = await store.rowList.page(database, { ...query, limit: 1_000 })
        assert.deepEqual([page.data.length, page.has_more], [4, true])
        assert.deepEqual(await everyPage(store, database, query), skus.toReversed())
      }
      assert.deepEqual(await exportRows(store, database, { filters, removed: 'without' }), skus)
      store.close()
    })

  test('removes the lookups of dropped columns and of purged databases', async () => {
    const random = randomOf(SEED)
    const { store, database } = await makeRows(random, 2_500)
    const sold = COLUMNS[4]!
    for (const one of COLUMNS.slice(0, 5)) await store.rowLookups.ensure(database, one)
    await store.rowLookups.ensure(database, 'texts')
    assert.notEqual(store.rowLookups.find(database.id, sold), null)
    await store.write(() =>
      store.databaseSchemas.apply(database, { ...database, columns: COLUMNS.filter(one => one !== sold) }),
    )
    assert.equal(store.rowLookups.find(database.id, sold), null)
    assert.notEqual(store.rowLookups.find(database.id, COLUMNS[0]!), null)
    await store.rowLookups.clean()
    await store.purgeDatabase(database.id)
    await store.rowLookups.clean()
    assert.equal(store.rowLookups.textsFilledTo(database.id), null)
    store.close()
  })
})
