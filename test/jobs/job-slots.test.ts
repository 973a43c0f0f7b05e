import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createWallClock } from '../../server/base/wall-clock.ts'
import { createJobEvents } from '../../server/jobs/job-events.ts'
import { createJobQueue } from '../../server/jobs/job-queue.ts'
import type { OpenJob } from '../../server/store/jobs/rows.ts'
import { openStore } from '../../server/store/open-store.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { storedJob } from './support/stored-job.ts'

const JOBS = 40
const SLOTS = 3
const FAILED = {
  state: 'failed' as const,
  error: { code: 'blocked', message: 'Refused.', retryable: false },
  expires_at: 0,
  timings: null,
}

test('slots of finished jobs are filled at once, and never more than the limit are used', async t => {
  const store = openStore(tempFolder())
  await store.accounts.ensure('default', 0, 0)
  const [account] = await store.accounts.list()
  for (let i = 0; i < JOBS; i++) await storedJob(store, account!.id, Date.now())
  const ran: string[] = []
  const takenAtOnce: number[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const { promise: allRan, resolve } = Promise.withResolvers<void>()
  async function attempt(row: OpenJob) {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    ran.push(row.id)
    // Some jobs end together, others one by one.
    for (let i = ran.length % 4; i > 0; i--) await setImmediate()
    const settled = await store.jobQueue.endAlone(row, FAILED, Date.now())
    atOnce--
    const { data: running } = await store.jobs.list(account!.id, { limit: SLOTS + 1, state: 'running' })
    takenAtOnce.push(running.length)
    if (ran.length === JOBS) resolve()
    return { ...settled, used: 0 }
  }
  const queue = createJobQueue({
    store,
    events: createJobEvents(),
    slotsOf: async () => SLOTS,
    settle: () => undefined,
    leaseMs: () => 60_000,
    clock: createWallClock(),
    report: error => t.diagnostic(String(error)),
  })
  await queue.start(attempt)
  await allRan
  await queue.drain(1_000)
  assert.equal(new Set(ran).size, JOBS)
  assert.equal(mostAtOnce, SLOTS)
  // The last jobs free slots that no other job is waiting for.
  assert.deepEqual(takenAtOnce.slice(0, -SLOTS), Array(JOBS - SLOTS).fill(SLOTS))
  store.close()
})
