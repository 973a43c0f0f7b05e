import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { markAsOurs, openDatabase } from '../../../server/store/file/open-database.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const BEFORE = 20
const folder = new URL('../../../server/store/migrations/', import.meta.url)

const JOB = {
  account_id: 'acc_1',
  key_id: 'key_1',
  source: 'api',
  type: 'api',
  api_id: 'sample-call',
  input: '{}',
  priority: 0,
  max_attempts: 3,
  price: 2,
  batch_id: 'bat_1',
  created_at: 10,
}
const OPEN = { reserved: 2, run_at: 10 }
const ENDED = { reserved: 0, run_at: 20, attempt: 1, started_at: 20, finished_at: 30 }
const error = JSON.stringify({ code: 'timeout', message: 'Too long.', retryable: true })

const jobs = [
  { id: 'job_new', state: 'pending', ...OPEN },
  { id: 'job_again', state: 'pending', ...OPEN, run_at: 90, attempt: 1, error, started_at: 15 },
  { id: 'job_runs', state: 'running', ...OPEN, attempt: 2, lease_until: 99, started_at: 15 },
  { id: 'job_text', state: 'completed', ...ENDED, used: 2, sources: 'http' },
  { id: 'job_packed', state: 'completed', ...ENDED, used: 1, rows: '{"added":1}' },
  { id: 'job_failed', state: 'failed', ...ENDED, error },
  { id: 'job_skipped', state: 'skipped', reserved: 0, run_at: 10, finished_at: 10, error },
]

/** A store from before the migration that split the table of jobs, with a batch that is half done. */
function oldStore(): string {
  const data = tempFolder()
  const db = openDatabase(data)
  const steps = readdirSync(folder).sort().slice(0, BEFORE)
  for (const step of steps) db.exec(readFileSync(new URL(step, folder), 'utf8'))
  db.pragma(`user_version = ${BEFORE}`)
  markAsOurs(db)
  const add = (table: string, row: object) =>
    db.prepare(`INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`)
      .run(Object.values(row)) // biome-ignore format: one call
  add('batches', { id: 'bat_1', account_id: 'acc_1', first_job: 1, last_job: jobs.length, created_at: 10 })
  for (const [i, job] of jobs.entries()) add('jobs', { ...JOB, idx: i, ...job })
  const text = Buffer.from('{"a":1}')
  add('job_results', { job: 4, kept_at: 30, size: text.length, packed: 0, body: text })
  const packed = zstdCompressSync('{"b":2}')
  add('job_results', { job: 5, kept_at: 30, size: packed.length, packed: 1, body: packed })
  db.close()
  return data
}

describe('after the migration, jobs of an older store', () => {
  const store = openStore(oldStore())
  const find = async (id: string) => (await store.jobs.find('acc_1', id))!

  test('have the same states, credits and errors as before', async () => {
    for (const { id, state, reserved, ...job } of jobs) {
      const { attempt, credits, error } = await find(id)
      const more = job as { attempt?: number; used?: number; error?: string }
      assert.deepEqual([attempt, credits], [more.attempt ?? 0, { reserved, used: more.used ?? 0 }], id)
      assert.deepEqual(
        [(await find(id)).state, error && JSON.stringify(error)],
        [state, more.error ?? null],
        id,
      )
    }
    const { started_at, finished_at, rows } = await find('job_packed')
    assert.deepEqual(
      [started_at, finished_at, rows],
      ['1970-01-01T00:00:00.020Z', '1970-01-01T00:00:00.030Z', { added: 1 }],
    )
    const { counts, credits } = (await store.batches.find('acc_1', 'bat_1'))!
    assert.deepEqual(counts, {
      total: 7,
      pending: 2,
      running: 1,
      completed: 2,
      failed: 1,
      cancelled: 0,
      skipped: 1,
    })
    assert.deepEqual(credits, { reserved: 6, used: 3 })
  })

  test('still have their results', async () => {
    const results: Record<string, unknown> = {}
    for (const { id } of jobs) {
      const storedResult = await store.jobFiles.result('acc_1', id)
      if (storedResult) results[id] = storedResult.value
    }
    assert.deepEqual(results, { job_text: { a: 1 }, job_packed: { b: 2 } })
  })

  test('are listed by state, alone and in their batch', async () => {
    for (const state of ['pending', 'running', 'completed', 'failed', 'skipped', 'cancelled'] as const) {
      const ids = jobs.filter(job => job.state === state).map(({ id }) => id)
      const jobList = await store.jobs.list('acc_1', { limit: 9, state })
      assert.deepEqual(
        jobList.data.map(({ id }) => id),
        ids.toReversed(),
        state,
      )
      const items = await store.batches.items('acc_1', 'bat_1', { limit: 9, state })
      assert.deepEqual(
        items.data.map(({ id }) => id),
        ids,
        state,
      )
    }
  })

  test('continue: waiting jobs are claimed when they are due, and interrupted ones are queued again', async () => {
    await store.jobQueue.takeBack(100, 40)
    const claim = async (at: number) =>
      (await store.jobQueue.claim('acc_1', () => 9, at, 9_000)).map(({ id, attempt }) => [id, attempt])
    assert.deepEqual(await claim(50), [['job_new', 1]])
    assert.equal(await store.jobQueue.nextDue('acc_1', 50), 90)
    assert.deepEqual(await claim(1_039), [['job_again', 2]])
    assert.deepEqual(await claim(1_040), [['job_runs', 2]])
    store.close()
  })
})
