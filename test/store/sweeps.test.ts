import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openStore, type Store } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** SQL for `count` numbers from 0 on. Each test has more rows than its sweep handles in one transaction. */
const numbers = (count: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})`

/** Fills a new store by SQL and sweeps it. Returns the rows that the query then finds. */
async function runSweep(
  fill: string,
  sweep: (store: Store) => Promise<void>,
  query: string,
): Promise<unknown[]> {
  const folder = tempFolder()
  openStore(folder).close()
  const file = join(folder, 'winnow.db')
  const inFile = <T>(query: (db: Database.Database) => T): T => {
    const db = new Database(file)
    db.pragma('foreign_keys = OFF')
    try {
      return query(db)
    } finally {
      db.close()
    }
  }
  inFile(db => db.exec(fill))
  const store = openStore(folder)
  await sweep(store)
  store.close()
  return inFile(db => db.prepare(query).all())
}

test('the oldest results and pages are removed until the rest fits, however many there are', async () => {
  const MANY = 12_000
  const found = await runSweep(
    `${numbers(MANY)} INSERT INTO job_pages (job, kept_at, size, body) SELECT n, n, 1000, x'' FROM numbers WHERE n % 2;
     ${numbers(MANY)} INSERT INTO job_ends (job, state, attempt, run_at, finished_at, size, body)
     SELECT n, 'completed', 1, 0, n, 1000, '{}' FROM numbers WHERE NOT n % 2`,
    store => store.jobFiles.expire(0, 5),
    `SELECT count(*) AS kept, min(at) AS oldest FROM (
       SELECT kept_at AS at FROM job_pages UNION ALL SELECT finished_at FROM job_ends WHERE size IS NOT NULL
     )`,
  )
  const kept = Math.floor((5 * 1_048_576) / 1_000)
  assert.deepEqual(found, [{ kept, oldest: MANY - kept }])
})

test('old batches are removed, however many there are, except those that a cron repeats', async () => {
  const found = await runSweep(
    `${numbers(1_200)} INSERT INTO batches (id, account_id, created_at) SELECT 'bat_' || n, 'acc', n FROM numbers;
     INSERT INTO crons (id, account_id, key_id, version, document, target, enabled, created_at, updated_at)
     VALUES ('crn', 'acc', 'key', 1, '{}', 'bat_7', 1, 0, 0)`,
    store => store.batches.expire(1_198),
    'SELECT id FROM batches ORDER BY created_at',
  )
  assert.deepEqual(found, [{ id: 'bat_7' }, { id: 'bat_1198' }, { id: 'bat_1199' }])
})

test('stored answers for an Idempotency-Key are removed after their time, wherever they are among newer ones', async () => {
  const found = await runSweep(
    `${numbers(1_200)} INSERT INTO idempotency (account_id, operation, key, fingerprint, created_at)
     SELECT 'acc' || n % 3, 'scrape', 'key' || n, '', iif(n % 400 = 1, 100, 1) FROM numbers`,
    store => store.idempotency.expire(100),
    'SELECT key FROM idempotency ORDER BY key',
  )
  assert.deepEqual(found, [{ key: 'key1' }, { key: 'key401' }, { key: 'key801' }])
})
