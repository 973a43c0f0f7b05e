import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

let service: TestApp
let site: LocalSite
let job: string
before(async () => {
  site = await startLocalSite()
  site.on('/slow', { body: '<h1>Kettle</h1>', delayMs: 60_000 } as never)
  service = await startTestApp({ allow_hosts: ['127.0.0.1'], drain_seconds: 0 })
  await service.admin('/admin/accounts/default', { limits: { event_streams: 2, job_concurrency: 1 } })
  const parser_id = await service.parser({ fields: { title: 'h1' } })
  const json = { type: 'scrape', parser_id, input: { url: `${site.url}/slow` } }
  job = (await service.call('/v1/jobs', { json })).json.id
})
after(async () => {
  await service.stop()
  await site.close()
})

/** Opens a stream and waits for its first event. */
async function open() {
  const stop = new AbortController()
  const answer = await fetch(`${service.url}/v1/jobs/${job}/events`, {
    headers: { 'x-api-key': service.key },
    signal: stop.signal,
  })
  if (answer.ok) await answer.body!.getReader().read()
  return { answer, close: () => stop.abort() }
}

test('an account may have a limited number of event streams, and closing one makes room for another', async () => {
  const [first, second] = [await open(), await open()]
  assert.deepEqual([first.answer.status, second.answer.status], [200, 200])

  const refused = (await open()).answer
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const { pending, limit, accepted, hint } = (await refused.json()) as Record<string, unknown>
  assert.deepEqual([pending, limit, accepted], [2, 2, 0])
  assert.match(String(hint), /winnow accounts set default --event-streams N/)

  first.close()
  let third = await open()
  await until(async () => {
    if (third.answer.ok) return true
    third = await open()
    return false
  })
  await service.call(`/v1/jobs/${job}/cancel`, { json: {} })
  second.close()
  third.close()
})

test('an event stream that has sent its last event no longer counts towards the limit', async () => {
  for (let i = 0; i < 5; i++) {
    const answer = await service.call(`/v1/jobs/${job}/events`)
    assert.equal(answer.status, 200, answer.text)
  }
})

test('an event stream of which only the headers were read does not count towards the limit', async () => {
  for (let i = 0; i < 5; i++) {
    const answer = await service.call(`/v1/jobs/${job}/events`, { method: 'HEAD' })
    assert.equal(answer.status, 200)
  }
})
