import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import { openDatabase } from '../../server/store/file/open-database.ts'
import { openStore } from '../../server/store/open-store.ts'
import { LazyStatement } from '../../server/store/statement.ts'
import { tempFolder } from '../support/temp-folder.ts'

const MANY = 8_000
const NUMBERS = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY})`

/** A store that is filled by this SQL. */
function storeWith(t: TestContext, text: string) {
  const folder = tempFolder()
  openStore(folder).close()
  const db = openDatabase(folder)
  db.pragma('foreign_keys = OFF')
  db.exec(text)
  db.close()
  const store = openStore(folder)
  t.after(() => store.close())
  return store
}

/** Counts the queries that read several rows from the store. */
function countLooks(t: TestContext) {
  const looks = mock.method(LazyStatement.prototype, 'all')
  t.after(() => looks.mock.restore())
  return () => looks.mock.callCount()
}

test('cron runs in one state are searched for in slices when there are very many', async t => {
  const store = storeWith(
    t,
    `${NUMBERS} INSERT INTO cron_runs (id, cron_id, scheduled_for, cause, state, created_at)
     SELECT 'crr_' || n, 'crn_1', n, 'schedule', iif(n = 1, 'failed', 'skipped'), n FROM numbers`,
  )
  const looks = countLooks(t)
  const list = (state?: 'failed' | 'skipped', cursor?: string) =>
    store.cronRuns.list('crn_1', { limit: 2, state, cursor })
  const failedRuns = await list('failed')
  assert.deepEqual([failedRuns.data.map(({ id }) => id), failedRuns.has_more], [['crr_1'], false])
  // The first slice has 2,000 cron runs, and each slice is at most twice as long as the one before.
  assert.ok(looks() >= 3)
  const newest = await list()
  const next = await list('skipped', newest.next_cursor!)
  const listed = [...newest.data, ...next.data].map(({ id }) => id)
  assert.deepEqual(
    listed,
    [0, 1, 2, 3].map(n => `crr_${MANY - n}`),
  )
})

test('workflow runs in one state are searched for in slices when there are very many', async t => {
  const store = storeWith(
    t,
    `${NUMBERS} INSERT INTO workflow_runs
       (id, account_id, key_id, workflow_id, workflow_version, workflow_name, graph, trigger, dry_run, state, input, created_at)
     SELECT 'run_' || n, iif(n % 2, 'acc_1', 'acc_2'), 'key_1', 'wf_1', 1, 'Test', '{"nodes":[],"edges":[]}', '{"type":"manual"}', 0,
       iif(n = 1, 'failed', 'cancelled'), '{}', n FROM numbers`,
  )
  const looks = countLooks(t)
  const list = (state?: 'failed' | 'cancelled', cursor?: string) =>
    store.workflowRuns.list('acc_1', { limit: 2, state, cursor })
  const failedRuns = await list('failed')
  assert.deepEqual([failedRuns.data.map(({ id }) => id), failedRuns.has_more], [['run_1'], false])
  assert.ok(looks() >= 3)
  const newest = await list()
  const next = await list('cancelled', newest.next_cursor!)
  const listed = [...newest.data, ...next.data].map(({ id }) => id)
  assert.deepEqual(
    listed,
    [1, 3, 5, 7].map(n => `run_${MANY - n}`),
  )
})
