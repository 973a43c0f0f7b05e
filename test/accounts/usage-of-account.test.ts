import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startJobSite } from '../jobs/support/job-site.ts'

const jobs = startJobSite()

test('the usage of an account says what was spent on which operation, whoever called it', async () => {
  const { call } = jobs.service
  const url = `${jobs.site.url}/page`
  await call(`/v1/scrape/${jobs.parser}`, { json: { url } })
  await call(`/v1/scrape/${jobs.parser}`, { json: { url: `${jobs.site.url}/bare` } })
  const job = await jobs.scrape('/page')
  await jobs.ended(job.json.id)
  await call('/v1/pages/read', { json: { url } })
  const { json } = await call('/v1/usage?days=2')
  const spent = json.data.map(({ operation, calls, failed, credits }: Record<string, unknown>) => [
    operation,
    calls,
    failed,
    credits,
  ])
  assert.deepEqual(spent, [
    ['page-read', 1, 0, 1],
    ['scrape', 3, 1, 2],
  ])
  assert.equal(json.credits, 1_000 - (await jobs.credits()).creditBalance)
  assert.match(json.since, /T00:00:00.000Z$/)
})
