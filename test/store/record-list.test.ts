import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '../../server/store/file/open-database.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

const MANY = 10_000
const NUMBERS = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY})`
const COLUMNS = JSON.stringify(
  Array.from({ length: 40 }, (_, i) => ({
    name: `column_${i}`,
    path: `column_${i}`,
    type: 'string',
    nullable: true,
  })),
)

/** A store with many databases of two accounts, three times as many of one as of the other. */
function fullStore() {
  const folder = tempFolder()
  openStore(folder).close()
  const db = openDatabase(folder)
  db.exec(`
    ${NUMBERS} INSERT INTO databases (id, account_id, version, document, created_at, updated_at)
    SELECT 'db_' || n, iif(n % 4, 'acc_1', 'acc_2'), 1,
      json_object('name', iif(n % 1000 = 1, 'Größe ', 'Number ') || n, 'columns', json('${COLUMNS}')), n / 3, n
    FROM numbers
  `)
  db.close()
  return openStore(folder)
}

test('a search of very many records pauses for other work, and its pages join without gaps', async t => {
  const store = fullStore()
  t.after(() => store.close())
  const { databases } = store

  let isOver = false
  const count = databases.count('acc_1', { q: 'GRÖßE' }).finally(() => {
    isOver = true
  })
  let turns = 0
  while (!isOver) {
    await setImmediate()
    turns++
  }
  assert.equal(await count, MANY / 1_000)
  assert.ok(turns > 2, 'nothing else had a turn')

  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await databases.list('acc_1', { q: 'größe', limit: 3, ...(cursor && { cursor }) })
    assert.ok(page.data.length <= 3)
    found.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  assert.deepEqual(
    found,
    Array.from({ length: 10 }, (_, i) => `db_${9_001 - i * 1_000}`),
  )
  assert.deepEqual((await databases.list('acc_2', { q: 'größe', limit: 3 })).data, [])
  assert.equal(await databases.count('acc_2'), MANY / 4)
})

test('a page of a search ends before its records are too long, and the next one continues', async t => {
  const store = openStore(tempFolder())
  t.after(() => store.close())
  const description = 'x'.repeat(600_000)
  for (let at = 0; at < 4; at++) {
    const document = { name: `Long ${at}`, description, columns: [] }
    await store.write(store.databases.create('acc_1', `db_${at}`, document as never, at).write)
  }
  const first = await store.databases.list('acc_1', { q: 'long', limit: 10 })
  assert.deepEqual([first.data.map(({ id }) => id), first.has_more], [['db_3'], true])
  const next = await store.databases.list('acc_1', { q: 'long', limit: 10, cursor: first.next_cursor! })
  assert.deepEqual([next.data.map(({ id }) => id), next.has_more], [['db_2'], true])
})
