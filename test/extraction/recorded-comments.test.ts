import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noRecordings, openRecordings, type RecordedCase } from '../prebuilt/support/recordings.ts'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, type SiteHandler, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** A video page whose script signs every request that it makes. Unsigned requests get an empty answer. */
const PAGE = `<!doctype html><title>Video</title><script>
  const plain = fetch
  window.fetch = (url, options) => plain(url, { ...options, headers: { ...options?.headers, 'x-signature': 'page' } })
</script>`

const answerSigned =
  (body: Buffer): SiteHandler =>
  ({ headers }, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(headers['x-signature'] === 'page' ? body : '')

if (noRecordings) test('recorded comments in a browser', { skip: noRecordings }, () => {})
else await testRecordings()

async function testRecordings() {
  const { cases, payloads, compare } = await openRecordings()
  const recorded = cases().filter(({ api }) => api === 'shortvideo-comments')

  describe('recorded comments that the platform gives only to its own page', () => {
    let site: LocalSite
    let service: TestApp
    before(async () => {
      site = await startLocalSite()
      service = await startTestApp({ shortvideo_url: site.url }, undefined, { browser: await testChromium() })
    })
    after(async () => {
      await service.stop()
      await site.close()
    })

    async function call(recording: RecordedCase) {
      site.on(`/@_/video/${recording.input.video_id}`, { body: PAGE })
      site.on('/api/comment/list/', answerSigned(payloads(recording)[0]!))
      return service.call('/v1/shortvideo-comments', { json: recording.input })
    }

    for (const recording of recorded)
      test(recording.name, async () => {
        const answer = await call(recording)
        if (recording.expectedError)
          return assert.deepEqual([answer.status, answer.json.detail], [502, recording.expectedError.kind])
        assert.deepEqual([answer.status, answer.headers.get('x-source')], [200, 'browser'], answer.text)
        const { leaves, wrong } = compare(recording.expected, answer.json)
        assert.deepEqual(wrong, [], `${wrong.length} of ${leaves} leaves are wrong`)
      })
  })
}
