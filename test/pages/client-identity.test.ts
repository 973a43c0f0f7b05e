import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brandsOf } from '../../server/pages/browser-brands.ts'
import { clientIdentity, createClientIdentities } from '../../server/pages/client-identity.ts'
import { testChromium } from '../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startBrowser } from './browser/start-browser.ts'
import { startFetcher } from './start-fetcher.ts'

const NAMES = ['user-agent', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform']

describe('the identity that a browser sends', () => {
  test('has the same version and system everywhere', () => {
    const chrome = { brand: 'Google Chrome', version: '142' } as const
    assert.deepEqual(clientIdentity(chrome, 'win32'), {
      userAgent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      hints: {
        'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
        'sec-ch-ua-mobile': '?0',
        'sec-ch-ua-platform': '"Windows"',
      },
    })
    assert.match(clientIdentity(chrome, 'darwin').userAgent, /Macintosh; Intel Mac OS X 10_15_7/)
    assert.equal(clientIdentity(chrome, 'linux').hints['sec-ch-ua-platform'], '"Linux"')
    const edge = clientIdentity({ brand: 'Microsoft Edge', version: '143' }, 'win32')
    assert.match(edge.userAgent, / Edg\/143\.0\.0\.0$/)
    assert.match(edge.hints['sec-ch-ua'], /"Microsoft Edge";v="143"/)
  })

  test('lists brands in the order that belongs to its version', () => {
    assert.deepEqual(
      brandsOf('Google Chrome', '131').map(({ brand }) => brand),
      ['Google Chrome', 'Chromium', 'Not_A Brand'],
    )
    assert.equal(brandsOf(null, '142').length, 2)
  })

  test('is a default one when no browser is installed or its version is unknown', async () => {
    for (const found of [null, { path: process.execPath, name: 'set' }]) {
      const identities = createClientIdentities(() => found, {})
      const ready = await identities.ready()
      assert.match(ready.userAgent, /Chrome\/\d+\.0\.0\.0/)
      assert.deepEqual(identities.known(), ready)
    }
  })
})

describe('a fetch and a page in the browser of this machine', () => {
  let site: LocalSite
  before(async () => {
    site = await startLocalSite()
    site.on('/page', { body: '<p>Here</p>' })
  })
  after(() => site.close())

  test('send the same headers about themselves, in the same order', async () => {
    const own = await testChromium()
    const [browser, fetcher] = [await startBrowser({ own }), startFetcher()]
    try {
      const { userAgent, hints } = await createClientIdentities(browser.found, own.env).ready()
      await browser.open({ url: `${site.url}/page` })
      await fetcher.fetch({
        url: `${site.url}/page`,
        headers: {
          'sec-fetch-mode': 'navigate',
          'upgrade-insecure-requests': '1',
          ...hints,
          'user-agent': userAgent,
        },
      })
      const [shown, fetched] = site.requests
        .filter(({ path }) => path === '/page')
        .map(({ headers }) => headers)
      for (const name of NAMES) assert.equal(fetched![name], shown![name], name)
      // Chromium sends languages that were set for a page directly after the user agent.
      const common = (headers: object) =>
        Object.keys(headers).filter(name => name in shown! && name in fetched!)
      const headersSent = (headers: object) =>
        common(headers).filter(name => !/^(host|connection|accept-language)$/.test(name))
      assert.deepEqual(headersSent(fetched!), headersSent(shown!))
    } finally {
      await Promise.all([browser.close(), fetcher.close()])
    }
  })
})
