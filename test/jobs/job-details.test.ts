import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { startTestApp } from '../support/start-app.ts'
import { gatePage } from './support/gate-page.ts'
import { startJobSite } from './support/job-site.ts'

const jobs = startJobSite()

/** Reads the events of a path until the service ends the stream. Returns them. */
async function eventsOf(path: string) {
  const response = await fetch(jobs.service.url + path, { headers: { 'x-api-key': jobs.service.key } })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const text = await response.text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(match => JSON.parse(match[1]!))
}

describe('an attempt of a job', () => {
  test('is followed by another one after an error that may be temporary', async () => {
    let requestCount = 0
    jobs.site.on('/unreliable', (_request, response) => {
      const again = ++requestCount < 3
      response
        .writeHead(again ? 503 : 200, { 'content-type': 'text/html' })
        .end(again ? 'Not now' : '<h1>Kettle</h1>')
    })
    const job = await jobs.ended((await jobs.scrape('/unreliable')).json.id)
    assert.deepEqual([job.state, job.attempt, job.error, job.credits.used], ['completed', 3, null, 1])
    const [first, , last] = job.attempts
    assert.deepEqual(
      job.attempts.map((one: { number: number; state: string }) => [one.number, one.state]),
      [
        [1, 'failed'],
        [2, 'failed'],
        [3, 'completed'],
      ],
    )
    assert.deepEqual([first.error.upstream_status, first.sources, job.has_page], [503, [], true])
    assert.deepEqual([last.error, last.sources], [null, ['http']])
    assert.deepEqual([first.started_at, last.ended_at], [job.started_at, job.finished_at])
    assert.ok(first.ended_at <= last.started_at && Number.isInteger(first.timings.fetch))
  })

  test('is the last one when all attempts are used or the error is permanent', async () => {
    jobs.site.on('/down', { status: 500 })
    const down = await jobs.ended((await jobs.scrape('/down', { max_attempts: 2 })).json.id)
    assert.deepEqual([down.state, down.attempt, down.error.upstream_status], ['failed', 2, 500])
    const none = await jobs.ended((await jobs.scrape('/none')).json.id)
    assert.deepEqual([none.attempt, none.error.code, none.has_page], [1, 'upstream_404', false])
  })

  test('that is told to retry later waits as long as the site asks', async () => {
    jobs.site.on('/busy', { status: 429, headers: { 'retry-after': '600' } })
    const { id } = (await jobs.scrape('/busy')).json
    const waiting = await until(async () => {
      const { json } = await jobs.service.call(`/v1/jobs/${id}`)
      return json.state === 'pending' && json.attempt === 1 && json
    })
    assert.equal(waiting.error.code, 'blocked')
    assert.equal((await jobs.service.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })).status, 200)
  })

  test('is aborted together with its fetch when the job is cancelled', async () => {
    const gate = gatePage(jobs.site, '/gate')
    const before = await jobs.credits()
    const { id } = (await jobs.scrape('/gate')).json
    await gate.waiting(1)
    assert.equal((await jobs.credits()).held, 1)
    const answer = await jobs.service.call(`/v1/jobs/${id}/cancel`, { method: 'POST' })
    assert.deepEqual([answer.json.state, answer.json.credits.reserved], ['cancelled', 0])
    await gate.waiting(0)
    const { attempts } = await jobs.ended(id)
    assert.deepEqual([attempts.length, attempts[0].state], [1, 'cancelled'])
    assert.deepEqual(await jobs.credits(), before)
  })
})

describe('the details of a job', () => {
  test('are streamed: its current state first, then each change until the end', async () => {
    const gate = gatePage(jobs.site, '/slow')
    const { id } = (await jobs.scrape('/slow')).json
    await gate.waiting(1)
    const events = eventsOf(`/v1/jobs/${id}/events`)
    gate.open()
    const jobEvents = await events
    assert.deepEqual([jobEvents[0].state, jobEvents[0].progress], ['running', { stage: 'fetch' }])
    assert.deepEqual([jobEvents[0].attempts[0].state, jobEvents[0].attempts[0].ended_at], ['running', null])
    assert.deepEqual([jobEvents.at(-1).state, jobEvents.at(-1).progress], ['completed', null])
    assert.deepEqual(
      await eventsOf(`/v1/jobs/${id}/events`),
      [jobEvents.at(-1)],
      'of an ended one the end alone',
    )
  })

  test('are listed by state, type and parser', async () => {
    const { attempts: _, has_page: __, ...job } = await jobs.ended((await jobs.scrape('/page')).json.id)
    const first = async (query: string) => (await jobs.service.call(`/v1/jobs?${query}`)).json.data[0]
    assert.deepEqual(await first(`state=completed&type=scrape&parser_id=${jobs.parser}`), job)
    assert.notDeepEqual(await first('state=failed'), job)
    assert.equal((await jobs.service.call('/v1/jobs?state=asleep')).json.field, 'state')
  })
})

