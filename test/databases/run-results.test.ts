import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRowWriter } from '../../server/databases/write-rows.ts'
import type { DatabaseDocument } from '../../server/store/databases/databases.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const DOCUMENT: DatabaseDocument = {
  name: 'Shop',
  description: '',
  columns: [
    { name: 'sku', path: 'id', type: 'string', nullable: false },
    { name: 'price', path: 'offer.price', type: 'number', nullable: true },
    { name: 'tags', path: 'tags[*].name', type: 'json', nullable: true },
  ],
  rows_path: '',
  primary_key: ['sku'],
  write_mode: 'upsert',
  track_history: true,
  on_missing: 'mark_removed',
  from_parser: null,
}

const SOURCE = { job_id: 'job_1', parser_version: 3, url: 'https://example.com/' }
const result = (value: unknown) => ({ value, source: SOURCE })

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

/** A store with a database, and what a run does to it. */
async function scene(changes: Partial<DatabaseDocument> = {}) {
  const store = openStore(tempFolder())
  const writer = createRowWriter({ store, now: Date.now })
  const { record, write } = store.databases.create('acc', 'db_1', { ...DOCUMENT, ...changes }, Date.now())
  await store.write(write)
  const hook = {
    url: 'https://example.com/',
    description: '',
    events: ['database.*'],
    row_changes: 'each' as const,
    enabled: true,
  }
  await store.write(store.webhooks.create('acc', 'whk_1', 'secret', hook, Date.now()).write)
  const selection = { filters: [], removed: 'with' as const }
  return {
    store,
    writer,
    record,
    mark: () => writer.startRun('db_1'),
    finish: (mark: number) => writer.finishRun('acc', 'db_1', mark, 'bat_1'),
    runFrom: (mark: number, ...values: unknown[]) =>
      store.write(() => writer.writeResults('acc', 'db_1', values.map(result), 'bat_1', mark)),
    run: (...values: unknown[]) =>
      store.write(() => writer.writeResults('acc', 'db_1', values.map(result), 'bat_1')),
    async rows() {
      const rows = await collect(store.rowList.all(record, selection))
      return rows.map(({ data, removed_at, source }) => ({ ...data, removed: removed_at !== null, source }))
    },
    events: async () =>
      (await store.deliveries.list('whk_1', { limit: 100 })).data.map(({ event }) => event.data.counts),
  }
}

