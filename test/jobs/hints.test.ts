import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite()

test('an item that was skipped for the budget says how to run it, and so does a retry of its batch', async () => {
  const items = [1, 2, 3].map(page => ({ input: { url: `${jobs.site.url}/page?${page}` } }))
  const json = { target: { parser_id: jobs.parser }, items, max_credits: 2 }
  const { id } = (await jobs.service.call('/v1/batches', { json })).json
  await jobs.batchEnded(id)
  const [item] = (await jobs.service.call(`/v1/batches/${id}/items?state=skipped`)).json.data
  assert.match(item.error.hint, /Retry the item on its own/)
  const retried = await jobs.service.call(`/v1/batches/${id}/retry`, { method: 'POST' })
  assert.equal(retried.status, 409)
  assert.match(retried.json.hint, /one by one, with `POST \/v1\/jobs\/\{id\}\/retry`/)
  const again = await jobs.service.call(`/v1/jobs/${item.id}/retry`, { method: 'POST' })
  assert.equal((await jobs.ended(again.json.id)).state, 'completed')
})

test('a job without a result says why and what to do, even if it was cancelled', async () => {
  const failed = await jobs.ended((await jobs.scrape('/bare')).json.id)
  const result = await jobs.service.call(`/v1/jobs/${failed.id}/result`)
  assert.equal(result.json.hint, `${failed.error.message} ${failed.error.hint}`)

  jobs.site.on('/hanging', () => undefined)
  const hanging = (await jobs.scrape('/hanging')).json.id
  const early = await jobs.service.call(`/v1/jobs/${hanging}/page`)
  assert.equal(early.json.hint, 'Wait until it ends.')
  const cancelled = await jobs.service.call(`/v1/jobs/${hanging}/cancel`, { method: 'POST' })
  for (const part of ['page', 'trace']) {
    const late = await jobs.service.call(`/v1/jobs/${hanging}/${part}`)
    assert.deepEqual([late.status, late.json.hint], [409, 'Retry it to fetch the page again.'])
  }
  assert.equal(cancelled.json.error.hint, 'Retry it if you still want its result.')
})
