import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLocalSite } from '../../support/local-site.ts'
import { failure } from '../start-fetcher.ts'
import { startSiteAndBrowser } from './start-browser.ts'

const HEADERS = { 'X-Shop': 'east', 'Accept-Language': 'cs', Cookie: 'region=eu' }

test('request headers are sent with the page, even through a proxy, and to no other site', async t => {
  const { site, browser } = await startSiteAndBrowser(t)
  const other = await startLocalSite()
  t.after(other.close)
  other.on('/', { body: 'elsewhere' })
  site.on('/', { status: 302, headers: { location: '/page' } })
  site.on('/page', { body: `<script src="${other.url}/script.js"></script>` })
  site.on('/away', { status: 302, headers: { location: other.url } })
  for (const path of ['/', '/away']) await browser.open({ url: site.url + path, headers: HEADERS })
  assert.deepEqual(
    site.requests.map(({ path, headers }) => [path, headers['x-shop'], headers['accept-language']]),
    [['/', 'east', 'cs'], ['/page', 'east', 'cs'], ['/away', 'east', 'cs']],
  ) // biome-ignore format: a table
  assert.ok(site.requests.every(({ headers }) => headers.cookie === 'region=eu'))
  assert.deepEqual(
    other.requests.map(({ path }) => path),
    ['/script.js', '/'],
  )
  for (const { headers } of other.requests) assert.equal(headers['x-shop'], undefined)
})

test('a cookie that a browser does not send to this address is an error that names it', async t => {
  const { site, browser } = await startSiteAndBrowser(t)
  site.on('/', { body: 'page' })
  for (const cookie of ['__Host-login=1', '__Secure-login=1', `login=${'x'.repeat(5_000)}`])
    await assert.rejects(
      browser.open({ url: site.url, headers: { Cookie: `region=eu; ${cookie}` } }),
      failure('invalid_input', /`(?:__Host-|__Secure-)?login`/),
    )
  assert.equal(site.requests.length, 0)
  await browser.open({ url: site.url, headers: { Cookie: 'a = 1 ; b=\t2' } })
  assert.equal(site.requests[0]!.headers.cookie, 'a=1; b=2')
})

test('an empty user agent leaves that of the browser', async t => {
  const { site, browser } = await startSiteAndBrowser(t)
  site.on('/', { body: 'page' })
  await browser.open({ url: site.url, headers: { 'User-Agent': '' } })
  assert.match(site.requests[0]!.headers['user-agent']!, /Chrome/)
})
