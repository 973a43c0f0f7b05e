import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LocalSite } from '../../support/local-site.ts'
import { failure, startSiteAndFetcher } from '../start-fetcher.ts'

const redirect = (site: LocalSite, from: string, location: string, status = 302) =>
  site.on(from, { status, headers: { location }, body: 'Moved.' })

const SECRETS = {
  authorization: 'Bearer token',
  cookie: 'session=1',
  'X-Api-Key': 'k',
  'X-Tenant': 't',
  'idempotency-key': 'i',
  'x-kept': 'yes',
}

describe('a redirect', () => {
  test('is followed, also several times and with relative addresses', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    redirect(site, '/a/start', '../b?x=1', 301)
    redirect(site, '/b', `${site.url}/c`, 308)
    site.on('/c', { body: 'end' })
    const page = await fetcher.fetch({ url: `${site.url}/a/start` })
    assert.equal(page.url, `${site.url}/c`)
    assert.equal(Buffer.from(page.bytes).toString(), 'end')
    assert.deepEqual(
      site.requests.map(request => request.path),
      ['/a/start', '/b', '/c'],
    )
    assert.equal(site.connections(), 1)
  })

  const unescaped: [encoding: string, location: string, path: string][] = [
    ['UTF-8', Buffer.from('/straße?q=日').toString('latin1'), '/stra%C3%9Fe?q=%E6%97%A5'],
    ['latin-1', '/stra\xdfe?q=\xe9', '/stra%DFe?q=%E9'],
  ]
  for (const [encoding, location, path] of unescaped)
    test(`to an address with ${encoding} characters that are not escaped keeps their bytes`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      redirect(site, '/', location)
      const page = await fetcher.fetch({ url: site.url })
      assert.equal(page.url, site.url + path)
    })

  test('to a host whose name is not escaped is followed', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: ['127.0.0.0/8'] })
    const host = Buffer.from('bücher.test').toString('latin1')
    redirect(site, '/', `//${host}:${site.port}/end`)
    const page = await fetcher.fetch({ url: site.url })
    assert.equal(page.url, `http://xn--bcher-kva.test:${site.port}/end`)
  })

  const methods: [status: number, method: string, next: string][] = [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [302, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ]
  for (const [status, method, next] of methods)
    test(`with status ${status} changes ${method} to ${next}`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      redirect(site, '/', '/next', status)
      const headers = { 'content-type': 'text/plain' }
      await fetcher.fetch({ url: site.url, method, headers, ...(method !== 'HEAD' && { body: 'payload' }) })
      const sent = site.requests[1]!
      assert.equal(sent.method, next)
      const isKept = next === method && method !== 'HEAD'
      assert.equal(sent.body.toString(), isKept ? 'payload' : '')
      assert.equal(sent.headers['content-type'], next === method ? 'text/plain' : undefined)
    })

  test('within the origin keeps authorization and cookies', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    redirect(site, '/', '/next')
    await fetcher.fetch({ url: site.url, headers: SECRETS })
    const { headers } = site.requests[1]!
    assert.deepEqual([headers.authorization, headers.cookie], ['Bearer token', 'session=1'])
  })

  test('to another origin drops secret headers, by name or by mark, for all further redirects', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    redirect(site, '/', `http://other.test:${site.port}/away`)
    redirect(site, '/away', `${site.url}/back`)
    await fetcher.fetch({ url: site.url, headers: SECRETS, secretHeaders: ['x-Tenant'] })
    const [first, ...others] = site.requests
    assert.deepEqual([first!.headers['x-api-key'], first!.headers['x-tenant']], ['k', 't'])
    for (const { headers } of others) {
      assert.equal(headers.authorization, undefined)
      assert.equal(headers.cookie, undefined)
      assert.equal(headers['x-api-key'], undefined)
      assert.equal(headers['x-tenant'], undefined)
      assert.deepEqual([headers['idempotency-key'], headers['x-kept']], ['i', 'yes'])
    }
    assert.equal(site.requests.length, 3)
  })

  test('is rewritten like the first address', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: [] })
    redirect(site, '/a', 'https://www.shop.test/b')
    site.on('/b', { body: 'end' })
    const page = await fetcher.fetch({
      url: 'https://shop.test/a',
      rewrite: url => new URL(url.pathname, site.url),
      allow: url => url.origin === site.url,
    })
    assert.equal(page.url, 'https://www.shop.test/b')
    assert.equal(site.requests.length, 2)
  })

  const internalUrls = [
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://localhost:1/',
    'file:///etc/passwd',
    '//169.254.169.254',
  ]
  for (const location of [...internalUrls, 'http://user:pass@example.com/'])
    test(`to ${location} is refused`, async t => {
      const allowHosts: string[] = []
      const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts })
      allowHosts.push(`127.0.0.1:${site.port}`)
      redirect(site, '/', location)
      await assert.rejects(fetcher.fetch({ url: site.url }), failure('target_forbidden'))
      assert.equal(site.requests.length, 1)
    })

  test('to an app is named as the cause', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    redirect(site, '/', 'intent://shop.test/#Intent;scheme=https;end')
    await assert.rejects(
      fetcher.fetch({ url: site.url }),
      failure('target_forbidden', /^127\.0\.0\.1:\d+ redirects to an address that is not a web page\.$/),
    )
  })

  test('to a name that resolves to a private address is refused', async t => {
    const allowHosts: string[] = []
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts })
    allowHosts.push(`127.0.0.1:${site.port}`)
    redirect(site, '/', `http://inside.test:${site.port}/secret`)
    await assert.rejects(
      fetcher.fetch({ url: site.url }),
      failure('target_forbidden', /^inside\.test leads to/),
    )
    assert.equal(site.requests.length, 1)
  })

  test('without an end stops at the limit', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    redirect(site, '/', '/')
    await assert.rejects(
      fetcher.fetch({ url: site.url }),
      failure('redirects', /^127\.0\.0\.1:\d+ redirects too many times\.$/),
    )
    assert.equal(site.requests.length, 11)
  })

  test('is an error when redirects are not allowed', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { maxRedirects: 0 })
    redirect(site, '/', '/next')
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('redirects'))
  })

  for (const [what, headers] of Object.entries({
    'without a Location': {},
    'with an empty Location': { location: '' },
    'with a Location that is not an address': { location: 'http://[' },
  }))
    test(`${what} is an ordinary answer`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { status: 302, headers, body: 'Where to?' })
      const page = await fetcher.fetch({ url: site.url })
      assert.deepEqual([page.status, Buffer.from(page.bytes).toString()], [302, 'Where to?'])
    })

  test('with status 300 is an ordinary answer', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    redirect(site, '/', '/next', 300)
    assert.equal((await fetcher.fetch({ url: site.url })).status, 300)
  })

  test('with an endless body is followed anyway', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', (_, response) => {
      response.writeHead(302, { location: '/next' })
      response.write('x'.repeat(500_000))
    })
    site.on('/next', { body: 'end' })
    assert.equal((await fetcher.fetch({ url: site.url })).status, 200)
  })
})

