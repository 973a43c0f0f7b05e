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

describe('an attempt that exceeds the time limit', () => {
  test('is aborted together with its fetch, and fails the job if it was the last attempt', async () => {
    const gate = gatePage(jobs.site, '/gate')
    const before = await jobs.credits()
    await withEnoughTime(1_000, async ms => {
      jobs.app.settings.change('job_timeout_ms', ms)
      const requestsBefore = jobs.site.requests.length
      const job = await jobs.ended((await jobs.scrape('/gate', { max_attempts: 1 })).json.id)
      assert.deepEqual([job.state, job.error.code, job.attempt], ['failed', 'timeout', 1])
      assert.match(job.error.hint, /WINNOW_JOB_TIMEOUT_MS/)
      await gate.waiting(0)
      assert.deepEqual(await jobs.credits(), before)
      return jobs.site.requests.length > requestsBefore
    })
  })

  test('is followed by another attempt if there is one left', async () => {
    const gate = gatePage(jobs.site, '/slow')
    jobs.app.settings.change('job_timeout_ms', 1_000)
    const { id } = (await jobs.scrape('/slow', { max_attempts: 10 })).json
    await until(async () => (await jobs.service.call(`/v1/jobs/${id}`)).json.attempts[0]?.state === 'failed')
    jobs.app.settings.change('job_timeout_ms', undefined)
    await gate.waiting(1)
    // A request that waits there may have started under the old limit, and may be aborted before it can continue.
    jobs.site.on('/slow', { body: '<h1>Kettle</h1>' })
    gate.open()
    const job = await jobs.ended(id)
    assert.deepEqual([job.state, job.credits.used], ['completed', 1])
    const [first, ...others] = job.attempts
    assert.deepEqual([first.number, first.state, first.error.code], [1, 'failed', 'timeout'])
    const last = others.at(-1)
    assert.deepEqual([last.number, last.state, last.error], [job.attempt, 'completed', null])
  })
})

describe('a job that was interrupted', () => {
  const ends = { timings: null, state: 'failed' as const, expires_at: 9_000 }
  const late = { ...ends, error: { code: 'late', message: 'Too late.', retryable: false } }
  const MAX = 10

  const interruptedJob = async () => {
    const store = openStore(tempFolder())
    await store.accounts.ensure('default', 0, 0)
    const [account] = await store.accounts.list()
    const accountId = account!.id
    const { id } = await storedJob(store, accountId, 1_000, { max_attempts: 2 })
    const claim = async (now: number) => (await store.jobQueue.claim(accountId, () => 1, now, now + 1_000))[0]
    return { store, accountId, id, claim }
  }

  test('is queued again, and late writes of its first attempt are ignored', async () => {
    const { store, accountId, id, claim } = await interruptedJob()
    const first = await claim(1_000)
    assert.deepEqual(await store.jobQueue.takeBack(1_999, 3_000), [], 'not before the lease has lapsed')
    assert.deepEqual(
      await store.jobQueue.takeBack(2_001, 3_000, () => true),
      [],
      'nor while somebody knows of it',
    )
    assert.equal((await store.jobQueue.takeBack(2_001, 3_000))[0]!.id, id)
    assert.equal((await store.jobQueue.endAlone(first!, late, 3_500)).applied, false)
    const second = await claim(4_000)
    assert.equal(second!.attempt, 1, 'the interruption was no attempt')
    assert.equal((await store.jobQueue.endAlone(first!, late, 4_500)).applied, false)
    const job = (await store.jobs.findWithAttempts(accountId, id))!
    assert.equal(job.state, 'running')
    assert.deepEqual(
      job.attempts.map(({ number, error }) => [number, error?.code]),
      [
        [1, 'interrupted'],
        [1, undefined],
      ],
    )
    store.close()
  })

  test('waits twice as long after each interruption, and fails after the tenth', async () => {
    const { store, accountId, id, claim } = await interruptedJob()
    let now = 10_000
    const pauses: number[] = []
    for (let times = 1; times <= MAX; times++) {
      assert.ok(await claim(now), `it is there for the ${times}th time`)
      now += 5_000
      await store.jobQueue.takeBack(now, now)
      const due = await store.jobQueue.nextDue(accountId, now)
      if (due === null) continue
      pauses.push((due - now) / 1_000)
      assert.equal(await claim(due - 1), undefined)
      now = due
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256])
    const { state, error } = (await store.jobs.find(accountId, id))!
    assert.deepEqual([state, error!.code], ['failed', 'interrupted'])
    assert.match(error!.message, /10 times/)
    store.close()
  })
})
