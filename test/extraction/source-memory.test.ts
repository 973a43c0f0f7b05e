import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as pages from '../prebuilt/shortvideo/pages.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const PAGE = `/@${pages.NAME}`
const EMBED = `/embed/@${pages.NAME}`

let platform: LocalSite
let service: TestApp
before(async () => {
  platform = await startLocalSite()
  service = await startTestApp({ shortvideo_url: platform.url })
})
after(async () => {
  await service.stop()
  await platform.close()
})

/** The source of an answer, and the pages that were requested for it. */
async function call() {
  const answer = await service.call(`/v1/shortvideo-profile?username=${pages.NAME}`)
  return {
    answer,
    source: answer.headers.get('x-source'),
    paths: platform.requests.splice(0).map(at => at.path),
  }
}

describe('a source that refuses a call', () => {
  test('is tried after the others in the next call, and first again once it has given data', async () => {
    platform.on(PAGE, { status: 403, body: '<html></html>' })
    platform.on(EMBED, { body: pages.html(pages.embedState) })
    assert.partialDeepStrictEqual(await call(), { source: 'embed', paths: [PAGE, EMBED] })
    assert.partialDeepStrictEqual(await call(), { source: 'embed', paths: [EMBED] })

    platform.on(EMBED, { status: 403, body: '<html></html>' })
    platform.on(PAGE, { body: pages.html(pages.profilePage) })
    assert.partialDeepStrictEqual(await call(), { source: 'page', paths: [EMBED, PAGE] })
    assert.partialDeepStrictEqual(await call(), { source: 'page', paths: [PAGE] })
  })

  test('is reported when no other source has data, with a hint at what a browser would have done', async () => {
    for (const path of [PAGE, EMBED]) platform.on(path, { status: 403, body: '<html></html>' })
    const { answer } = await call()
    assert.deepEqual([answer.status, answer.json.detail], [502, 'blocked'])
    assert.match(answer.json.hint, /POST \/v1\/extract\/.* With Chrome, Edge or Chromium installed/)
  })
})
