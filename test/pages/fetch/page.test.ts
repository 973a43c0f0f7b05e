import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/base/errors.ts'
import { createFetcher } from '../../../server/pages/fetch/fetch-page.ts'
import { createGuard } from '../../../server/pages/guard.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { failure, SETTINGS, startFetcher, startSiteAndFetcher } from '../start-fetcher.ts'

/** The maximum size of the head of an answer without header fields of its own. */
const HEAD_BYTES = 1_000

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

const badAddress = (error: unknown) =>
  error instanceof AppError &&
  error.code === 'invalid_input' &&
  error.facts.field === 'url' &&
  !!error.facts.hint

describe('a page', () => {
  test('is returned with its status, address, headers and bytes', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const headers = { 'X-Source': 'test', 'set-cookie': ['a=1', 'b=2'] }
    site.on('/page', { status: 203, headers, body: 'Grüße' })
    const page = await fetcher.fetch({ url: `${site.url}/page?q=1#part` })
    assert.equal(page.status, 203)
    assert.equal(page.url, `${site.url}/page?q=1#part`)
    assert.equal(page.headers['x-source'], 'test')
    assert.equal(page.headers['set-cookie'], 'a=1, b=2')
    assert.equal(page.contentType, 'text/html; charset=utf-8')
    assert.equal(text(page.bytes), 'Grüße')
    assert.equal(site.requests[0]!.query.get('q'), '1')
  })

  for (const size of [0, 1, 5_000, 700_000])
    test(`of ${size} bytes takes no more memory than its bytes and the head of its answer`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { body: 'x'.repeat(size) })
      const { bytes } = await fetcher.fetch({ url: site.url })
      assert.equal(bytes.length, size)
      assert.ok(bytes.buffer.byteLength <= size + HEAD_BYTES)
    })

  for (const status of [204, 304, 403, 404, 429, 500, 503])
    test(`with status ${status} is an ordinary answer`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { status })
      assert.equal((await fetcher.fetch({ url: site.url })).status, status)
    })

  test('may come after early hints', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', (_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.end('page')
    })
    const page = await fetcher.fetch({ url: site.url })
    assert.deepEqual([page.status, text(page.bytes)], [200, 'page'])
  })

  const TYPES: [fields: string[], type: string][] = [
    [['text/html', 'text/html; charset=windows-1251'], 'text/html; charset=windows-1251'],
    [['text/html; charset=windows-1251', 'text/html'], 'text/html; charset=windows-1251'],
    [['text/html, text/html; charset=windows-1251, none'], 'text/html; charset=windows-1251'],
    [['text/plain; charset=utf-8', 'text/html'], 'text/html'],
    [['none, text/html; charset=utf-8'], 'none, text/html; charset=utf-8'],
    [['multipart/related; boundary="a,b"'], 'multipart/related; boundary="a,b"'],
  ]
  for (const [fields, type] of TYPES)
    test(`with the content type ${fields.join(' and ')} is ${type}, as in browsers`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      site.on('/', { headers: { 'content-type': fields } })
      assert.equal((await fetcher.fetch({ url: site.url })).contentType, type)
    })

  test('has no content type when the site sends none', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    site.on('/', (_, response) => response.end('page'))
    assert.equal((await fetcher.fetch({ url: site.url })).contentType, null)
  })
})

describe('a request', () => {
  test('has the headers of a browser', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    await fetcher.fetch({ url: site.url })
    const { headers, method } = site.requests[0]!
    assert.equal(method, 'GET')
    assert.equal(headers['user-agent'], 'test-agent')
    assert.match(headers.accept!, /^text\/html/)
    assert.match(headers['accept-language']!, /^en/)
    assert.equal(headers['accept-encoding'], 'gzip, deflate, br, zstd')
    assert.equal(headers.host, `127.0.0.1:${site.port}`)
  })

  test('prefers headers of the caller to its own, except those that depend on the address', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const headers = { 'User-Agent': 'mine', ACCEPT: 'text/plain', Host: 'other.test', 'X-Token': 't' }
    await fetcher.fetch({ url: site.url, headers })
    const sent = site.requests[0]!.headers
    assert.equal(sent['user-agent'], 'mine')
    assert.equal(sent.accept, 'text/plain')
    assert.equal(sent['x-token'], 't')
    assert.equal(sent.host, `127.0.0.1:${site.port}`)
  })

  for (const body of ['name=value', new TextEncoder().encode('name=value')])
    test(`sends a body of ${typeof body === 'string' ? 'text' : 'bytes'}`, async t => {
      const { site, fetcher } = await startSiteAndFetcher(t)
      await fetcher.fetch({ url: site.url, method: 'post', body })
      assert.equal(site.requests[0]!.method, 'POST')
      assert.equal(text(site.requests[0]!.body), 'name=value')
    })

  test('with HEAD gets no body', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { maxBytes: 100 })
    site.on('/', { headers: { 'content-length': '5000', 'content-encoding': 'gzip' } })
    const page = await fetcher.fetch({ url: site.url, method: 'HEAD' })
    assert.deepEqual([page.status, page.bytes.length], [200, 0])
  })

  test('reuses the previous connection', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    for (let round = 0; round < 3; round++) await fetcher.fetch({ url: site.url })
    assert.equal(site.connections(), 1)
  })

  test('can be rewritten before it is sent, while the page keeps the original address', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t, { allowHosts: [] })
    site.on('/profile', { body: 'profile' })
    const page = await fetcher.fetch({
      url: 'https://shop.test/profile?id=7',
      rewrite: url => new URL(url.pathname + url.search, site.url),
      allow: url => url.port === String(site.port),
    })
    assert.equal(page.url, 'https://shop.test/profile?id=7')
    assert.equal(text(page.bytes), 'profile')
    assert.equal(site.requests[0]!.query.get('id'), '7')
  })

  test('uses changed settings at once', async t => {
    const settings = { ...SETTINGS, userAgent: 'one' }
    const site = await startLocalSite()
    const fetcher = createFetcher({ guard: createGuard(() => ['127.0.0.1']), settings: () => settings })
    t.after(() => Promise.all([fetcher.close(), site.close()]))
    await fetcher.fetch({ url: site.url })
    settings.userAgent = 'two'
    await fetcher.fetch({ url: site.url })
    assert.deepEqual(
      site.requests.map(request => request.headers['user-agent']),
      ['one', 'two'],
    )
  })

  for (const url of [
    '',
    'example.com/page',
    '/page',
    'http://',
    'http://a b/',
    'http://[::1/',
    'https://exa mple.com',
  ])
    test(`to "${url}" is an input error`, async t => {
      const fetcher = startFetcher()
      t.after(fetcher.close)
      await assert.rejects(fetcher.fetch({ url }), badAddress)
    })

  test('with an invalid header is an input error', async t => {
    const { site, fetcher } = await startSiteAndFetcher(t)
    const wrong = fetcher.fetch({ url: site.url, headers: { 'x-a': 'one\r\nx-b: two' } })
    await assert.rejects(wrong, failure('invalid_input'))
    assert.equal(site.requests.length, 0)
  })
})
