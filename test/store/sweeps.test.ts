import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as breathe } from 'node:timers/promises'
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

/** Returns how many turns other work gets during a sweep. */
async function countTurns(sweep: Promise<void>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  sweep.then(end, end)
  let turns = 0
  for (; !isOver; turns++) await breathe()
  await sweep
  return turns
}

const LONG = `'{"text":"' || hex(zeroblob(1000000)) || '"}'`
const deleted = (table: string, columns: string, values: string) =>
  `INSERT INTO ${table} (id, account_id, version, created_at, updated_at, deleted_at, ${columns})
   VALUES ('id', 'acc', 1, 0, 0, 0, ${values});`
const DATABASE = deleted('databases', 'document', "'{}'")
const CHANGES = `${DATABASE} ${numbers(30)}
  INSERT INTO database_changes (database_id, row_id, kind, fields, data, source, at)
  SELECT 'id', n, 'added', '{}', ${LONG}, '{}', 0 FROM numbers`
const MONTH = 30 * 24 * 3_600_000

const LARGE_REMOVALS: [name: string, fill: string, sweep: (store: Store) => Promise<void>, left: string][] = [
  [
    'a database with long rows',
    `${DATABASE} ${numbers(30)}
     INSERT INTO database_rows (database_id, id, data, source, seen_in, first_seen_at, last_seen_at, changed_at)
     SELECT 'id', n, ${LONG}, '{}', 1, 0, 0, 0 FROM numbers`,
    store => store.purgeDatabase('id'),
    'SELECT id FROM databases UNION ALL SELECT id FROM database_rows',
  ],
  [
    'a database with long changes',
    CHANGES,
    store => store.purgeDatabase('id'),
    'SELECT id FROM databases UNION ALL SELECT row_id FROM database_changes',
  ],
  [
    'long changes, apart from the last',
    CHANGES,
    store => store.databaseChanges.expire(MONTH),
    'SELECT row_id FROM database_changes LIMIT -1 OFFSET 1',
  ],
  [
    'a deleted cron with a long history',
    `${deleted('crons', 'key_id, document, enabled', "'key', '{}', 0")} ${numbers(5_000)}
     INSERT INTO cron_runs (id, cron_id, cause, state, created_at) SELECT n, 'id', 'schedule', 'completed', 0 FROM numbers`,
    store => store.crons.expire(MONTH),
    'SELECT id FROM crons UNION ALL SELECT id FROM cron_runs',
  ],
  [
    'a deleted webhook with many deliveries',
    `${deleted('webhooks', 'url, description, events, enabled, secret', "'', '', '', 0, ''")} ${numbers(5_000)}
     INSERT INTO deliveries (id, webhook_id, event_id, type, body, state, created_at)
     SELECT n, 'id', 'evt', '', '{}', 'delivered', 0 FROM numbers`,
    store => store.webhooks.expire(MONTH),
    'SELECT id FROM webhooks UNION ALL SELECT id FROM deliveries',
  ],
  [
    'a deleted workflow with long versions',
    `${deleted('workflows', 'name', "''")} ${numbers(30)}
     INSERT INTO workflow_versions (workflow_id, version, document, created_at) SELECT 'id', n, ${LONG}, 0 FROM numbers`,
    store => store.workflows.expire(MONTH),
    'SELECT id FROM workflows UNION ALL SELECT workflow_id FROM workflow_versions',
  ],
  [
    'a deleted parser with large pages',
    `${deleted('parsers', 'name', "''")} ${numbers(30)}
     INSERT INTO parser_fixtures (id, parser_id, name, body, size, created_at)
     SELECT n, 'id', '', zeroblob(2000000), 2000000, 0 FROM numbers`,
    store => store.parsers.expire(MONTH),
    'SELECT id FROM parsers UNION ALL SELECT id FROM parser_fixtures',
  ],
  [
    'the rules that parsers chose',
    `${deleted('parsers', 'name', "''")} ${numbers(5_000)}
     INSERT INTO parser_choices (parser_id, version, day, field, rule, hits, runs)
     SELECT 'id', n, '2026-01-01', 'title', 0, 1, 1 FROM numbers`,
    store => store.parsers.expire(MONTH),
    'SELECT id FROM parsers UNION ALL SELECT parser_id FROM parser_choices',
  ],
]

for (const [name, fill, sweep, left] of LARGE_REMOVALS)
  test(`${name}: removed in many short transactions`, async () => {
    let turns = 0
    const removed = async (store: Store) => {
      turns = await countTurns(sweep(store))
    }
    assert.deepEqual(await runSweep(fill, removed, left), [])
    assert.ok(turns > 6, `${turns} turns`)
  })

test('old workflow runs lose their account some at a time', async () => {
  const counts: number[] = []
  const found = await runSweep(
    `${numbers(500)} INSERT INTO workflow_runs (id, account_id, key_id, workflow_id, workflow_version, workflow_name, graph,
       trigger, dry_run, state, input, created_at)
     SELECT 'run_' || n, 'acc', 'key', 'wfl', 1, '', '{}', '{}', 0, iif(n = 3, 'running', 'completed'), '{}', n FROM numbers`,
    async store => {
      const sweep = store.workflowRuns.expire(499)
      for (let turn = 0; turn < 5; turn++) {
        await breathe()
        counts.push(await store.workflowRuns.count('acc', {}))
      }
      await sweep
    },
    'SELECT id FROM workflow_runs ORDER BY seq',
  )
  assert.ok(
    counts.some(count => count > 2 && count < 500),
    counts.join(),
  )
  assert.deepEqual(found, [{ id: 'run_3' }, { id: 'run_499' }])
})
