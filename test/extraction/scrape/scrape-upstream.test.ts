import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type LocalSite, type SiteHandler, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const wall = (title: string) => `<html><head><title>${title}</title></head><body></body></html>`

let service: TestApp
let site: LocalSite
let parserId: string
before(async () => {
  site = await startLocalSite()
  service = await startTestApp({ allow_hosts: ['127.0.0.1'], fetch_max_bytes: 100_000 })
  parserId = await service.parser({ fields: { title: 'h1' } })
})
after(async () => {
  await service.stop()
  await site.close()
})

const scrape = (url: string, id = parserId) => service.call(`/v1/scrape/${id}`, { json: { url } })

/** Expects a free failure with this code, a sentence and a hint, and the same answer by GET. */
async function failsFree(url: string, status: number, detail: string, id = parserId) {
  const { creditBalance } = (await service.call('/v1/credits')).json
  const answer = await scrape(url, id)
  assert.deepEqual([answer.status, answer.json.detail], [status, detail], answer.text)
  assert.ok(answer.json.error && answer.json.hint)
  assert.equal(answer.headers.get('x-credits-used'), '0')
  assert.equal(answer.headers.get('x-credits-remaining'), String(creditBalance))
  const byGet = await service.call(`/v1/scrape/${id}?url=${encodeURIComponent(url)}`)
  assert.deepEqual([byGet.status, byGet.text], [status, answer.text])
}

