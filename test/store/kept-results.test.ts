import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { createResultStore, KEPT_RESULT } from '../../server/store/accounts/results.ts'
import { createEngine } from '../../server/store/engine.ts'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { migrate } from '../../server/store/file/migrate.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('only recent kept results of the account are listed, newest first, without the stored answers of other calls', async () => {
  const folder = tempFolder()
  openStore(folder).close()
  const db = new Database(databaseFile(folder))
  const insert = db.prepare(
    'INSERT INTO idempotency (account_id, operation, key, fingerprint, answer, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const keepResult = (account: string, operation: string, at: number) =>
    insert.run(account, operation, `res_${at}`, 'print', 'é'.repeat(at * 50), at)
  db.transaction(() => {
    for (let at = 1; at <= 150; at++) keepResult('acc_mine', KEPT_RESULT, at)
    keepResult('acc_other', KEPT_RESULT, 900)
    keepResult('acc_mine', 'scrape', 901)
  })()
  db.close()
  const store = openStore(folder)
  const resultList = await store.results.list('acc_mine', 40, 100)
  assert.equal(resultList.length, 100)
  assert.deepEqual(resultList[0], { id: 'res_150', bytes: 15_000, kept_at: 150 })
  assert.equal(resultList.at(-1)!.id, 'res_51')
  assert.equal((await store.results.list('acc_mine', 101, 100)).length, 50)
  store.close()
})

test('an account finds a result as soon as it is kept, and other accounts never find it', async () => {
  const db = new Database(':memory:')
  migrate(db, tempFolder(), new Date())
  const results = createResultStore(createEngine(db))
  assert.equal(await results.find('acc_mine', 'res_1', 0), null)
  results.keep('acc_mine', { id: 'res_1', answer: '{}' }, 1)
  assert.equal(await results.find('acc_mine', 'res_1', 0), '{}')
  assert.equal(await results.find('acc_mine', 'res_2', 0), null)
  assert.equal(await results.find('acc_other', 'res_1', 0), null)
  results.keep('acc_mine', { id: 'res_2', answer: '[]' }, 1)
  assert.equal(await results.find('acc_mine', 'res_2', 0), '[]')
  db.close()
})
