import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testChromium } from '../../support/chromium.ts'
import { startLocalProxy } from '../../support/local-proxy.ts'
import type { LocalSite } from '../../support/local-site.ts'
import { failure } from '../start-fetcher.ts'
import { startBrowser, startSiteAndBrowser, textOf } from './start-browser.ts'

/** Serves a page that shows the cookie it received, and sets another. */
function countVisits(site: LocalSite): void {
  site.on('/', (request, response) => {
    const visits = Number(/visits=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0)
    const cookie = `visits=${visits + 1}; Path=/; Max-Age=1000`
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookie }).end(`<p>${visits}</p>`)
  })
}

const visits = async (opening: Promise<{ bytes: Uint8Array }>) =>
  Number(/<p>(\d+)</.exec(textOf(await opening))![1])

describe('without a browser profile', () => {
  test('no cookies are kept from one call to the next', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    countVisits(site)
    assert.equal(await visits(browser.open({ url: site.url })), 0)
    assert.equal(await visits(browser.open({ url: site.url })), 0)
  })
})

describe('a browser profile', () => {
  test('keeps its own cookies until it is deleted', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { idleMs: 1 })
    countVisits(site)
    const open = (profile: string) => visits(browser.open({ url: site.url, profile }))
    assert.equal(await open('a'), 0)
    assert.equal(await open('a'), 1)
    assert.equal(await open('b'), 0)
    await browser.forget('a')
    assert.equal(await open('a'), 0)
    assert.equal(await open('b'), 1)
  })

  test('is used by one call at a time, and does not reveal that the browser is headless', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    countVisits(site)
    const visited = [1, 2, 3].map(() => visits(browser.open({ url: site.url, profile: 'a' })))
    assert.deepEqual((await Promise.all(visited)).sort(), [0, 1, 2])
    assert.doesNotMatch(JSON.stringify(site.requests), /headless/i)
  })

  test('does not reach hosts that only an earlier call allowed', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { allowHosts: [] })
    countVisits(site)
    const allow = (url: URL) => url.origin === site.url
    assert.equal(await visits(browser.open({ url: site.url, profile: 'a', allow })), 0)
    await assert.rejects(browser.open({ url: site.url, profile: 'a' }), failure('target_forbidden'))
    assert.equal(await visits(browser.open({ url: site.url, profile: 'a', allow })), 1)
  })

  test('must have a name that is not a path', async t => {
    const { browser } = await startSiteAndBrowser(t)
    await assert.rejects(browser.forget('../..'), failure('invalid_input'))
    await assert.rejects(
      browser.open({ url: 'http://127.0.0.1:1/', profile: 'a/b' }),
      failure('invalid_input'),
    )
  })
})

describe('a browser window', () => {
  test('cannot be opened without a screen', async t => {
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = (await testChromium()).env
    const browser = await startBrowser({ own: { ...(await testChromium()), env } })
    t.after(browser.close)
    const showing = browser.show('a', 'http://127.0.0.1:1/')
    if (process.platform === 'linux') await assert.rejects(showing, failure('no_display'))
    else await showing
  })

  // Chromium's headless shell stands in for a window. It runs the same code, except that nothing is displayed.
  test('has the cookies of its profile, which calls can use while it is open', async t => {
    const chromium = await testChromium()
    const own = {
      ...chromium,
      args: ['--headless', ...chromium.args],
      env: { ...chromium.env, DISPLAY: ':0' },
    }
    const { site, browser } = await startSiteAndBrowser(t, { own, allowHosts: [] })
    countVisits(site)
    const allow = (url: URL) => url.origin === site.url
    const open = () => visits(browser.open({ url: site.url, profile: 'a', allow }))
    assert.equal(await open(), 0)
    await assert.rejects(browser.show('a', site.url), failure('target_forbidden'))
    await browser.show('a', site.url, allow)
    while (site.requests.length < 2) await new Promise(resolve => setTimeout(resolve, 20))
    assert.equal(await open(), 2)
    await browser.forget('a')
    assert.equal(await open(), 0)
  })

  test('keeps session cookies until the profile is deleted', async t => {
    const chromium = await testChromium()
    const own = {
      ...chromium,
      args: ['--headless', ...chromium.args],
      env: { ...chromium.env, DISPLAY: ':0' },
    }
    const { site, browser } = await startSiteAndBrowser(t, { own })
    const sent = Promise.withResolvers<string | undefined>()
    site.on('/', { headers: { 'set-cookie': 'passed=1' } })
    site.on('/window', ({ headers }, response) => {
      sent.resolve(headers.cookie)
      response.end()
    })
    await browser.open({ url: site.url, profile: 'a' })
    await browser.show('a', `${site.url}/window`)
    assert.equal(await sent.promise, 'passed=1')
    await browser.forget('a')
    await browser.open({ url: `${site.url}/last`, profile: 'a' })
    assert.equal(site.requests.find(({ path }) => path === '/last')?.headers.cookie, undefined)
  })
})

