import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite()

const PRIVATE = 'http://10.0.0.1/'
const items = () => [{ input: { url: PRIVATE } }, { input: { url: `${jobs.site.url}/page` } }]

test('a batch without an item that can run says what to do about the first, as the call itself does', async () => {
  const call = await jobs.service.call(`/v1/scrape/${jobs.parser}`, { json: { url: PRIVATE } })
  assert.match(call.json.hint, /WINNOW_ALLOW_HOSTS/)
  const json = { target: { parser_id: jobs.parser }, items: items().slice(0, 1) }
  const { status, json: refused } = await jobs.service.call('/v1/batches', { json })
  assert.deepEqual([status, refused.field, refused.hint], [400, 'items[0].input.url', call.json.hint])
})

test('an item that is no object is shown what one looks like', async () => {
  const json = { target: { parser_id: jobs.parser }, items: ['https://shop.example/'] }
  const { status, json: refused } = await jobs.service.call('/v1/batches', { json })
  assert.equal(status, 400)
  assert.match(refused.hint, /"input"/)
})

test('a cron of a batch names an item that cannot run, and what to do about it', async () => {
  const target = { type: 'batch', input: { target: { parser_id: jobs.parser }, items: items().reverse() } }
  const { status, json } = await jobs.service.call('/v1/crons', {
    json: { name: 'Nightly', expression: '0 3 * * *', timezone: 'UTC', target },
  })
  assert.deepEqual([status, json.field, json.detail], [400, 'target.input.items[1]', 'target_forbidden'])
  assert.match(json.hint, /WINNOW_ALLOW_HOSTS/)
})