describe('a page that cannot be fetched costs nothing and says why', () => {
  const pages: [string, SiteHandler, detail: string][] = [
    ['is not there (404)', { status: 404, body: '<h1>No such page</h1>' }, 'upstream_404'],
    ['is gone (410)', { status: 410 }, 'upstream_404'],
    ['fails (500)', { status: 500, body: '<h1>Oops</h1>' }, 'upstream_status'],
    ['is out of order (503)', { status: 503 }, 'upstream_status'],
    ['wants a login (401)', { status: 401 }, 'blocked'],
    ['is forbidden (403)', { status: 403, body: '<h1>Forbidden</h1>' }, 'blocked'],
    ['throttles (429)', { status: 429, headers: { 'retry-after': '9' } }, 'blocked'],
    ['is denied to robots (999)', { status: 999, body: '<h1>Request denied</h1>' }, 'blocked'],
    ['is a bot wall that says 200', { body: wall('Just a moment...') }, 'blocked'],
    ['is another wall that says 200', { body: wall('Pardon Our Interruption') }, 'blocked'],
    ['is a wall that explains itself', { body: `${wall('Access to this page has been denied.')}${'<p>Press and hold to prove it.</p>'.repeat(20)}` }, 'blocked'],
    ['is a wall in a frame', { body: '<html><head><script>var a = "x";</script></head><body><iframe src="/_Incapsula_Resource?CWUDNSAI=9">Request unsuccessful.</iframe></body></html>' }, 'blocked'],
    ['is a wall that a script builds', { body: `<html><body><script>var dd={'host':'geo.captcha-delivery.com'}</script><!--${'x'.repeat(500)}--></body></html>` }, 'blocked'],
    ['asks who is human', { body: '<h1>One more step</h1><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>' }, 'blocked'],
    ['is a wall by its header', { headers: { 'cf-mitigated': 'challenge' }, body: '<h1>Hm</h1>' }, 'blocked'],
    ['sends a script in its place (202)', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, body: '<script src="/challenge.js"></script>' }, 'blocked'],
    ['leads to a captcha (202)', { status: 202, headers: { 'sg-captcha': 'challenge' }, body: '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">' }, 'blocked'],
    ...['One moment, please...', 'Making sure you&#39;re not a bot!', 'Making sure you’re not a bot!', 'Robot Challenge Screen', 'Robot or human?', 'Client Challenge', 'Request Rejected', 'Challenge Validation', 'Bot Verification', 'Radware Page', 'Radware Captcha Page', 'Radware Bot Manager CAPTCHA', 'Radware Block Page'].map(
      (title): [string, SiteHandler, string] => [`is a wall that says 200 with “${title}”`, { body: `${wall(title)}<p>Your support ID is 1.</p>` }, 'blocked'],
    ),
    ['is empty', { body: '' }, 'blocked'],
    ['is empty but for spaces', { body: ' \r\n\t' }, 'blocked'],
    ['is empty as a browser writes it', { body: '<html><head></head><body></body></html>' }, 'blocked'],
    ['is nothing but the tags of a page', { body: '\ufeff<!DOCTYPE html SYSTEM "about:legacy-compat">\n<html lang="en">\n<head>\n<meta charset="utf-8"><title> </title></head>\n<body>\n</body></html>' }, 'blocked'],
    ['has no content (204)', { status: 204 }, 'blocked'],
    ['breaks off', (_, response) => void response.destroy(), 'connection'],
    ['is too large', { body: 'x'.repeat(100_001) }, 'too_large'],
    ['is too large unpacked', { headers: { 'content-encoding': 'gzip' }, body: gzipSync('x'.repeat(100_001)) }, 'too_large'],
    ['is packed wrongly', { headers: { 'content-encoding': 'gzip' }, body: 'not gzip' }, 'encoding'],
    ['sends on without end', { status: 302, headers: { location: '/page' } }, 'redirects'],
  ] // biome-ignore format: a table
  for (const [title, handler, detail] of pages) {
    test(`because it ${title}`, async () => {
      site.on('/page', handler)
      await failsFree(`${site.url}/page`, 502, detail)
    })
  }

  const slow: [string, SiteHandler][] = [
    ['never answers', () => undefined],
    ['stops in the middle', (_, response) => void response.writeHead(200).write('<h1>Ket')],
  ]
  for (const [title, handler] of slow) {
    test(`because it ${title}`, async () => {
      const impatientParser = await service.parser(
        { fields: { title: 'h1' } },
        { fetch: { timeout_ms: 150 } },
      )
      site.on('/page', handler)
      await failsFree(`${site.url}/page`, 502, 'timeout', impatientParser)
    })
  }

  test('because it does not accept the request, which later attempts would not change', async () => {
    for (const status of [302, 400, 406, 451]) {
      site.on('/page', { status, body: '<h1>No</h1>' })
      await failsFree(`${site.url}/page`, 502, 'upstream_status')
      assert.match((await scrape(`${site.url}/page`)).json.hint, /^Open the address in a browser\./)
    }
  })

  test('because it leads to a login, even one that says 200', async () => {
    site.on('/page', { status: 302, headers: { location: '/account/login?next=/page' } })
    site.on('/account/login', { body: '<h1>Welcome back</h1><form><input type="password"></form>' })
    await failsFree(`${site.url}/page`, 502, 'blocked')
    const { error, hint } = (await scrape(`${site.url}/page`)).json
    assert.match(error, /asks to log in\.$/)
    assert.match(hint, /`fetch\.session`/)
    assert.equal((await scrape(`${site.url}/account/login`)).json.title, 'Welcome back')
    site.on('/account/login', { body: '<h1>How to log in</h1>' })
    assert.equal((await scrape(`${site.url}/page`)).json.title, 'How to log in')
  })

  test('because nothing listens at its address', () => failsFree('http://127.0.0.1:1/', 502, 'connection'))
  test('because its host name does not exist', async () => {
    // Without a network, name resolution may take long to fail.
    const patientParser = await service.parser({ fields: { title: 'h1' } }, { fetch: { timeout_ms: 60_000 } })
    await failsFree('http://shop.invalid/', 502, 'dns', patientParser)
  })
  test('because its server speaks no TLS', () => failsFree(`https://127.0.0.1:${site.port}/`, 502, 'tls'))
  test('because it is an image', async () => {
    site.on('/page', { headers: { 'content-type': 'image/png' }, body: PNG })
    await failsFree(`${site.url}/page`, 422, 'extraction_failed')
  })
})