describe('a proxy of the browser', () => {
  test('from the settings gets every page, unless the request has a proxy of its own', async t => {
    const proxies = [await startLocalProxy(), await startLocalProxy()]
    t.after(() => Promise.all(proxies.map(proxy => proxy.close())))
    const [set, own] = proxies as [(typeof proxies)[0], (typeof proxies)[0]]
    const { site, browser } = await startSiteAndBrowser(t, {
      proxy: set.url.replace('//', '//user:p%40ss@'),
      allowHosts: ['shop.test', '127.0.0.1'],
    })
    site.on('/', { body: `<script>fetch('/data')</script>` })
    const url = `http://shop.test:${site.port}/`
    assert.equal((await browser.open({ url })).status, 200)
    assert.deepEqual(set.asked, [`GET ${url}`, `GET ${url}data`])
    assert.deepEqual(new Set(set.credentials), new Set([`Basic ${btoa('user:p@ss')}`]))
    assert.equal((await browser.open({ url, proxy: own.url })).status, 200)
    assert.deepEqual(own.asked, [`GET ${url}`, `GET ${url}data`])
    assert.equal(set.asked.length, 2)
    await assert.rejects(browser.open({ url: `https://shop.test:${site.port}/` }), failure('tls'))
    assert.equal(set.asked.at(-1), `CONNECT shop.test:${site.port}`)
  })

  test('never gets a request that the guard forbids', async t => {
    const proxy = await startLocalProxy()
    t.after(proxy.close)
    const { browser } = await startSiteAndBrowser(t, { proxy: proxy.url, allowHosts: [] })
    for (const scheme of ['http', 'https'])
      await assert.rejects(browser.open({ url: `${scheme}://inside.test/` }), failure('target_forbidden'))
    assert.deepEqual(proxy.asked, [])
  })

  test('that refuses or cannot be reached is named in the error', async t => {
    const proxy = await startLocalProxy()
    t.after(proxy.close)
    const { site, browser } = await startSiteAndBrowser(t, { proxy: proxy.url })
    proxy.refuseWith(407)
    await assert.rejects(browser.open({ url: site.url }), failure('connection', /wants another user/))
    proxy.refuseWith(401, { server: 'tinyproxy/1.11.1' })
    await assert.rejects(browser.open({ url: site.url }), failure('connection', /wants another user/))
    await assert.rejects(
      browser.open({ url: 'https://127.0.0.1:1024/' }),
      failure('connection', /wants another user/),
    )
    await proxy.close()
    await assert.rejects(browser.open({ url: site.url }), failure('connection', /proxy .* cannot be reached/))
    await assert.rejects(
      browser.open({ url: 'https://127.0.0.1:1024/' }),
      failure('connection', /proxy .* cannot be reached/),
    )
  })
})
