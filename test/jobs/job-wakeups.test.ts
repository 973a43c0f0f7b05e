import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWallClock } from '../../server/base/wall-clock.ts'
import { createJobEvents } from '../../server/jobs/job-events.ts'
import { createJobQueue } from '../../server/jobs/job-queue.ts'
import type { OpenJob } from '../../server/store/jobs/rows.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { storedJob } from './support/stored-job.ts'

const START = 1_000_000

test('a job that becomes due while the queue is checking is still run', async t => {
  const store = openStore(tempFolder())
  await store.accounts.ensure('default', 0, START)
  const [account] = await store.accounts.list()
  const { id } = await storedJob(store, account!.id, START)
  const [row] = await store.jobQueue.claim(account!.id, () => 1, START, START + 1_000)
  await store.jobQueue.endAlone(row!, waitUntil(START + 5), START)
  let reads = 0
  const { promise: attempted, resolve } = Promise.withResolvers<string>()
  async function attempt(row: OpenJob) {
    resolve(row.id)
    return { applied: true, released: 0, used: 0 }
  }
  const queue = createJobQueue({
    store,
    events: createJobEvents(),
    slotsOf: async () => 1,
    settle: () => undefined,
    leaseMs: () => 1_000,
    // The check starts before the job is due, and ends after it.
    clock: {
      ...createWallClock(),
      now: () => (reads++ < 2 ? START : START + 10),
    },
    report: error => t.diagnostic(String(error)),
  })
  await queue.start(attempt)
  assert.equal(await attempted, id)
  await queue.drain(1_000)
  store.close()
})

const waitUntil = (run_at: number) => ({
  state: 'pending' as const,
  error: { code: 'timeout', message: 'Too long.', retryable: true },
  run_at,
  counted: false,
  timings: null,
})
