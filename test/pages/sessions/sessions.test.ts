import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LocalSite } from '../../support/local-site.ts'
import { startSiteAndBrowser } from '../browser/start-browser.ts'
import { startFetcher, startSiteAndFetcher } from '../start-fetcher.ts'
import { cookie, makeSession, valuesOf } from './make-session.ts'

const NAMES = ['shop.test', 'www.shop.test', 'api.shop.test', 'other.test']

/** The cookies that were sent to each host, in order. */
const sentTo = (site: LocalSite) =>
  site.requests
    .filter(({ path }) => path !== '/favicon.ico')
    .map(({ headers, path }) => `${headers.host?.split(':')[0]}${path} ${headers.cookie ?? '-'}`)

/** Serves a page with scripts, a frame and a request from two other hosts. A redirect to another host and back leads to it. */
function spreadOut(site: LocalSite): void {
  const at = (host: string, path: string) => `http://${host}:${site.port}${path}`
  site.on('/start', { status: 302, headers: { location: at('other.test', '/between') } })
  site.on('/between', { status: 302, headers: { location: at('www.shop.test', '/page') } })
  site.on('/page', {
    body: `<script src="${at('other.test', '/track.js')}"></script>
      <script src="${at('api.shop.test', '/data.js')}"></script><iframe src="${at('other.test', '/frame')}"></iframe>
      <script>fetch('${at('other.test', '/beacon')}', { credentials: 'include', mode: 'no-cors' })</script>`,
  })
  for (const path of ['/track.js', '/data.js', '/frame', '/beacon']) site.on(path, { body: '' })
}

describe('the cookies of a session', () => {
  test('are sent only to its hosts over HTTP, even during redirects', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: NAMES })
    spreadOut(site)
    const session = makeSession(
      ['www.shop.test'],
      [cookie('a', '1', '.shop.test'), cookie('b', '2', 'www.shop.test')],
    )
    const { cookies } = session
    await fetcher.fetch({ url: `http://www.shop.test:${site.port}/start`, cookies })
    await fetcher.fetch({ url: `http://api.shop.test:${site.port}/data.js`, cookies })
    assert.deepEqual(sentTo(site), [
      'www.shop.test/start a=1; b=2',
      'other.test/between -',
      'www.shop.test/page a=1; b=2',
      'api.shop.test/data.js -',
    ])
  })

  test('are sent only to its hosts in a browser, even during redirects and for what a page loads', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { allowHosts: NAMES })
    spreadOut(site)
    const session = makeSession(
      ['www.shop.test'],
      [cookie('a', '1', '.shop.test'), cookie('b', '2', 'www.shop.test')],
    )
    await browser.open({ url: `http://www.shop.test:${site.port}/start`, session })
    assert.deepEqual(sentTo(site).sort(), [
      'api.shop.test/data.js -',
      'other.test/beacon -',
      'other.test/between -',
      'other.test/frame -',
      'other.test/track.js -',
      'www.shop.test/page a=1; b=2',
      'www.shop.test/start a=1; b=2',
    ])
  })

  test('are sent to subdomains in a browser when the session includes them', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { allowHosts: NAMES })
    spreadOut(site)
    const session = makeSession(
      ['*.shop.test'],
      [cookie('a', '1', '.shop.test'), cookie('b', '2', 'www.shop.test')],
    )
    await browser.open({ url: `http://www.shop.test:${site.port}/page`, session })
    assert.ok(sentTo(site).includes('api.shop.test/data.js a=1'), String(sentTo(site)))
    assert.ok(sentTo(site).includes('www.shop.test/page a=1; b=2'), String(sentTo(site)))
  })
})

describe('cookies of a session that Chromium would refuse', () => {
  test('are kept, and the others are sent', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    site.on('/page', {})
    const session = makeSession(
      ['127.0.0.1'],
      [
        cookie('fromFirefox', '1', '127.0.0.1', { sameSite: 'None', secure: false }),
        cookie('farBelow', '1', '127.0.0.1', { path: `/${'a'.repeat(2_000)}` }),
        cookie('atParameters', '1', '127.0.0.1', { path: '/page;v=1' }),
        cookie('blank', ' 1 ', '127.0.0.1'),
        cookie('usual', '1', '127.0.0.1'),
      ],
    )
    const before = valuesOf(session)
    await browser.open({ url: `${site.url}/page`, session })
    assert.deepEqual(sentTo(site), ['127.0.0.1/page fromFirefox=1; blank=1; usual=1'])
    assert.deepEqual(valuesOf(session), before)
  })
})

