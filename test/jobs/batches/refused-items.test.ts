import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startJobSite } from '../support/job-site.ts'

const jobs = startJobSite()

const PRIVATE = 'http://10.0.0.1/'
const items = () => [{ input: { url: PRIVATE } }, { input: { url: `${jobs.site.url}/page` } }]

test('a batch without a valid item gets the same hint about its first item as a single call', async () => {
  const call = await jobs.service.call(`/v1/scrape/${jobs.parser}`, { json: { url: PRIVATE } })
  assert.match(call.json.hint, /WINNOW_ALLOW_HOSTS/)
  const json = { target: { parser_id: jobs.parser }, items: items().slice(0, 1) }
  const { status, json: refused } = await jobs.service.call('/v1/batches', { json })
  assert.deepEqual([status, refused.field, refused.hint], [400, 'items[0].input.url', call.json.hint])
})

test('an item that is not an object is refused with an example of one', async () => {
  const json = { target: { parser_id: jobs.parser }, items: ['https://shop.example/'] }
  const { status, json: refused } = await jobs.service.call('/v1/batches', { json })
  assert.equal(status, 400)
  assert.match(refused.hint, /"input"/)
})

test('an input field `__proto__` is refused like any other unknown field', async () => {
  const input = `{"url": "${jobs.site.url}/page", "__proto__": 1}`
  const send = (path: string, body: string) =>
    jobs.service.call(path, { body, headers: { 'content-type': 'application/json' } })
  const target = `"parser_id": "${jobs.parser}"`
  const job = await send('/v1/jobs', `{${target}, "input": ${input}}`)
  assert.deepEqual([job.status, job.json.field], [400, 'input.__proto__'])
  const batch = await send('/v1/batches', `{"target": {${target}}, "items": [{"input": ${input}}]}`)
  assert.deepEqual([batch.status, batch.json.field], [400, 'items[0].input.__proto__'])
  const cron = await send(
    '/v1/crons',
    `{"name": "a", "expression": "0 3 * * *", "timezone": "UTC",
      "target": {"type": "api", "id": "videosite-channel", "input": {"handle": "@a", "__proto__": 1}}}`,
  )
  assert.deepEqual([cron.status, cron.json.field], [400, 'target.input.__proto__'])
})

test('a number in another notation is refused with a hint on how to write it, in files of items and in queries', async () => {
  const call = await jobs.service.call('/v1/shortvideo-comments?video_id=7234567890123456789&count=5,0')
  assert.equal(call.json.field, 'count')
  const form = new FormData()
  form.append('api_id', 'shortvideo-comments')
  form.append('items', new Blob(['video_id,count\n7234567890123456789,+5\n']), 'items.csv')
  const upload = await jobs.service.call('/v1/batches/upload', { body: form })
  assert.equal(upload.json.field, 'items[0].input.count')
  const json = { video_id: '7234567890123456789', count: '5' }
  const quoted = await jobs.service.call('/v1/shortvideo-comments', { json })
  assert.match(quoted.json.hint, /without quotes in JSON\.$/)
  for (const { json } of [call, upload]) assert.match(json.hint, /1 to 50\. Numbers are written as -1234\.5/)
})

test('a cron for a batch with an invalid item is refused with the item and a hint', async () => {
  const target = { type: 'batch', input: { target: { parser_id: jobs.parser }, items: items().reverse() } }
  const { status, json } = await jobs.service.call('/v1/crons', {
    json: { name: 'Nightly', expression: '0 3 * * *', timezone: 'UTC', target },
  })
  assert.deepEqual([status, json.field, json.detail], [400, 'target.input.items[1]', 'target_forbidden'])
  assert.match(json.hint, /WINNOW_ALLOW_HOSTS/)
})

const batchOf = (pages: number[], more: Record<string, unknown>, key: string, parser = jobs.parser) =>
  jobs.service.call('/v1/batches', {
    json: {
      target: { parser_id: parser },
      items: pages.map(page => ({ input: { url: `${jobs.site.url}/page?${page}` } })),
      ...more,
    },
    headers: { 'x-api-key': key },
  })
const indexes = (rejected: { index: number }[]) => rejected.map(({ index }) => index)

test('a batch beyond the monthly cap of its key is refused with the credits that are left, or accepted in part', async () => {
  const key = await jobs.service.keyFor('default', { monthly_cap: 3 })
  const whole = await batchOf([1, 2, 3, 4], {}, key)
  assert.deepEqual(
    [whole.status, whole.json.error],
    [429, "This call needs 4 credits; this key's monthly cap of 3 leaves 3."],
  )
  const part = await batchOf([1, 2, 3, 4], { allow_partial: true }, key)
  assert.deepEqual([part.status, part.json.accepted, part.json.credits_reserved], [202, 3, 3], part.text)
  assert.deepEqual(part.json.rejected, [
    { index: 3, error: 'The monthly cap of this key leaves no credits for it.' },
  ])
  const more = await batchOf([5], { allow_partial: true }, key)
  assert.deepEqual([more.status, more.json.field], [429, 'monthly_cap'])
})

test('an item that repeats an earlier one counts neither toward credits nor toward the limit of waiting jobs', async () => {
  const poor = await jobs.service.keyFor('poor')
  await jobs.service.admin('/admin/credits', { account: 'poor', credits: -998 })
  const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, poor)
  const part = await batchOf([1, 1, 2, 2, 3, 1], { allow_partial: true, dedupe: true }, poor, parser)
  const { accepted, skipped, rejected } = part.json
  assert.deepEqual([accepted, skipped, indexes(rejected)], [2, 2, [4, 5]], part.text)

  const narrow = await jobs.service.keyFor('narrow')
  await jobs.service.admin('/admin/accounts/narrow', { limits: { max_pending: 2 } })
  const own = await jobs.service.parser({ fields: { title: 'h1' } }, {}, narrow)
  const whole = await batchOf([1, 1, 2, 2], { dedupe: true }, narrow, own)
  assert.deepEqual([whole.status, whole.json.accepted, whole.json.skipped], [202, 2, 2], whole.text)
})
