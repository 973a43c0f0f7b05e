import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { openStore } from '../../server/store/open-store.ts'
import { until } from '../http/support/until.ts'
import { withEnoughTime } from '../support/enough-time.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { gatePage } from './support/gate-page.ts'
import { startJobSite } from './support/job-site.ts'
import { storedJob } from './support/stored-job.ts'

const jobs = startJobSite()
afterEach(() => jobs.app.settings.change('job_timeout_ms', undefined))

describe('an attempt that takes longer than it may', () => {
  test('is broken off, fetch and all, and fails where no other is left', async () => {
    const gate = gatePage(jobs.site, '/gate')
    const before = await jobs.credits()
    await withEnoughTime(1_000, async ms => {
      jobs.app.settings.change('job_timeout_ms', ms)
      const asked = jobs.site.requests.length
      const job = await jobs.ended((await jobs.scrape('/gate', { max_attempts: 1 })).json.id)
      assert.deepEqual([job.state, job.error.code, job.attempt], ['failed', 'timeout', 1])
      assert.match(job.error.hint, /WINNOW_JOB_TIMEOUT_MS/)
      await gate.waiting(0)
      assert.deepEqual(await jobs.credits(), before)
      return jobs.site.requests.length > asked
    })
  })

  test('is made again where another is left', async () => {
    const gate = gatePage(jobs.site, '/slow')
    jobs.app.settings.change('job_timeout_ms', 1_000)
    const { id } = (await jobs.scrape('/slow', { max_attempts: 10 })).json
    await until(async () => (await jobs.service.call(`/v1/jobs/${id}`)).json.attempts[0]?.state === 'failed')
    jobs.app.settings.change('job_timeout_ms', undefined)
    await gate.waiting(1)
    gate.open()
    const job = await jobs.ended(id)
    assert.deepEqual([job.state, job.credits.used], ['completed', 1])
    const [first, ...others] = job.attempts
    assert.deepEqual([first.number, first.state, first.error.code], [1, 'failed', 'timeout'])
    const last = others.at(-1)
    assert.deepEqual([last.number, last.state, last.error], [job.attempt, 'completed', null])
  })
})

test('a job whose lease has lapsed is taken back, and what its first attempt still writes counts for nothing', async () => {
  const store = openStore(tempFolder())
  await store.accounts.ensure('default', 0, 0)
  const [account] = await store.accounts.list()
  const accountId = account!.id
  const { id } = await storedJob(store, accountId, 1_000, { max_attempts: 2 })
  const end = { timings: null, state: 'failed' as const, expires_at: 9_000 }
  const late = { ...end, error: { code: 'late', message: 'Too late.', retryable: false } }

  const [first] = await store.jobQueue.claim(accountId, () => 1, 1_000, 2_000)
  assert.deepEqual(await store.jobQueue.takeBack(1_999, 3_000), [], 'not before the lease has lapsed')
  const [taken] = await store.jobQueue.takeBack(2_001, 3_000)
  assert.equal(taken!.id, id)
  assert.equal((await store.jobQueue.endAlone(first!, late, 3_500)).applied, false)

  const [second] = await store.jobQueue.claim(accountId, () => 1, 4_000, 5_000)
  assert.equal(second!.attempt, 2)
  assert.equal((await store.jobQueue.endAlone(first!, late, 4_500)).applied, false)
  await store.jobQueue.takeBack(5_001, 6_000)
  const course = (await store.jobs.findCourse(accountId, id))!
  assert.deepEqual([course.state, course.error!.code], ['failed', 'interrupted'])
  assert.deepEqual(
    course.attempts.map(({ number, error, timings }) => [number, error!.code, timings]),
    [
      [1, 'interrupted', null],
      [2, 'interrupted', null],
    ],
  )
  store.close()
})
