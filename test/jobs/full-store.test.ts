import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type Database from 'better-sqlite3'
import { createWallClock } from '../../server/base/wall-clock.ts'
import { createJobEvents } from '../../server/jobs/job-events.ts'
import { createJobQueue, type JobQueue } from '../../server/jobs/job-queue.ts'
import { createEngine, type Engine } from '../../server/store/engine.ts'
import { migrate } from '../../server/store/file/migrate.ts'
import { openDatabase } from '../../server/store/file/open-database.ts'
import { packResult } from '../../server/store/jobs/files.ts'
import type { AttemptEnd } from '../../server/store/jobs/queue.ts'
import type { OpenJob } from '../../server/store/jobs/rows.ts'
import type { Store } from '../../server/store/open-store.ts'
import { queueStores } from './support/queue-stores.ts'
import { newStoredJob } from './support/stored-job.ts'

const JOBS = 100
const NO_TIMINGS = { queued: 0, fetch: 0, parse: 0 }

let folder: string
let db: Database.Database
let engine: Engine
let queue: JobQueue
let reported: unknown[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-full-'))
  db = openDatabase(folder)
  migrate(db, folder, new Date())
  engine = createEngine(db)
  reported = []
})
afterEach(async () => {
  await queue.drain(0)
  db.close()
  await rm(folder, { recursive: true, force: true })
})

/** Creates a queue of jobs whose results take up space in the store. */
async function createQueue() {
  const { jobs, jobQueue } = queueStores(engine)
  await engine.write(() => {
    for (let i = 0; i < JOBS; i++)
      jobs.create('acc_1', newStoredJob(Date.now(), { price: 1, reserved: 1 }), Date.now()).write()
  })
  const end = (row: OpenJob): AttemptEnd => ({
    state: 'completed',
    used: 1,
    result: packResult(`${row.id} ${'x'.repeat(1_900)}`),
    expires_at: Date.now(),
    timings: NO_TIMINGS,
  })
  const attempt = (row: OpenJob) =>
    jobQueue.endAlone(row, end(row), Date.now()).then(
      settled => ({ ...settled, used: 1 }),
      () => null,
    )
  queue = createJobQueue({
    store: { jobQueue } as Store,
    events: createJobEvents(),
    slotsOf: async () => 8,
    settle: () => undefined,
    leaseMs: () => 60_000,
    clock: createWallClock(),
    report: error => reported.push(error),
  })
  return () => queue.start(attempt)
}

const count = (sql: string) => db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get()!

async function until(met: () => boolean) {
  while (!met()) await new Promise(resolve => setTimeout(resolve, 5))
}

describe('a job queue over a full store', () => {
  test('keeps its jobs waiting, and continues when there is space again', async () => {
    const startQueue = await createQueue()
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 10}`)
    await startQueue()
    await until(() => reported.length > 0)
    assert.match(String(reported[0]), /The store cannot be written/)
    const done = count("jobs WHERE state = 'completed'")
    assert.ok(done < JOBS)
    assert.equal(count('job_ends WHERE body IS NOT NULL'), done, 'a result stands with its job or not at all')
    assert.equal(count("jobs WHERE state = 'failed'"), 0)
    assert.equal(count('jobs WHERE reserved = 1'), JOBS - done)
    db.pragma('max_page_count = 1000000')
    await until(() => count("jobs WHERE state = 'completed'") === JOBS)
    assert.deepEqual([count('job_ends WHERE body IS NOT NULL'), count('jobs WHERE reserved = 1')], [JOBS, 0])
  })
})
