import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite()

describe('a job', () => {
  test('is accepted, runs, and keeps its result and its page', async () => {
    const before = await jobs.credits()
    const created = await jobs.scrape('/page')
    assert.equal(created.status, 202, created.text)
    assert.equal(created.headers.get('location'), `/v1/jobs/${created.json.id}`)
    assert.deepEqual([created.json.state, created.json.credits], ['pending', { reserved: 1, used: 0 }])
    const job = await jobs.ended(created.json.id)
    assert.deepEqual(
      [job.state, job.attempt, job.credits, job.error],
      ['completed', 1, { reserved: 0, used: 1 }, null],
    )
    assert.ok(job.timings.fetch >= 0 && job.expires_at > job.finished_at)
    const result = await jobs.service.call(`/v1/jobs/${job.id}/result`)
    assert.deepEqual([result.status, result.json], [200, { title: 'Kettle' }])
    const page = await jobs.service.call(`/v1/jobs/${job.id}/page`)
    assert.deepEqual(page.json, {
      url: `${jobs.site.url}/page`,
      content_type: 'text/html; charset=utf-8',
      html: '<h1>Kettle</h1><a href="more">more</a>',
    })
    const after = await jobs.credits()
    assert.deepEqual([after.held, before.creditBalance - after.creditBalance], [0, 1])
  })

  test('with a URL that must never be fetched is refused at once, as a batch item is', async () => {
    const before = await jobs.credits()
    for (const [url, said] of [
      ['ftp://files.example/list', /not ftp: addresses/],
      ['http://10.0.0.1/', /not a public address/],
    ] as const) {
      const refused = await jobs.service.call('/v1/jobs', {
        json: { parser_id: jobs.parser, input: { url } },
      })
      const { detail, field, error } = refused.json
      assert.deepEqual([refused.status, detail, field], [400, 'target_forbidden', 'input.url'])
      assert.match(error, said)
    }
    assert.deepEqual(await jobs.credits(), before)
  })

  test('with HTML as input is refused with a hint to set its type to `parse`', async () => {
    const json = { parser_id: jobs.parser, input: { html: '<p>x</p>' } }
    const { status, json: refused } = await jobs.service.call('/v1/jobs', { json })
    assert.deepEqual([status, refused.field], [400, 'type'], refused.error)
    assert.match(refused.hint, /"type": "parse"/)
    const accepted = await jobs.service.call('/v1/jobs', { json: { ...json, type: 'parse' } })
    assert.equal(accepted.status, 202, accepted.text)
    await jobs.ended(accepted.json.id)
  })

  test('for an empty page is free, as a scrape of it is', async () => {
    jobs.site.on('/nothing', { body: '' })
    const before = await jobs.credits()
    const job = await jobs.ended((await jobs.scrape('/nothing')).json.id)
    assert.deepEqual([job.state, job.error?.code, job.credits.used], ['failed', 'blocked', 0])
    assert.deepEqual(await jobs.credits(), before)
  })

  test('that fails is free, and has the reason', async () => {
    const before = await jobs.credits()
    const job = await jobs.ended((await jobs.scrape('/bare')).json.id)
    assert.deepEqual([job.state, job.attempt, job.credits], ['failed', 1, { reserved: 0, used: 0 }])
    assert.deepEqual([job.error.code, job.error.retryable], ['required_missing', false])
    assert.deepEqual(await jobs.credits(), before)
    const result = await jobs.service.call(`/v1/jobs/${job.id}/result`)
    assert.deepEqual([result.status, result.json.state], [409, 'failed'])
    assert.equal(result.json.error, 'This job has no result: it has failed.')
  })
})
