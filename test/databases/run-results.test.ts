import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DOCUMENT, result, SOURCE, storeWithDatabase } from './support/store-with-database.ts'

describe('results that are written to a database', () => {
  test('become rows with the paths of the columns and their source, while other fields are ignored', async () => {
    const { run, rows, store } = await storeWithDatabase()
    const result = await run({
      id: 'a',
      offer: { price: 5 },
      tags: [{ name: 'x' }, {}, { name: 'y' }],
      more: 1,
    })
    assert.deepEqual([result?.added, result?.rejected], [1, []])
    assert.deepEqual(await rows(), [{ sku: 'a', price: 5, tags: ['x', 'y'], removed: false, source: SOURCE }])
    store.close()
  })

  test('become several rows when each contains a list', async () => {
    const { run, rows, store } = await storeWithDatabase({ rows_path: 'offers' })
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
      'items that are not objects',
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
    test(`with ${what} at \`${rows_path}\` have ${errors.length} errors`, async () => {
      const columns = DOCUMENT.columns.map(column => ({ ...column, nullable: true }))
      const { run, rows, store } = await storeWithDatabase({
        rows_path,
        columns,
        primary_key: [],
        write_mode: 'append',
      })
      const result = await run(value)
      assert.deepEqual(
        (await rows()).map(row => (row as { sku?: unknown }).sku),
        skus,
      )
      assert.equal(result?.rejected.length, errors.length)
      for (const [i, error] of errors.entries()) assert.match(result!.rejected[i]!.error, error)
      store.close()
    })

  test('become rows of plain values when a column has an empty path', async () => {
    const columns = [{ name: 'sku', path: '', type: 'string' as const, nullable: false }]
    const { run, rows, store } = await storeWithDatabase({ rows_path: 'tags', columns })
    const result = await run({ tags: ['a', 1, null, 'b'] })
    assert.deepEqual(
      (await rows()).map(row => (row as { sku?: unknown }).sku),
      ['a', 'b'],
    )
    assert.equal(result?.rejected.length, 2)
    store.close()
  })

  test('are rejected one by one when they do not fit', async () => {
    const { run, rows, store } = await storeWithDatabase()
    const result = await run({ id: 'a' }, { id: 5 }, { id: 'b', offer: { price: 'cheap' } }, 'text', null)
    assert.equal(result?.added, 1)
    assert.deepEqual(
      result?.rejected.map(({ index, column }) => [index, column]),
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

  test('are rejected when their JSON has a number that JSON cannot hold', async () => {
    const { run, store } = await storeWithDatabase()
    const tagged = (name: unknown) => ({ id: 'a', tags: [{ name }] })
    const result = await run(tagged(Number.POSITIVE_INFINITY), tagged(1e308))
    assert.deepEqual(
      result?.rejected.map(({ index, column }) => [index, column]),
      [[0, 'tags']],
    )
    store.close()
  })

  test('are rolled back with their transaction, as is their event', async () => {
    const { store, writer, rows, events } = await storeWithDatabase()
    const writing = store.write(() => {
      writer.writeResults('acc', 'db_1', [result({ id: 'a' })], 'bat_1')
      throw new Error('The job could not be finished.')
    })
    await assert.rejects(writing, /could not be finished/)
    assert.deepEqual([await rows(), await events()], [[], []])
    store.close()
  })

  test('are rejected in append mode when their key already exists', async () => {
    const { run, rows, store } = await storeWithDatabase({ write_mode: 'append' })
    await run({ id: 'a' })
    const result = await run({ id: 'b' }, { id: 'a' }, { id: 'b' }, { id: 'c' })
    assert.deepEqual(
      result?.rejected.map(({ index, column }) => [index, column]),
      [
        [1, 'sku'],
        [2, 'sku'],
      ],
    )
    assert.equal((await rows()).length, 3)
    store.close()
  })

  test('are dropped when the database was deleted', async () => {
    const { run, store } = await storeWithDatabase()
    await store.databases.remove('acc', 'db_1', Date.now())
    assert.equal(await run({ id: 'a' }), null)
    store.close()
  })
})
