import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate as breathe } from 'node:timers/promises'
import { planInputs } from '../../server/databases/plan-rows.ts'
import { createRowWriter } from '../../server/databases/write-rows.ts'
import type { DatabaseDocument } from '../../server/store/databases/databases.ts'
import { openStore, type Store } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const HOUR = 3_600_000
const ROWS = 400

/** About 8 MB, which one transaction does not write. */
const longRows = (letter: string) =>
  Array.from({ length: ROWS }, (_, i) => ({ sku: `s${i}`, text: `${letter}${i} `.repeat(5_000) }))

const stores: Store[] = []
const open = (folder: string) => {
  const store = openStore(folder)
  stores.push(store)
  return store
}
after(() => {
  for (const store of stores) store.close()
})

async function scene(changes: Partial<DatabaseDocument> = {}) {
  const folder = tempFolder()
  const store = open(folder)
  const writer = createRowWriter({ store, now: Date.now })
  const columns = ['sku', 'text'].map(name => ({ name, path: name, type: 'string' as const, nullable: true }))
  const document: DatabaseDocument = {
    name: 'Long', description: '', columns, rows_path: '', primary_key: ['sku'], write_mode: 'upsert', track_history: true,
    on_missing: 'keep', from_parser: null, ...changes,
  } // biome-ignore format: a document
  const { record, write } = store.databases.create('acc', 'db_1', document, Date.now())
  await store.write(write)
  const count = () => store.databases.read('acc', 'db_1')!.row_count
  const feed = async () => (await store.databaseChanges.list('db_1', { limit: 1_000 })).data
  return { folder, store, writer, record, count, feed, put: writer.writeInputs.bind(null, 'acc', 'db_1') }
}

/** Calls `look` in every turn of the event loop until the work is done. Returns how often. */
async function duringTurns(work: Promise<unknown>, look: () => unknown): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  let turns = 0
  for (; !isOver; turns++) {
    await look()
    await breathe()
  }
  await work
  return turns
}

describe('long rows of one call', () => {
  for (const kind of ['added', 'changed'] as const)
    test(`appear at once, and other calls are served while they are written: ${kind}`, async () => {
      const { store, record, put, count, feed } = await scene()
      if (kind === 'changed') await put(longRows('a'))
      const before = kind === 'changed' ? ROWS : 0
      const seen = new Set<string>()
      const selection = { filters: [], removed: 'with' as const, sort: undefined, limit: 1_000 }
      const turns = await duringTurns(put(longRows('b')), async () => {
        const { data } = await store.rowList.page(record, selection)
        const isNew = data[0]?.data.text?.toString().startsWith('b') ?? false
        seen.add(`${count()} ${isNew} ${store.databaseChanges.numbersAfter('db_1', 0, 10_000).length}`)
      })
      assert.ok(turns > 8, `${turns} turns`)
      assert.deepEqual([...seen].slice(0, 1), [`${before} false ${before}`])
      for (const state of seen)
        assert.ok([`${before} false ${before}`, `${ROWS} true ${ROWS + before}`].includes(state), state)
      const changes = await store.databaseChanges.newest('db_1', { limit: 3 })
      assert.deepEqual([...new Set(changes.data.map(change => change.kind))], [kind])
      assert.equal(count(), ROWS)
      assert.ok((await feed()).length > 0)
    })

  test('are all absent after a crash, and what was written ahead is removed later', async () => {
    const { store, record, folder } = await scene()
    const { rows } = await planInputs(store, record, longRows('a'), 0)
    await store.databaseRows.staged.write(record, rows, { mark: null, now: Date.now() })
    store.close()
    const after = open(folder)
    assert.equal(after.databases.read('acc', 'db_1')!.row_count, 0)
    assert.deepEqual(after.databaseChanges.numbersAfter('db_1', 0, 10), [])
    assert.deepEqual(await after.databases.expired(Date.now()), [], 'a call may still be writing them')
    const left = await after.databases.expired(Date.now() + 2 * HOUR)
    assert.equal(left.length, 1)
    await after.purgeDatabase(left[0]!)
    assert.deepEqual(await after.databases.expired(Date.now() + 2 * HOUR), [])
  })

  test('are compared again if another call writes one of them meanwhile', async () => {
    const { put, count, feed } = await scene()
    const write = put(longRows('a'))
    let others = 0
    await duringTurns(write, async () => {
      if (others < 2) await put([{ sku: `s${others++}`, text: 'short' }])
    })
    assert.deepEqual({ ...(await write), cursor: '' }, {
      added: ROWS - 2, changed: 2, unchanged: 0, returned: 0, removed: 0, cursor: '',
    }) // biome-ignore format: the outcome
    assert.equal(count(), ROWS)
    const first = (await feed()).slice(0, 2)
    assert.deepEqual(first.map(({ kind, data }) => [kind, data.text]), [['added', 'short'], ['added', 'short']]) // biome-ignore format: rows
  })

  test('are compared again if the definition of the database was changed meanwhile', async () => {
    const { store, record } = await scene()
    const { isCurrent } = await planInputs(store, record, [{ sku: 's1' }], 0)
    assert.deepEqual([isCurrent(record), isCurrent({ ...record, version: 2 })], [true, false])
  })

  test('are found by the lookups of their database', async () => {
    const { store, record, put } = await scene({ track_history: false })
    await put(Array.from({ length: 20 }, (_, i) => ({ sku: `z${i}`, text: 'x'.repeat(900_000) })))
    const sort = { column: record.columns[0]!, descending: false }
    const page = () => store.rowList.page(record, { filters: [], removed: 'without', sort, limit: 1 })
    assert.equal((await page()).data[0]?.data.sku, 'z0')
    assert.notEqual(store.rowLookups.find('db_1', record.columns[0]!), null)
    await put(longRows('a'))
    assert.equal((await page()).data[0]?.data.sku, 's0')
  })

  test('are refused together if one key is there twice in append mode', async () => {
    const { store, put, count } = await scene({ write_mode: 'append' })
    const rows = [...longRows('a'), { sku: 's7', text: 'again' }]
    await assert.rejects(put(rows), { code: 'conflict' })
    assert.equal(count(), 0)
    assert.deepEqual(store.databaseChanges.numbersAfter('db_1', 0, 10), [])
    assert.deepEqual(await store.databases.expired(Date.now() + 2 * HOUR), [])
  })

  test('are removed in many short transactions if a complete write lacks them', async () => {
    const { record, put, count, store, writer } = await scene({ write_mode: 'replace', on_missing: 'delete' })
    await put(longRows('a'))
    const seen = new Set<number>()
    await duringTurns(writer.writeAll('acc', record, [[{ sku: 'only', text: '' }]]), () => seen.add(count()))
    assert.ok(seen.size > 6, [...seen].join())
    assert.equal(count(), 1)
    assert.equal(store.databaseChanges.numbersAfter('db_1', 0, 10_000).length, 2 * ROWS + 1)
  })
})
