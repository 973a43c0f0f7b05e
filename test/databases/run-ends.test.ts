import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { collect, DOCUMENT, storeWithDatabase } from './support/store-with-database.ts'

describe('the end of a complete run of jobs', () => {
  test('removes rows that no write has contained since the start of the run, including rows of other runs', async () => {
    const { run, rows, mark, finish, events, store } = await storeWithDatabase()
    await run({ id: 'a' }, { id: 'b' }, { id: 'c' })
    const start = mark()
    await run({ id: 'a' })
    await run({ id: 'd' })
    assert.equal(await finish(start), 2)
    const removed = (await rows()).filter(row => row.removed)
    assert.deepEqual(
      removed.map(row => (row as { sku?: unknown }).sku),
      ['b', 'c'],
    )
    assert.deepEqual(await events(), [
      { added: 0, changed: 0, returned: 0, removed: 2 },
      { added: 1, changed: 0, returned: 0, removed: 0 },
      { added: 3, changed: 0, returned: 0, removed: 0 },
    ])
    assert.equal(await finish(start), 0, 'a repeat after a crash finds nothing more')
    store.close()
  })

  const ORDERS: [string, ('first' | 'second')[]][] = [
    ['after', ['first', 'second']],
    ['before', ['second', 'first']],
  ]
  for (const [when, order] of ORDERS)
    test(`keeps the rows of the later of two overlapping runs, if that one ends ${when} the other`, async () => {
      const { runFrom, rows, mark, finish, store } = await storeWithDatabase({
        write_mode: 'replace',
        on_missing: 'delete',
      })
      const marks = { first: mark(), second: mark() }
      const item = (id: string, price: number) => ({ id, offer: { price } })
      await runFrom(marks.first, item('a1', 1), item('both', 1))
      await runFrom(marks.second, item('b1', 2), item('both', 2))
      await runFrom(marks.first, item('a2', 1), item('b1', 1))
      await finish(marks[order[0]!])
      const [missing, late] = order[0] === 'first' ? (['second', 'b2'] as const) : (['first', 'a3'] as const)
      await runFrom(marks[missing], item(late, 3))
      await finish(marks[missing])
      assert.deepEqual(
        (await rows())
          .map(row => [(row as { sku?: unknown }).sku, (row as { price?: unknown }).price])
          .sort(),
        [['b1', 2], ...(late === 'b2' ? [['b2', 3]] : []), ['both', 2]],
      )
      assert.equal(store.databases.read('acc', 'db_1')?.row_count, late === 'b2' ? 3 : 2)
      store.close()
    })

  test('removes many rows in steps, and counts the remaining ones', async () => {
    const { run, mark, finish, store } = await storeWithDatabase({ on_missing: 'delete' })
    await run(...Array.from({ length: 1_234 }, (_, i) => ({ id: `s${i}` })))
    const start = mark()
    await run({ id: 's7' })
    assert.equal(await finish(start), 1_233)
    assert.equal(store.databases.read('acc', 'db_1')?.row_count, 1)
    store.close()
  })

  test('removes nothing when the definition of the database says so', async () => {
    for (const changes of [{ on_missing: 'keep' }, { write_mode: 'append' }] as const) {
      const { run, mark, finish, rows, store } = await storeWithDatabase(changes)
      await run({ id: 'a' })
      assert.equal(await finish(mark()), 0)
      assert.equal((await rows()).length, 1)
      store.close()
    }
  })
})

describe('a complete write whose database is changed meanwhile', () => {
  const changes = [
    ['no longer be replaced', { write_mode: 'upsert' }],
    ['keep missing rows', { on_missing: 'keep' }],
  ] as const
  for (const [what, change] of changes)
    test(`removes no rows if the database is to ${what}`, async () => {
      const before = { write_mode: 'replace', on_missing: 'delete' } as const
      const { store, writer, record } = await storeWithDatabase(before)
      await writer.writeInputs('acc', 'db_1', [{ sku: 'old' }])
      async function* slices() {
        yield [{ sku: 'a' }]
        await store.write(() => store.databases.update('db_1', { ...DOCUMENT, ...before, ...change }, 9))
        yield [{ sku: 'b' }]
      }
      assert.equal((await writer.writeAll('acc', record, slices())).removed, 0)
      assert.equal(store.databases.read('acc', 'db_1')?.row_count, 3)
      store.close()
    })
})

describe('the error of a write that fails halfway', () => {
  test('says how many rows were written before a key that another write added in the meantime', async () => {
    const { store, writer, record } = await storeWithDatabase({ write_mode: 'append' })
    async function* slices() {
      yield [{ sku: 'a' }, { sku: 'b' }]
      await writer.writeInputs('acc', 'db_1', [{ sku: 'shared' }])
      yield [{ sku: 'c' }, { sku: 'shared' }]
    }
    await assert.rejects(writer.writeAll('acc', record, slices()), {
      message: 'There is a row with sku = "shared" already; only the first 2 rows were written.',
      facts: {
        field: 'rows[3].sku',
        hint: 'Send the other rows again, without those whose key already exists.',
      },
    })
    store.close()
  })

  const HINTS = [
    [
      'append',
      [],
      'Correct the row, or change the column, and send the other rows again: only the first 2 rows were written.',
    ],
    [
      'upsert',
      ['sku'],
      'Correct the row, or change the column, and send all rows again: only the first 2 rows were written.',
    ],
  ] as const
  for (const [write_mode, primary_key, hint] of HINTS)
    test(`says how many rows were written before a column was changed, with ${write_mode}`, async () => {
      const { store, writer, record } = await storeWithDatabase({ write_mode, primary_key: [...primary_key] })
      async function* slices() {
        yield [{ sku: 'a' }, { sku: 'b' }]
        const columns = [{ ...DOCUMENT.columns[0]!, type: 'integer' as const }]
        await store.write(() => store.databases.update('db_1', { ...record, columns }, Date.now()))
        yield [{ sku: 'c' }]
      }
      await assert.rejects(writer.writeAll('acc', record, slices()), {
        facts: { field: 'rows[2].sku', hint },
      })
      store.close()
    })
})

describe('a deleted database', () => {
  test('is purged with its rows, feed and indexes after the retention time', async () => {
    const { run, store } = await storeWithDatabase()
    await run(...Array.from({ length: 5_000 }, (_, i) => ({ id: `s${i}`, offer: { price: i } })))
    const database = store.databases.read('acc', 'db_1')!
    const filters = [{ column: database.columns[1]!, operator: 'eq' as const, values: [7] }]
    assert.equal(
      (await store.rowList.page(database, { filters, removed: 'without', limit: 10 })).data.length,
      1,
    )
    await store.databases.remove('acc', 'db_1', 1_000)
    assert.deepEqual(await store.databases.expired(1_000 + 7 * 86_400_000), [])
    assert.deepEqual(await store.databases.expired(1_001 + 7 * 86_400_000), ['db_1'])
    await store.purgeDatabase('db_1')
    assert.equal(await store.databases.restore('acc', 'db_1', 1_000), null)
    assert.deepEqual((await store.databaseChanges.list('db_1', { limit: 5 })).data, [])
    const rows = await collect(store.rowList.all(database, { filters: [], removed: 'with' }))
    assert.deepEqual(rows, [])
    store.close()
  })
})
