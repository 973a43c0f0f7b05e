import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../server/base/ids.ts'
import { packResult } from '../../../server/store/jobs/files.ts'
import type { AttemptEnd } from '../../../server/store/jobs/queue.ts'
import type { OpenJob } from '../../../server/store/jobs/rows.ts'
import { openStore, type Store } from '../../../server/store/open-store.ts'
import { newStoredJob } from '../../jobs/support/stored-job.ts'
import { randomFrom, rounds, SEED } from '../../support/seeds.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const NOW = 1_000
const ERROR = { code: 'timeout', message: 'Too long.', retryable: true }
const BATCH = {
  name: null,
  parser_id: null,
  api_id: 'shortvideo-comments',
  concurrency: null,
  database_id: null,
  webhook: null,
  retry_of: null,
  cron_id: null,
}

/** Writes a batch of `items` items, of which the first `paid` are paid for. */
async function makeBatch(
  store: Store,
  account: string,
  size: { items: number; paid: number; price: number },
) {
  const { items, paid, price } = size
  const id = newId('bat', NOW)
  await store.batches.begin({ ...BATCH, id, max_credits: paid * price }, NOW)
  const jobs = Array.from({ length: items }, (_, index) =>
    newStoredJob(NOW, { batch_id: id, index, price, reserved: index < paid ? price : 0 }),
  )
  const prepared = store.jobs.prepareAll(account, jobs, NOW)
  await store.write(() => {
    const span = prepared.write()
    prepared.open(span)
    store.batches.appear(account, id, span, null)
  })
  return id
}

function endOf(random: () => number, price: number): AttemptEnd & { used?: number } {
  const kind = Math.floor(random() * 4)
  if (kind === 0) return { state: 'pending', error: ERROR, run_at: NOW, counted: false, timings: null }
  if (kind === 1) return { state: 'failed', error: ERROR, expires_at: NOW, timings: null }
  const used = Math.floor(random() * (price + 1))
  return { state: 'completed', used, result: packResult({}), expires_at: NOW, timings: null }
}

test(`a batch reserves no more than is left of its budget, and skips items only if that pays for none (WINNOW_SEED=${SEED})`, async () => {
  const store = openStore(tempFolder())
  const { id: account } = await store.accounts.ensure('default', 0, 0)
  const random = randomFrom(SEED)
  const upTo = (count: number) => Math.floor(random() * count)
  for (let round = 0; round < rounds(30); round++) {
    const size = { items: 3 + upTo(8), paid: 1 + upTo(3), price: 1 + upTo(4) }
    const id = await makeBatch(store, account, size)
    // Items of several batches are taken in turn.
    await makeBatch(store, account, { ...size, items: 2, paid: 2 })
    const budget = Math.min(size.items, size.paid) * size.price
    let held = budget
    let now = NOW
    const end = async (row: OpenJob) => {
      const { released } = await store.jobQueue.endAlone(row, endOf(random, row.price), now)
      if (row.batch_id === id) held -= released
    }
    const cancelOne = async () => {
      const [job] = (await store.batches.items(account, id, { limit: 1, state: 'pending' })).data
      held -= (job && (await store.jobQueue.cancel(account, job.id, now))?.released) ?? 0
    }
    const check = async () => {
      const batch = (await store.batches.find(account, id))!
      assert.equal(batch.credits.reserved, held)
      assert.ok(held + batch.credits.used <= budget, `${held} and ${batch.credits.used} of ${budget}`)
      return batch
    }
    const running: OpenJob[] = []
    const isOpen = async () => (await check()).counts.pending + running.length > 0
    for (; await isOpen(); now++) {
      running.push(...(await store.jobQueue.claim(account, () => 2, now, now + 1_000)))
      assert.ok(running.length && running.every(({ reserved, price }) => reserved === price))
      await Promise.all(running.splice(0, 1 + upTo(running.length)).map(end))
      if (upTo(4) === 0) await cancelOne()
    }
    const { counts, credits } = await check()
    assert.equal(held, 0)
    if (counts.skipped)
      assert.ok(budget - credits.used < size.price, `${credits.used} of ${budget} were spent`)
  }
  store.close()
})

test('credits that are reserved for a skipped item are released at once, however many items are skipped', async () => {
  const store = openStore(tempFolder())
  const { id: account } = await store.accounts.ensure('default', 0, 0)
  const id = await makeBatch(store, account, { items: 450, paid: 1, price: 2 })
  const [row] = await store.jobQueue.claim(account, () => 1, NOW, NOW + 1_000)
  const end = { state: 'completed' as const, used: 1, result: packResult({}), expires_at: NOW, timings: null }
  assert.deepEqual(await store.jobQueue.endAlone(row!, end, NOW), { applied: true, released: 2 })
  const { counts, credits } = (await store.batches.find(account, id))!
  assert.deepEqual([counts.skipped > 0, counts.pending > 0, credits], [true, true, { reserved: 0, used: 1 }])
  store.close()
})
