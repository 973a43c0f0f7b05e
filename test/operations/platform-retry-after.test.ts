import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../http/support/until.ts'
import { PATH } from '../prebuilt/realty/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const WATCH = ['/', '/watch', '/youtubei/v1/player', '/youtubei/v1/next']

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ realty_url: site.url, videosite_url: site.url, job_retry_ms: 10 })
})
after(async () => {
  await service.stop()
  await site.close()
})

const busy = (status: number) => ({ status, headers: { 'retry-after': '60' }, body: 'later' })

const CALLS: [api: string, input: object][] = [
  ['realty-details', { url: PATH }],
  ['videosite-video', { video_id: 'jNQXAC9IVRw' }],
]

describe('a platform that sends `Retry-After`', () => {
  for (const status of [503, 429])
    for (const [api, input] of CALLS)
      test(`with ${status} makes ${api} tell its callers how long to wait, and delays retries of its jobs`, async () => {
        for (const path of [PATH, ...WATCH]) site.on(path, busy(status))
        const answer = await service.call(`/v1/${api}`, { json: input })
        assert.deepEqual([answer.status, answer.headers.get('retry-after')], [502, '60'], answer.text)
        const created = await service.call('/v1/jobs', {
          json: { type: 'api', api_id: api, input, max_attempts: 2 },
        })
        const read = async () => (await service.call(`/v1/jobs/${created.json.id}`)).json
        await until(async () =>
          (await read()).attempts.some((one: { ended_at: string | null }) => one.ended_at),
        )
        await new Promise(resolve => setTimeout(resolve, 200))
        const { state, attempts } = await read()
        assert.deepEqual([state, attempts.length], ['pending', 1])
        assert.equal(attempts[0].error.upstream_status, status)
      })

  test('with 404 does not make callers wait, since the input is at fault', async () => {
    site.on(PATH, busy(404))
    const answer = await service.call('/v1/realty-details', { json: { url: PATH } })
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [404, null], answer.text)
  })
})