describe('a cookie that a site changes', () => {
  const CHANGES = [
    'token=new; Path=/; HttpOnly',
    'old=; Path=/; Max-Age=0',
    'more=1; Domain=shop.test; Path=/',
  ]
  const startedCount = () =>
    makeSession(
      ['*.shop.test'],
      ['token', 'old', 'same'].map(name => cookie(name, 'first', 'www.shop.test')),
    )

  test('over HTTP is kept in the session, but not one from another host', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: NAMES })
    site.on('/', {
      status: 302,
      headers: { 'set-cookie': CHANGES, location: `http://other.test:${site.port}/elsewhere` },
    })
    site.on('/elsewhere', { headers: { 'set-cookie': 'theirs=1' } })
    const session = startedCount()
    await fetcher.fetch({ url: `http://www.shop.test:${site.port}/`, cookies: session.cookies })
    assert.deepEqual(valuesOf(session), { same: 'first', token: 'new', more: '1' })
  })

  test('with non-ASCII characters is sent in UTF-8 over HTTP and in a browser, wherever it came from', async t => {
    const { site, browser } = await startSiteAndBrowser(t)
    const fetcher = startFetcher()
    t.after(fetcher.close)
    site.on('/', {
      headers: { 'set-cookie': Buffer.from('byHttp=Łódź').toString('latin1') },
      body: '<meta charset="utf-8"><script>document.cookie = "byScript=Zażółć"</script>',
    })
    site.on('/sent', {})
    const session = makeSession(['127.0.0.1'], [])
    await browser.open({ url: `${site.url}/`, session })
    await fetcher.fetch({ url: `${site.url}/`, cookies: session.cookies })
    await fetcher.fetch({ url: `${site.url}/sent`, cookies: session.cookies })
    await browser.open({ url: `${site.url}/sent`, session })
    const sent = site.requests.filter(({ path }) => path === '/sent').map(({ headers }) => headers.cookie!)
    for (const cookies of sent)
      assert.deepEqual(Buffer.from(cookies, 'latin1').toString().split('; ').sort(), [
        'byHttp=Łódź',
        'byScript=Zażółć',
      ])
  })

  test('in a browser is kept in the session, as is what scripts set and store', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { allowHosts: NAMES })
    const url = `http://www.shop.test:${site.port}`
    site.on('/', {
      headers: { 'set-cookie': CHANGES },
      body: `<img src="http://other.test:${site.port}/pixel"><iframe src="http://other.test:${site.port}/frame"></iframe>
        <script>document.cookie = 'byScript=1'; localStorage.seen = Number(localStorage.seen ?? 0) + 1
        document.body.append('seen ' + localStorage.seen)</script>`,
    })
    site.on('/frame', {
      headers: { 'set-cookie': 'theirs=1' },
      body: '<script>localStorage.theirs = 1</script>',
    })
    const session = startedCount()
    const texts = []
    for (let visit = 0; visit < 2; visit++)
      texts.push(Buffer.from((await browser.open({ url: `${url}/`, session })).bytes).toString())
    assert.deepEqual(valuesOf(session), { same: 'first', token: 'new', more: '1', byScript: '1' })
    assert.deepEqual(session.storage(), [{ origin: url, items: [{ name: 'seen', value: '2' }] }])
    assert.match(texts[0]!, /seen 1/)
    assert.match(texts[1]!, /seen 2/)
    assert.equal(session.cookies.all().find(({ name }) => name === 'token')?.httpOnly, true)
  })

  test('is kept, but not one that the caller sends in its place', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { allowHosts: NAMES })
    site.on('/', { headers: { 'set-cookie': 'same=new' } })
    const session = startedCount()
    const headers = { Cookie: 'token=mine; currency=EUR; same=mine' }
    await browser.open({ url: `http://www.shop.test:${site.port}/`, session, headers })
    assert.equal(sentTo(site)[0], 'www.shop.test/ old=first; token=mine; currency=EUR; same=mine')
    assert.deepEqual(valuesOf(session), { token: 'first', old: 'first', same: 'new' })
  })

  test('in a visit with a session is not sent in a visit without it', async t => {
    const { site, browser } = await startSiteAndBrowser(t, { allowHosts: NAMES })
    site.on('/', { headers: { 'set-cookie': 'visit=1' } })
    const url = `http://www.shop.test:${site.port}/`
    await browser.open({ url, session: startedCount() })
    await browser.open({ url })
    assert.deepEqual(sentTo(site).at(-1), 'www.shop.test/ -')
  })
})
