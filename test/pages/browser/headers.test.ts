import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLocalSite } from '../../support/local-site.ts'
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