describe('a page that is fetched without being mistaken for a bot wall', () => {
  test('may mention bot walls in its title', async () => {
    site.on('/page', { body: `${wall('How walls say "Just a moment..."')}<h1>Walls</h1>` })
    assert.deepEqual((await scrape(`${site.url}/page`)).json, { title: 'Walls' })
  })

  const text = `<h1>Walls</h1>${'<p>What an article says of them.</p>'.repeat(100)}`
  const protectedPages: [what: string, page: SiteHandler][] = [
    ['a form that keeps robots off', { body: `${text}<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>` }],
    ['a script that watches visitors', { body: `<SCRIPT>let a = 1</Script>${text}<script src="/_Incapsula_Resource?SWJIYLWA=719d34d"></script>` }],
    ['the name of a service against robots', { body: `${text}<p>captcha-delivery.com</p>` }],
    ['a title that begins as that of a wall', { body: `<title>Just a moment... with Anna</title>${text}` }],
    ['the word of a wall in its title', { body: `<title>Request rejected by the court</title>${text}` }],
    ['the title of a wall over an article', { body: `<title>Access to this page has been denied</title>${text}` }],
    ['data that name such a service', { headers: { 'content-type': 'application/xml' }, body: '<r><h1>Walls</h1><p>captcha-delivery.com</p></r>' }],
  ] // biome-ignore format: a table
  for (const [what, page] of protectedPages)
    test(`may have ${what}`, async () => {
      site.on('/page', page)
      assert.deepEqual((await scrape(`${site.url}/page`)).json, { title: 'Walls' })
    })

  const shortPages: [what: string, body: string, title: string | null][] = [
    ['a title alone', '<title>Kettle</title>', null],
    ['a script alone', '<script>var kettle = {}</script>', null],
    ['an attribute of its body alone', '<body data-kettle="1">', null],
  ]
  for (const [what, body, title] of shortPages)
    test(`may have ${what}`, async () => {
      site.on('/page', { body })
      assert.deepEqual((await scrape(`${site.url}/page`)).json, { title })
    })

  test('may be as large as the setting says', async () => {
    site.on('/page', { body: '<h1>Large</h1>'.padEnd(100_000) })
    assert.deepEqual((await scrape(`${site.url}/page`)).json, { title: 'Large' })
  })
})

test("a parser's own `timeout_ms` wins, whether longer or shorter than the setting", async t => {
  const impatientService = await startTestApp({ allow_hosts: ['127.0.0.1'], fetch_timeout_ms: 150 })
  t.after(() => impatientService.stop())
  site.on('/slow', (_, response) => void setTimeout(() => response.end('<h1>Slow</h1>'), 500))
  const schema = { fields: { title: 'h1' } }
  const json = { url: `${site.url}/slow` }

  const without = await impatientService.call(`/v1/scrape/${await impatientService.parser(schema)}`, { json })
  assert.deepEqual([without.status, without.json.detail], [502, 'timeout'])
  const patientParser = await impatientService.parser(schema, { fetch: { timeout_ms: 60_000 } })
  assert.deepEqual((await impatientService.call(`/v1/scrape/${patientParser}`, { json })).json, {
    title: 'Slow',
  })
})

test("a fetch that exceeds its parser's `timeout_ms` names that limit in the hint", async () => {
  site.on('/hangs', () => undefined)
  const id = await service.parser({ fields: { title: 'h1' } }, { fetch: { timeout_ms: 1_500 } })
  const { status, json } = await scrape(`${site.url}/hangs`, id)
  assert.deepEqual([status, json.detail], [502, 'timeout'])
  assert.equal(json.hint, 'Try again later, or raise `fetch.timeout_ms`, which is 1,500 ms here.')
})
