import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gatePage } from './support/gate-page.ts'
import { startJobSite } from './support/job-site.ts'

// Nothing listens on this port, so the job of an API cannot reach anything.
const jobs = startJobSite({ videosite_url: 'http://127.0.0.1:9' })

const traceOf = (id: string) => jobs.service.call(`/v1/jobs/${id}/trace`)

async function scrapeWith(path: string, schema: unknown) {
  const parser_id = await jobs.service.parser(schema)
  const created = await jobs.scrape(path, { parser_id })
  return jobs.ended(created.json.id)
}

describe('the trace of a job', () => {
  test('shows how each field got its value, with the reason for each null, without a fetch or a charge', async () => {
    const job = await scrapeWith('/page', { fields: { title: 'h1', price: '.price' } })
    const [before, asked] = [await jobs.credits(), jobs.site.requests.length]
    const { status, json, text } = await traceOf(job.id)
    assert.equal(status, 200, text)
    assert.deepEqual([json.url, json.fault], [`${jobs.site.url}/page`, null])
    assert.deepEqual(
      json.trace.map(({ field, value }: Record<string, unknown>) => [field, value]),
      [
        ['title', 'Kettle'],
        ['price', null],
      ],
    )
    assert.equal(json.nulls[0].field, 'price')
    assert.match(json.nulls[0].reason, /no element/)
    assert.deepEqual([await jobs.credits(), jobs.site.requests.length], [before, asked])
  })

  test('stops at the missing required field that failed the job', async () => {
    const fields = { note: 'p', title: { css: 'h1', required: true }, link: 'a@href' }
    const job = await scrapeWith('/bare', { fields })
    assert.equal(job.state, 'failed')
    const { fault, trace } = (await traceOf(job.id)).json
    assert.deepEqual(
      [fault.code, fault.field, fault.message],
      [job.error.code, job.error.field, job.error.message],
    )
    assert.deepEqual(
      trace.map(({ field }: { field: string }) => field),
      ['note', 'title'],
    )
  })

  test('uses the parser version that the job used', async () => {
    const job = await scrapeWith('/page', { fields: { title: 'h1' } })
    const json = { name: 'test', schema: { fields: { link: 'a@href' } } }
    await jobs.service.call(`/v1/parsers/${job.parser_id}`, { method: 'PUT', json })
    const { parser_version, trace } = (await traceOf(job.id)).json
    assert.deepEqual([parser_version, trace[0].field], [1, 'title'])
  })

  test('is refused before the page was read, for an API job, and for another account', async () => {
    const gate = gatePage(jobs.site, '/gate')
    const { id } = (await jobs.scrape('/gate')).json
    await gate.waiting(1)
    assert.deepEqual([(await traceOf(id)).status, (await traceOf(id)).json.state], [409, 'running'])
    const headers = { 'x-api-key': await jobs.service.keyFor('stranger') }
    assert.equal((await jobs.service.call(`/v1/jobs/${id}/trace`, { headers })).status, 404)
    gate.open()
    await jobs.ended(id)
    const input = { handle: '@someone' }
    const call = await jobs.service.call('/v1/jobs', { json: { api_id: 'videosite-channel', input } })
    assert.match((await traceOf(call.json.id)).json.error, /API/)
    await jobs.service.call(`/v1/jobs/${call.json.id}/cancel`, { method: 'POST' })
  })
})
