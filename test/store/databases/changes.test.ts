import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createRowWriter } from '../../../server/databases/write-rows.ts'
import { MAX_SUMMARIZED } from '../../../server/store/databases/change-summary.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { LazyStatement } from '../../../server/store/statement.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const DOCUMENT = {
  name: 'Shop',
  description: '',
  columns: [{ name: 'sku', path: 'sku', type: 'string' as const, nullable: true }],
  rows_path: '',
  primary_key: [],
  write_mode: 'append' as const,
  track_history: true,
  on_missing: 'keep' as const,
  from_parser: null,
}

test('old changes are removed, and numbering continues, so that an earlier cursor still finds every new change', async () => {
  const store = openStore(tempFolder())
  let time = 1_000
  const writer = createRowWriter({ store, now: () => time })
  await store.write(store.databases.create('acc_1', 'db_1', DOCUMENT, time).write)
  const write = (...skus: string[]) =>
    writer.writeInputs(
      'acc_1',
      'db_1',
      skus.map(sku => ({ sku })),
    )
  const feed = async (cursor?: string) => {
    const page = await store.databaseChanges.list('db_1', { limit: 10, cursor })
    return { skus: page.data.map(({ data }) => data.sku), cursor: page.next_cursor! }
  }

  await write('a', 'b')
  time = 2_000
  await write('c')
  await store.databaseChanges.expire(1_500)
  const changesLeft = await feed()
  assert.deepEqual(changesLeft.skus, ['c'])

  await store.databaseChanges.expire(9_000)
  assert.deepEqual((await feed(changesLeft.cursor)).skus, [])
  time = 3_000
  await write('d')
  assert.deepEqual((await feed(changesLeft.cursor)).skus, ['d'], 'after the cursor of before')
  assert.equal(store.databases.read('acc_1', 'db_1')!.row_count, 4, 'rows stay')
  store.close()
})

test('a page of changes ends after a few megabytes, and the next page continues from there', async () => {
  const store = openStore(tempFolder())
  const writer = createRowWriter({ store, now: () => 1_000 })
  await store.write(store.databases.create('acc_1', 'db_1', DOCUMENT, 1_000).write)
  for (let n = 0; n < 10; n++)
    await writer.writeInputs('acc_1', 'db_1', [{ sku: `${n} ${'x'.repeat(900_000)}` }])
  for (const [list, inOrder] of [
    ['list', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['newest', [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ] as const) {
    const seqs: number[] = []
    for (let cursor: string | undefined, hasMore = true; hasMore; ) {
      const page = await store.databaseChanges[list]('db_1', { limit: 100, cursor })
      assert.ok(page.data.length > 0 && page.data.length <= 4)
      seqs.push(...page.data.map(({ seq }) => seq))
      cursor = page.next_cursor!
      hasMore = page.has_more
    }
    assert.deepEqual(seqs, inOrder)
  }
  store.close()
})

test('the numbers of changes in a purged database are never given again', async () => {
  const store = openStore(tempFolder())
  const writer = createRowWriter({ store, now: () => 1_000 })
  for (const id of ['db_1', 'db_2'])
    await store.write(store.databases.create('acc_1', id, DOCUMENT, 1_000).write)
  const numbersOf = async () =>
    (await store.databaseChanges.list('db_1', { limit: 10 })).data.map(({ seq }) => seq)
  await writer.writeInputs('acc_1', 'db_1', [{ sku: 'a' }])
  await writer.writeInputs('acc_1', 'db_2', [{ sku: 'b' }, { sku: 'c' }])
  await store.databases.remove('acc_1', 'db_2', 2_000)
  await store.purgeDatabase('db_2')
  await writer.writeInputs('acc_1', 'db_1', [{ sku: 'd' }])
  assert.deepEqual(await numbersOf(), [1, 4])
  store.close()
})

test('counting and summing many changes stops at the maximum, and pauses for other work', async () => {
  const store = openStore(tempFolder())
  const writer = createRowWriter({ store, now: () => 1_000 })
  await store.write(store.databases.create('acc_1', 'db_1', DOCUMENT, 1_000).write)
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ sku: `s${at}` }))
  for (let count = 0; count <= MAX_SUMMARIZED; count += rows.length)
    await writer.writeInputs('acc_1', 'db_1', rows)
  const counts = { added: MAX_SUMMARIZED, changed: 0, removed: 0, returned: 0 }
  const counting = await withTurns(() => store.databaseChanges.count('db_1', 0))
  assert.deepEqual(counting.result, { counts, is_complete: false })
  const summed = await withTurns(() => store.databaseChanges.summary('db_1', 0))
  assert.deepEqual(summed.result, { counts, is_complete: false, fields: [] })
  // The first slice has 200 changes, and each slice is at most twice as long as the one before.
  for (const { turns } of [counting, summed]) assert.ok(turns >= 5, `${turns} turns`)
  store.close()
})

test('changes of one kind are searched for in slices, oldest or newest first', async t => {
  const store = openStore(tempFolder())
  const writer = createRowWriter({ store, now: () => 1_000 })
  await store.write(store.databases.create('acc_1', 'db_1', DOCUMENT, 1_000).write)
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ sku: `s${at}` }))
  for (let i = 0; i < 5; i++) await writer.writeInputs('acc_1', 'db_1', rows)
  const [first] = (await store.databaseChanges.list('db_1', { limit: 1 })).data
  await writer.remove('acc_1', store.databases.read('acc_1', 'db_1')!, first!.row_id)
  const removed = { limit: 10, kind: 'removed' as const }
  const found = mock.method(LazyStatement.prototype, 'iterate')
  t.after(() => found.mock.restore())
  for (const read of ['list', 'newest'] as const) {
    const { data, has_more } = await store.databaseChanges[read]('db_1', removed)
    assert.deepEqual([data.map(({ row_id }) => row_id), has_more], [[first!.row_id], false])
    const cursor = read === 'list' ? (await store.databaseChanges.list('db_1', removed)).next_cursor! : ''
    if (cursor) assert.deepEqual((await store.databaseChanges.list('db_1', { ...removed, cursor })).data, [])
  }
  // The first slice has 200 changes, and each slice is at most twice as long as the one before.
  assert.ok(found.mock.callCount() >= 10)
  store.close()
})

/** Counts the turns of the event loop that other work gets meanwhile. */
async function withTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  isDone = true
  return { result, turns }
}
