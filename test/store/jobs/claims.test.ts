import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../../server/store/open-store.ts'
import { storedJob } from '../../jobs/support/stored-job.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const [W, R] = ['pending', 'running']
const NOW = 1_000
const LATER = 9_000

const nextAttempt = {
  state: 'pending' as const,
  error: { code: 'timeout', message: 'Too long.', retryable: true },
  run_at: LATER,
  counted: true,
  timings: null,
}

test('claiming jobs by priority leaves the other jobs between them unchanged', async () => {
  const store = openStore(tempFolder())
  await store.accounts.ensure('default', 0, 0)
  const [account] = await store.accounts.list()
  const owner = account!.id
  const priorities = [0, 0, 0, 5, 0, 5, 5]
  const ids: string[] = []
  for (const priority of priorities)
    ids.push((await storedJob(store, owner, NOW, { priority, max_attempts: 2 })).id)
  const statesOf = () => Promise.all(ids.map(async id => (await store.jobs.find(owner, id))!.state))
  const claim = (count: number, now: number) => store.jobQueue.claim(owner, () => count, now, now + 100)

  const urgent = await claim(3, NOW)
  assert.deepEqual(
    urgent.map(({ id }) => id),
    [ids[3], ids[5], ids[6]],
  )
  assert.deepEqual(await statesOf(), [W, W, W, R, W, R, R])

  const [, second] = await claim(2, NOW)
  await store.jobQueue.endAlone(second!, nextAttempt, NOW)
  assert.deepEqual(await statesOf(), [R, W, W, R, W, R, R])
  assert.deepEqual(
    (await claim(9, NOW)).map(({ id }) => id),
    [ids[2], ids[4]],
  )
  assert.deepEqual(await statesOf(), [R, W, R, R, R, R, R])
  assert.deepEqual(
    (await claim(9, LATER)).map(({ id, attempt }) => [id, attempt]),
    [[ids[1], 2]],
  )
  store.close()
})
