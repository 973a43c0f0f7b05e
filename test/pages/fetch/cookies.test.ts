import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createCookieJar } from '../../../server/pages/cookie-jar.ts'
import type { LocalSite } from '../../support/local-site.ts'
import { startSiteAndFetcher } from '../start-fetcher.ts'

/** A platform with two hosts, both of which are the local site. */
async function start(t: TestContext) {
  const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: [] })
  const cookies = createCookieJar(['*.shop.test'], Date.now)
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetcher.fetch({
      url,
      headers,
      cookies,
      rewrite: address => new URL(address.pathname, site.url),
      allow: address => address.origin === site.url,
    })
  return { site, fetcher, get, cookies }
}

const sentCookies = (site: LocalSite) => site.requests.map(({ headers }) => headers.cookie)

describe('a fetch with a cookie jar', () => {
  test('stores the cookies of each answer, each as one line, and sends them with the next request', async t => {
    const { site, get } = await start(t)
    const lines = ['visitor=a,b; Expires=Mon, 09 Jun 2031 10:18:14 GMT', 'region=eu; Secure; HttpOnly']
    site.on('/', { headers: { 'set-cookie': lines } })
    await get('https://www.shop.test/')
    await get('https://www.shop.test/')
    assert.deepEqual(sentCookies(site), [undefined, 'visitor=a,b; region=eu'])
  })

  test('stores and sends cookies during redirects, too', async t => {
    const { site, get } = await start(t)
    const location = 'https://api.shop.test/end'
    site.on('/start', {
      status: 302,
      headers: { location, 'set-cookie': ['own=1', 'all=2; Domain=shop.test'] },
    })
    await get('https://www.shop.test/start', { cookie: 'consent=no' })
    assert.deepEqual(sentCookies(site), ['consent=no', 'all=2'])
  })

  test('sends no cookies to another site, and stores none from it', async t => {
    const { site, get, cookies } = await start(t)
    cookies.keep(new URL('https://www.shop.test/'), ['own=1; Domain=shop.test'])
    site.on('/start', { status: 302, headers: { location: 'https://other.test/end' } })
    site.on('/end', { headers: { 'set-cookie': 'foreign=1' } })
    await get('https://www.shop.test/start')
    await get('https://other.test/end')
    assert.deepEqual(sentCookies(site), ['own=1', undefined, undefined])
  })
})

test('a fetch without a cookie jar stores no cookies', async t => {
  const { site, fetcher } = await startSiteAndFetcher(t)
  site.on('/', { headers: { 'set-cookie': 'a=1' } })
  await fetcher.fetch({ url: site.url })
  await fetcher.fetch({ url: site.url })
  assert.deepEqual(sentCookies(site), [undefined, undefined])
})
