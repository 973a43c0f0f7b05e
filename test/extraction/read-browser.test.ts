import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

/** Pages that hold little text until their scripts have run. */
const WORDS = 'This sentence is only there once a script of the page has run, and it is a long one. '
const SHELLS = [
  '<div id="root"><p>Loading…</p></div>',
  '<nav><a href="/">Home</a> <a href="/more">More</a></nav><div id="app"></div><p>Please enable JavaScript to use this page.</p>',
]
const fillShell = (shell: string) =>
  `<!doctype html><body>${shell}<script>document.body.innerHTML = '<article><p>${WORDS.repeat(5)}</p></article>'</script>`

/** A page that holds no text until its script has run. */
const SHELL = `<!doctype html><main></main><script>
  document.querySelector('main').innerHTML = '<p>This sentence is only there once a script of the page has run.</p>'
</script>`

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/shell', { body: SHELL })
  for (const [index, shell] of SHELLS.entries()) site.on(`/shell-${index}`, { body: fillShell(shell) })
  site.on('/short', { body: '<p>All there is to say.</p><script>var seen = true</script>' })
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

describe('a page that is filled by scripts', () => {
  test('is a free 422 over HTTP, where it has no text', async () => {
    const { told, json } = await read('/shell', 'http')
    assert.deepEqual(told, [422, null, '0'])
    assert.equal(json.detail, 'extraction_failed')
  })

  for (const mode of ['browser', 'auto'])
    test(`is read in a browser with ${mode}, for one credit`, async () => {
      const { told, json } = await read('/shell', mode)
      assert.deepEqual(told, [200, 'browser', '1'], json.error)
      assert.match(json.markdown, /^This sentence is only there/)
    })
})

describe('a page with little text before its scripts have run', () => {
  for (const [index, shell] of SHELLS.entries())
    test(`is read in a browser with auto: ${shell}`, async () => {
      const { told, json } = await read(`/shell-${index}`, 'auto')
      assert.deepEqual(told, [200, 'browser', '1'], json.error)
      assert.match(json.markdown, /^This sentence is only there/)
      assert.deepEqual((await read(`/shell-${index}`, 'http')).told, [200, 'http', '1'])
    })

  test('is read as it came over HTTP when a browser finds no more text', async () => {
    const { told, json } = await read('/short', 'auto')
    assert.deepEqual([told, json.markdown], [[200, 'http', '1'], 'All there is to say.'])
  })
})

test('a page with text needs no browser, and reports where its redirects ended', async () => {
  const { told, json } = await read('/old', 'auto')
  assert.deepEqual(told, [200, 'http', '1'], json.error)
  assert.deepEqual([json.url, json.final_url], [`${site.url}/old`, `${site.url}/plain`])
})