describe('the page of a job', () => {
  test('is parsed again with the current version of the parser, free of charge', async () => {
    const schema = { fields: { title: { css: 'h1' } } }
    const id = await jobs.service.parser(schema)
    const created = await jobs.scrape('/page', { parser_id: id })
    const job = await jobs.ended(created.json.id)
    const more = { fields: { title: { css: 'h1' }, link: { css: 'a@href' } } }
    await jobs.service.call(`/v1/parsers/${id}`, { method: 'PUT', json: { name: 'test', schema: more } })
    const [before, requestCount] = [await jobs.credits(), jobs.site.requests.length]
    const again = await jobs.service.call(`/v1/jobs/${job.id}/reparse`, { method: 'POST' })
    const ended = await jobs.ended(again.json.id)
    assert.deepEqual([ended.state, ended.parser_version, ended.credits.used], ['completed', 2, 0])
    assert.deepEqual([await jobs.credits(), jobs.site.requests.length], [before, requestCount])
    const result = (await jobs.service.call(`/v1/jobs/${ended.id}/result`)).json
    assert.deepEqual(result, { title: 'Kettle', link: 'more' })
  })

  test('may be sent as the input of the job', async () => {
    const json = { type: 'parse', parser_id: jobs.parser, input: { html: '<h1>Pot</h1>' } }
    const created = await jobs.service.call('/v1/jobs', { json })
    assert.deepEqual([created.status, created.json.input], [202, {}], created.text)
    await jobs.ended(created.json.id)
    const result = await jobs.service.call(`/v1/jobs/${created.json.id}/result`)
    assert.deepEqual(result.json, { title: 'Pot' })
  })
})

describe('a job is refused when it', () => {
  const cases: [string, Record<string, unknown>, number, string?][] = [
    ['names no target', { input: {} }, 400, 'parser_id'],
    ['names both', { parser_id: 'x', api_id: 'y', input: {} }, 400, 'api_id'],
    ['names an API that is none', { api_id: 'videosite-smells', input: {} }, 404, 'api_id'],
    ['names a parser that is none', { parser_id: 'prs_none', input: {} }, 404, 'parser_id'],
    [
      'has an input that the API refuses',
      { api_id: 'videosite-channel', input: { handle: '' } },
      400,
      'input.handle',
    ],
    [
      'has a type that does not fit',
      { type: 'scrape', api_id: 'videosite-channel', input: {} },
      400,
      'parser_id',
    ],
    ['has a field too many', { api_id: 'videosite-channel', input: { handle: '@a', x: 1 } }, 400, 'input.x'],
  ]
  for (const [what, json, status, field] of cases)
    test(what, async () => {
      const answer = await jobs.service.call('/v1/jobs', { json })
      assert.deepEqual([answer.status, answer.json.field], [status, field], answer.text)
    })

  test('exceeds the limit of pending jobs', async () => {
    const key = await jobs.service.keyFor('small')
    await jobs.service.admin('/admin/accounts/small', { limits: { max_pending: 1, job_concurrency: 1 } })
    const parser = await jobs.service.parser({ fields: { title: 'h1' } }, {}, key)
    gatePage(jobs.site, '/full')
    const json = { parser_id: parser, input: { url: `${jobs.site.url}/full` } }
    const send = () => jobs.service.call('/v1/jobs', { json, headers: { 'x-api-key': key } })
    const answers = await Promise.all([send(), send(), send()])
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([answers.filter(({ status }) => status === 202).length, refused.length], [1, 2])
    const { pending, limit, accepted } = refused[0]!.json
    assert.deepEqual({ pending, limit, accepted }, { pending: 1, limit: 1, accepted: 0 })
    assert.ok(refused[0]!.headers.get('retry-after'))
  })
})

describe('a stop of the service', () => {
  test('does not wait for clients that follow a job', async () => {
    const service = await startTestApp({ allow_hosts: ['127.0.0.1'], drain_seconds: 600 })
    const parser = await service.parser({ fields: { title: 'h1' } })
    jobs.site.on('/later', { status: 429, headers: { 'retry-after': '600' } })
    const json = { parser_id: parser, input: { url: `${jobs.site.url}/later` } }
    const { id } = (await service.call('/v1/jobs', { json })).json
    const headers = { 'x-api-key': service.key }
    const following = await fetch(`${service.url}/v1/jobs/${id}/events`, { headers })
    await service.stop()
    await assert.rejects(following.text(), 'it is broken off')
  })
})
