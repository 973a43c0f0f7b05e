import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** A page that holds nothing until its script has run. */
const SHELL = `<!doctype html><main></main><script>
  document.querySelector('main').innerHTML = '<p>This sentence is only there once a script of the page has run.</p>'
</script>`

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/shell', { body: SHELL })
  site.on('/old', { status: 302, headers: { location: '/plain' } })
  site.on('/plain', { body: '<p>This sentence is there at once, for all who ask for the page.</p>' })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] }, undefined, { browser: await testChromium() })
})
after(async () => {
  await service.stop()
  await site.close()
})

const read = async (path: string, mode: string) => {
  const json = { url: site.url + path, fetch: { mode } }
  const answer = await service.call('/v1/pages/read', { json })
  return {
    ...answer,
    told: [answer.status, answer.headers.get('x-source'), answer.headers.get('x-credits-used')],
  }
}

describe('a page that its scripts fill', () => {
  test('has no text over HTTP, free', async () => {
    const { told, json } = await read('/shell', 'http')
    assert.deepEqual(told, [422, null, '0'])
    assert.equal(json.detail, 'extraction_failed')
  })

  for (const mode of ['browser', 'auto'])
    test(`is read in a browser with ${mode}, for the price of one`, async () => {
      const { told, json } = await read('/shell', mode)
      assert.deepEqual(told, [200, 'browser', '1'], json.error)
      assert.match(json.markdown, /^This sentence is only there/)
    })
})

test('a page with text needs no browser, and says where its redirects ended', async () => {
  const { told, json } = await read('/old', 'auto')
  assert.deepEqual(told, [200, 'http', '1'], json.error)
  assert.deepEqual([json.url, json.final_url], [`${site.url}/old`, `${site.url}/plain`])
})
