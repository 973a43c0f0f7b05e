import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { packResult } from '../../../server/store/jobs/files.ts'
import { openStore } from '../../../server/store/open-store.ts'
import { storedJob, storedJobs } from '../../jobs/support/stored-job.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const NOW = 1_000
const END = {
  state: 'completed' as const,
  used: 1,
  result: packResult({ title: 'Kettle' }),
  timings: null,
  expires_at: NOW,
}
const APPLIED = { applied: true, released: 1 }
const IGNORED = { applied: false, released: 0 }

/** A store with `count` running jobs. */
async function withRunning(count: number) {
  const store = openStore(tempFolder())
  const { id: account } = await store.accounts.ensure('default', 0, 0)
  await storedJobs(store, account, NOW, { count, price: 1, reserved: 1 })
  const rows = await store.jobQueue.claim(account, () => count, NOW, NOW + 100)
  const end = (at: number) => store.jobQueue.endAlone(rows[at]!, END, NOW)
  const cancel = (at: number) => store.jobQueue.cancel(account, rows[at]!.id, NOW)
  const states = async () =>
    Promise.all(rows.map(async ({ id }) => (await store.jobs.find(account, id))!.state))
  return { store, end, cancel, states }
}

describe('attempts that end in the same transaction', () => {
  test('are all ended, in any order and with other jobs between theirs', async () => {
    const { store, end, states } = await withRunning(6)
    assert.deepEqual(await Promise.all([5, 0, 1, 3].map(end)), Array(4).fill(APPLIED))
    const [C, R] = ['completed', 'running']
    assert.deepEqual(await states(), [C, C, R, C, R, C])
    store.close()
  })

  test('are ended except for one whose job was cancelled before', async () => {
    const { store, end, cancel, states } = await withRunning(3)
    await cancel(1)
    assert.deepEqual(await Promise.all([0, 1, 2].map(end)), [APPLIED, IGNORED, APPLIED])
    assert.deepEqual(await states(), ['completed', 'cancelled', 'completed'])
    store.close()
  })

  test('are ended even if one is cancelled among them: whichever comes first counts', async () => {
    const { store, end, cancel, states } = await withRunning(4)
    const [, cancelled, late, early, none] = await Promise.all([end(0), cancel(1), end(1), end(2), cancel(2)])
    assert.deepEqual([cancelled!.released, late, early, none], [1, IGNORED, APPLIED, null])
    assert.deepEqual(await states(), ['completed', 'cancelled', 'completed', 'running'])
    store.close()
  })

  test('are ended only once, however often that is requested', async () => {
    const { store, end, states } = await withRunning(2)
    assert.deepEqual(await Promise.all([0, 1, 0].map(end)), [APPLIED, APPLIED, IGNORED])
    assert.deepEqual(await end(1), IGNORED)
    assert.deepEqual(await states(), ['completed', 'completed'])
    store.close()
  })
})

test('a completed list job keeps the notice of a page that was read earlier', async () => {
  const store = openStore(tempFolder())
  const { id: account } = await store.accounts.ensure('default', 0, 0)
  const { id } = await storedJob(store, account, NOW, { max_pages: 3, price: 3, reserved: 3 })
  const [row] = await store.jobQueue.claim(account, () => 1, NOW, NOW + 100)
  const page = { number: 1, items: 0, used: 1, answer: {}, notice: 'comments_missing' }
  assert.ok(await store.write(() => store.jobQueue.keepPage(row!, page, NOW + 100, NOW)))
  const pages = { read: 2, items: 0, end: 'last_page' as const, error: null }
  await store.jobQueue.endAlone({ ...row!, reserved: 2 }, { ...END, pages }, NOW)
  assert.equal((await store.jobs.find(account, id))!.notice, 'comments_missing')
  store.close()
})
