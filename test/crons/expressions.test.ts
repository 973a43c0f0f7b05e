import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startJobSite } from '../jobs/support/job-site.ts'

const jobs = startJobSite()

const ZONE = { timezone: 'UTC' }
const target = () => ({ type: 'parser', id: jobs.parser, input: { url: `${jobs.site.url}/page` } })
const preview = (expression: string, more = {}) =>
  jobs.service.call('/v1/crons/preview', { json: { expression, ...ZONE, ...more } })

describe('the description of an expression in plain words', () => {
  const words: [expression: string, reading: string][] = [
    ['0\t9 1 * *', 'At 09:00, on day 1 of the month'],
    ['0\n9 1 * *', 'At 09:00, on day 1 of the month'],
    ['0\u00a09 1 * *', 'At 09:00, on day 1 of the month'],
    ['0 9 * * MON#L', 'At 09:00, on the last Monday of the month'],
    ['0 9 * * 5#L', 'At 09:00, on the last Friday of the month'],
    ['0 9 * * 1#2,5#l', 'At 09:00, on the second Monday of the month and on the last Friday of the month'],
    ['? * * * *', 'Every minute'],
    ['0 9 ? ? ?', 'At 09:00'],
  ]
  for (const [expression, reading] of words)
    test(`exists for ${JSON.stringify(expression)}`, async () => {
      const { status, json } = await preview(expression)
      assert.deepEqual([status, json.reading], [200, reading])
    })

  for (const expression of [
    '0 9 13 * +5',
    '0  9 1W,15W * *',
    '0 9 * * 1-5#2',
    '0 9 * * 1-5L',
    '0 9 * * 1,3#2',
  ])
    test(`is the expression itself when it has no words for it: ${JSON.stringify(expression)}`, async () => {
      const { status, json } = await preview(expression)
      assert.deepEqual([status, json.reading], [200, expression.replace('  ', ' ')])
      assert.equal(json.data.length, 10)
    })

  for (const expression of ['0 9 13 * +5', '0\t9 1 * *', '0 9 * * 5#L'])
    test(`does not get in the way of reading, listing, pausing and deleting a cron of ${JSON.stringify(expression)}`, async () => {
      const json = { name: 'test', ...ZONE, target: target(), expression: '0 9 1 * *' }
      const { id } = (await jobs.service.call('/v1/crons', { json })).json
      const path = `/v1/crons/${id}`
      const replaced = await jobs.service.call(path, { method: 'PUT', json: { ...json, expression } })
      assert.deepEqual([replaced.status, replaced.json.expression], [200, expression], replaced.text)
      assert.equal((await jobs.service.call(path)).json.reading, replaced.json.reading)
      assert.equal((await jobs.service.call('/v1/crons')).status, 200)
      assert.equal((await jobs.service.call(`${path}/pause`, { json: {} })).json.enabled, false)
      assert.equal((await jobs.service.call(path, { method: 'DELETE' })).status, 204)
    })
})

describe('an expression', () => {
  test('that has no time after the given one is refused for the field `from`', async () => {
    const { status, json } = await preview('0 9 * * *', { from: '9999-06-01T00:00:00Z' })
    assert.deepEqual(
      [status, json.field, json.error],
      [400, 'from', 'This expression has no time after `from`.'],
    )
  })

  for (const expression of ['0 0 30 2 *', '0 9 15 * +5#2'])
    test(`that never has a time is refused with the reason: ${expression}`, async () => {
      const { status, json } = await preview(expression)
      assert.deepEqual(
        [status, json.field, json.hint],
        [400, 'expression', 'No date fits its day of the month, month and day of the week.'],
      )
    })
})