describe('the results of a run', () => {
  test('become rows by the columns’ paths, with where they come from; what else they hold is left', async () => {
    const { run, rows, store } = await scene()
    const written = await run({
      id: 'a',
      offer: { price: 5 },
      tags: [{ name: 'x' }, {}, { name: 'y' }],
      more: 1,
    })
    assert.deepEqual([written?.added, written?.rejected], [1, []])
    assert.deepEqual(await rows(), [{ sku: 'a', price: 5, tags: ['x', 'y'], removed: false, source: SOURCE }])
    store.close()
  })

  test('are many rows where a result holds a list of them', async () => {
    const { run, rows, store } = await scene({ rows_path: 'offers' })
    await run({ offers: [{ id: 'a' }, { id: 'b' }] }, { offers: [] }, {}, { offers: [{ id: 'c' }] })
    assert.deepEqual(
      (await rows()).map(row => (row as { sku?: unknown }).sku),
      ['a', 'b', 'c'],
    )
    store.close()
  })

  const GAPS: [string, string, unknown, skus: string[], errors: RegExp[]][] = [
    ['no list', 'state.items', { state: null }, [], [/has no list at `state.items`/]],
    ['another object', 'state.items', { state: { q: 1 } }, [], [/has no list/]],
    ['a list that is null', 'items', { items: null }, [], [/has no list/]],
    ['a text for a list', 'items', { items: 'none' }, [], [/is not an object/]],
    ['no list to take items of', 'items[*]', { items: null }, [], [/has no list/]],
    ['a list in one of two objects', 'a[*].b[*]', { a: [{}, { b: [{ id: 'x' }] }] }, ['x'], [/has no list/]],
    ['no such key at any depth', '..items', { state: { q: 1 } }, [], [/has no list/]],
    [
      'items that are no objects',
      'items',
      { items: [null, 1, 'x', { id: 'c' }] },
      ['c'],
      Array(3).fill(/is not an object/),
    ],
    ['an empty list', 'items', { items: [] }, [], []],
    ['an empty list at the end', 'a[*].b[*]', { a: [] }, [], []],
    ['lists at any depth', '..items', { a: { items: [{ id: 'x' }] }, items: [] }, ['x'], []],
  ]
  for (const [what, rows_path, value, skus, errors] of GAPS)
    test(`with ${what} at \`${rows_path}\` have ${errors.length} gaps`, async () => {
      const columns = DOCUMENT.columns.map(column => ({ ...column, nullable: true }))
      const { run, rows, store } = await scene({ rows_path, columns, primary_key: [], write_mode: 'append' })
      const written = await run(value)
      assert.deepEqual(
        (await rows()).map(row => (row as { sku?: unknown }).sku),
        skus,
      )
      assert.equal(written?.rejected.length, errors.length)
      for (const [i, error] of errors.entries()) assert.match(written!.rejected[i]!.error, error)
      store.close()
    })

  test('are the items themselves where a column has the empty path', async () => {
    const columns = [{ name: 'sku', path: '', type: 'string' as const, nullable: false }]
    const { run, rows, store } = await scene({ rows_path: 'tags', columns })
    const written = await run({ tags: ['a', 1, null, 'b'] })
    assert.deepEqual(
      (await rows()).map(row => (row as { sku?: unknown }).sku),
      ['a', 'b'],
    )
    assert.equal(written?.rejected.length, 2)
    store.close()
  })

  test('that do not fit are rejected one by one', async () => {
    const { run, rows, store } = await scene()
    const written = await run({ id: 'a' }, { id: 5 }, { id: 'b', offer: { price: 'cheap' } }, 'text', null)
    assert.equal(written?.added, 1)
    assert.deepEqual(
      written?.rejected.map(({ index, column }) => [index, column]),
      [
        [1, 'sku'],
        [2, 'price'],
        [3, 'sku'],
        [4, 'sku'],
      ],
    )
    assert.equal((await rows()).length, 1)
    store.close()
  })

  test('are undone with the transaction that they belong to, their event too', async () => {
    const { store, writer, rows, events } = await scene()
    const work = store.write(() => {
      writer.writeResults('acc', 'db_1', [result({ id: 'a' })], 'bat_1')
      throw new Error('The job could not be finished.')
    })
    await assert.rejects(work, /could not be finished/)
    assert.deepEqual([await rows(), await events()], [[], []])
    store.close()
  })

  test('of a known key in append mode are rejected too', async () => {
    const { run, rows, store } = await scene({ write_mode: 'append' })
    await run({ id: 'a' })
    const written = await run({ id: 'b' }, { id: 'a' }, { id: 'b' }, { id: 'c' })
    assert.deepEqual(
      written?.rejected.map(({ index, column }) => [index, column]),
      [
        [1, 'sku'],
        [2, 'sku'],
      ],
    )
    assert.equal((await rows()).length, 3)
    store.close()
  })

  test('for a database that is gone go nowhere', async () => {
    const { run, store } = await scene()
    await store.databases.remove('acc', 'db_1', Date.now())
    assert.equal(await run({ id: 'a' }), null)
    store.close()
  })
})

describe('the end of a complete run', () => {
  test('takes out what no write since its start has seen, other runs’ rows included', async () => {
    const { run, rows, mark, finish, events, store } = await scene()
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
    test(`of two that overlap leaves what the one holds that began last, if it ends ${when} the other`, async () => {
      const { runFrom, rows, mark, finish, store } = await scene({
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

  test('takes out however many, some at a time, and counts what is left', async () => {
    const { run, mark, finish, store } = await scene({ on_missing: 'delete' })
    await run(...Array.from({ length: 1_234 }, (_, i) => ({ id: `s${i}` })))
    const start = mark()
    await run({ id: 's7' })
    assert.equal(await finish(start), 1_233)
    assert.equal(store.databases.read('acc', 'db_1')?.row_count, 1)
    store.close()
  })

  test('keeps everything where the database says so', async () => {
    for (const changes of [{ on_missing: 'keep' }, { write_mode: 'append' }] as const) {
      const { run, mark, finish, rows, store } = await scene(changes)
      await run({ id: 'a' })
      assert.equal(await finish(mark()), 0)
      assert.equal((await rows()).length, 1)
      store.close()
    }
  })
})

describe('a write in several steps that ends with an error', () => {
  test('says how many rows were written before a key that another write has added meanwhile', async () => {
    const { store, writer, record } = await scene({ write_mode: 'append' })
    async function* slices() {
      yield [{ sku: 'a' }, { sku: 'b' }]
      await writer.writeInputs('acc', 'db_1', [{ sku: 'shared' }])
      yield [{ sku: 'c' }, { sku: 'shared' }]
    }
    await assert.rejects(writer.writeAll('acc', record, slices()), {
      message: 'There is a row with sku = "shared" already; only the first 2 rows were written.',
      facts: { field: 'rows[3].sku', hint: 'Send the other rows again, without those whose key is there.' },
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
      const { store, writer, record } = await scene({ write_mode, primary_key: [...primary_key] })
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

describe('a database that was deleted', () => {
  test('is purged with rows, feed and indexes when its time is over', async () => {
    const { run, store } = await scene()
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