describe('a page that leads elsewhere at once', () => {
  const followed: [body: string, headers?: Record<string, string>][] = [
    ['<!DOCTYPE html><html><head><meta http-equiv="refresh" content="0; url=/next"></head></html>'],
    ['<META content=0;URL=/next HTTP-EQUIV=Refresh>'],
    [`<meta http-equiv='refresh' content="0.5, '/next'">`],
    ['<meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/next?a=1&amp;b=ü"><p>Redirecting…'],
    ['<p>Moved.', { refresh: '0; url=/next' }],
  ]
  for (const [body, headers = {}] of followed)
    test(`by ${headers.refresh ?? body} is followed`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { body, headers: { 'content-type': 'text/html', ...headers } })
      site.on('/next', { body: 'end' })
      const page = await fetcher.fetch({ url: site.url })
      assert.equal(Buffer.from(page.bytes).toString(), 'end')
      assert.equal(page.url, site.url + (body.includes('?') ? '/next?a=1&b=%C3%BC' : '/next'))
    })

  const kept: [why: string, body: string, type?: string][] = [
    ['later', '<meta http-equiv="refresh" content="5; url=/next">'],
    ['to itself', '<meta http-equiv="refresh" content="0; url=/#top">'],
    ['without an address', '<meta http-equiv="refresh" content="0">'],
    ['to an app', '<meta http-equiv="refresh" content="0; url=market://details?id=a">'],
    ['if it runs no scripts', '<noscript><meta http-equiv="refresh" content="0; url=/next"></noscript>'],
    ['in a comment', '<!-- <meta http-equiv="refresh" content="0; url=/next"> -->'],
    ['in a text', '<meta http-equiv="refresh" content="0; url=/next">', 'text/plain'],
  ]
  for (const [why, body, type = 'text/html'] of kept)
    test(`${why} is an ordinary page`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { body, headers: { 'content-type': type } })
      assert.equal(Buffer.from((await fetcher.fetch({ url: site.url })).bytes).toString(), body)
      assert.equal(site.requests.length, 1)
    })

  test('to an address of the own network is refused', async t => {
    const allowHosts: string[] = []
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts })
    allowHosts.push(`127.0.0.1:${site.port}`)
    site.on('/', { body: '<meta http-equiv="refresh" content="0; url=http://10.0.0.1/">' })
    await assert.rejects(fetcher.fetch({ url: site.url }), failure('target_forbidden'))
  })

  test('without an end is an error', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/a', { body: '<meta http-equiv="refresh" content="0; url=/b">' })
    site.on('/b', { body: '<meta http-equiv="refresh" content="0; url=/a">' })
    await assert.rejects(fetcher.fetch({ url: `${site.url}/a` }), failure('redirects'))
  })
})
