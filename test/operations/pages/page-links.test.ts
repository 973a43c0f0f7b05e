import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const PAGE = `<nav><a href="/">Home</a></nav><article>
<p>A sentence of the text that is long enough to be read, with <a href="/p/kettle">a kettle</a>.</p>
<p>Another sentence that is long enough, with <a href="p/jug#top">a jug</a> and <a href="#here">itself</a>.</p></article>
<a href="/p/jug">Jug</a> <a href="https://other.example/x">other</a> <a href="mailto:a@b.example">mail</a>
<a href="javascript:alert(1)">run</a> <a href="ftp://a.example/">ftp</a> <a href="http://">none</a>`

const entry = (url: string, more = '') => `<url><loc>${url}</loc>${more}</url>`
const sitemap = (...entries: string[]) => `<?xml version="1.0"?><urlset>${entries.join('')}</urlset>`
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map(url => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  const xml = { 'content-type': 'application/xml' }
  const gzip = { 'content-type': 'application/x-gzip' }
  const on = (path: string, body: string | Uint8Array, headers: Record<string, string> = xml) =>
    site.on(path, { body, headers })
  site.on('/page', { body: PAGE })
  on(
    '/feed',
    `<?xml version="1.0"?><rss><channel><item><title>T</title><link>${site.url}/p/1</link></item></channel></rss>`,
  )
  site.on('/none', { body: '<p>no links</p>' })
  on(
    '/sitemap.xml',
    sitemap(entry(`${site.url}/p/1`, '<lastmod>2026-03-02</lastmod>'), entry(`${site.url}/p/2`)),
  )
  on('/more.xml.gz', gzipSync(sitemap(entry(`${site.url}/p/2`), entry(`${site.url}/p/3`))), gzip)
  on(
    '/index.xml.gz',
    gzipSync(index(`${site.url}/sitemap.xml`, `${site.url}/more.xml.gz`, `${site.url}/gone.xml`)),
    gzip,
  )
  on('/loop.xml', index(`${site.url}/loop.xml`, `${site.url}/loop2.xml`, `${site.url}/sitemap.xml`))
  on('/loop2.xml', index(`${site.url}/loop.xml`, `${site.url}/loop2.xml`, `${site.url}/loop.xml#again`))
  on('/dated.xml', index(`${site.url}/sitemap.xml`, `${site.url}/undated.xml`))
  on('/undated.xml', sitemap(entry(`${site.url}/p/1`), entry(`${site.url}/p/1#again`)))
  on('/barren.xml', index(`${site.url}/gone.xml`, `${site.url}/page`))
  on('/robots.txt', 'User-agent: *\nDisallow: /private', { 'content-type': 'text/plain' })
  on('/guarded.xml', index(`${site.url}/private.xml`, `${site.url}/sitemap.xml`))
  on('/private.xml', sitemap(entry(`${site.url}/secret`)))
  on('/bomb.xml.gz', gzipSync(Buffer.alloc(80_000_000, ' ')), gzip)
  on('/bombs.xml', index(`${site.url}/bomb.xml.gz`, `${site.url}/sitemap.xml`))
  on('/million.xml.gz', gzipSync(`<urlset>${entry('http://a.example/p').repeat(1_000_000)}`), gzip)
  on('/many.xml', index(...Array.from({ length: 200 }, (_, at) => `${site.url}/sitemap.xml?${at}`)))
  on('/list.txt', `${site.url}/p/1\n${site.url}/p/2\n`, { 'content-type': 'text/plain' })
  on(
    '/odd.xml',
    sitemap(...['javascript:alert(1)', '/p/4', 'file:///etc/passwd', '', '  '].map(url => entry(url))),
  )
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const links = (path: string, more: object = {}) =>
  service.call('/v1/pages/links', { json: { url: site.url + path, ...more } })
const pathsOf = (json: { links: { url: string }[] }) => json.links.map(({ url }) => url.replace(site.url, ''))
const balance = async () => (await service.call('/v1/credits')).json.creditBalance

describe('listing the links of a page', () => {
  test('gives each web address once with its text, grouped by the pattern of the addresses', async () => {
    const { status, json, headers } = await links('/page')
    assert.equal(status, 200, json.error)
    assert.deepEqual(
      json.links.map(({ url, text }: { url: string; text: string }) => [url.replace(site.url, ''), text]),
      [
        ['/', 'Home'],
        ['/p/kettle', 'a kettle'],
        ['/p/jug', 'a jug'],
        ['https://other.example/x', 'other'],
      ],
    )
    assert.deepEqual([json.total, json.complete, json.sitemaps], [4, true, []])
    const [products] = json.groups
    assert.deepEqual([products.pattern, products.count], [`${site.url}/p/*`, 2])
    assert.deepEqual([headers.get('x-credits-used'), headers.get('x-source')], ['1', 'http'])
    const some = (await links('/page', { links_matching: products.matching })).json
    assert.deepEqual([pathsOf(some), some.groups.length], [['/p/kettle', '/p/jug'], 1])
  })

  test('can be limited to links of the same host or of the main text', async () => {
    assert.deepEqual(pathsOf((await links('/page', { same_host: true })).json), ['/', '/p/kettle', '/p/jug'])
    assert.deepEqual(pathsOf((await links('/page', { content: 'main' })).json), ['/p/kettle', '/p/jug'])
  })

  test('counts links beyond the limit as well', async () => {
    const { json } = await links('/page', { limit: 1 })
    assert.deepEqual([pathsOf(json), json.total], [['/'], 4])
    const none = await links('/page', { links_matching: 'nowhere' })
    assert.deepEqual([none.status, none.json.links, none.json.total, none.json.groups], [200, [], 0, []])
  })

  test('works with an uploaded page', async () => {
    const send = (fields: Record<string, string>) => {
      const body = new FormData()
      body.append('html', new Blob([PAGE], { type: 'text/html' }), 'page.html')
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return service.call('/v1/pages/links', { body })
    }
    const { json, headers } = await send({ url: 'https://tea.example/a/', same_host: 'true' })
    assert.deepEqual(
      json.links.map(({ url }: { url: string }) => url),
      [
        'https://tea.example/',
        'https://tea.example/p/kettle',
        'https://tea.example/a/p/jug',
        'https://tea.example/p/jug',
      ],
    )
    assert.equal(headers.get('x-source'), 'upload')
    assert.deepEqual(pathsOf((await send({})).json), ['https://other.example/x'])
    assert.equal((await send({ same_host: 'true' })).json.field, 'same_host')
  })

  test('gives the links of the entries when the page is a feed', async () => {
    const { status, json } = await links('/feed')
    assert.equal(status, 200, json.error)
    assert.deepEqual(json.links, [{ url: `${site.url}/p/1`, text: 'T', lastmod: null }])
  })

  test('is free when the page may come from the cache', async () => {
    const fetch = { fetch: { max_age_s: 60 } }
    assert.equal((await links('/page', fetch)).headers.get('x-credits-used'), '1')
    assert.equal((await links('/page', fetch)).headers.get('x-credits-used'), '0')
  })
})

describe('listing the links of a sitemap', () => {
  test('gives the time of the last change of each page', async () => {
    const { json } = await links('/sitemap.xml')
    assert.deepEqual(json.links, [
      { url: `${site.url}/p/1`, text: null, lastmod: '2026-03-02' },
      { url: `${site.url}/p/2`, text: null, lastmod: null },
    ])
  })

  test('keeps the time of the last change when another sitemap lists the page without it', async () => {
    const { json } = await links('/dated.xml')
    assert.deepEqual(
      json.links.map(({ lastmod }: { lastmod: string | null }) => lastmod),
      ['2026-03-02', null],
    )
  })

  test('reads every sitemap of an index, compressed ones too, for one credit', async () => {
    const { json, headers } = await links('/index.xml.gz')
    assert.deepEqual(pathsOf(json), ['/p/1', '/p/2', '/p/3'])
    assert.deepEqual(
      json.sitemaps.map((one: { links: number; error: string | null }) => [one.links, Boolean(one.error)]),
      [
        [2, false],
        [2, false],
        [0, true],
      ],
    )
    assert.deepEqual([json.complete, headers.get('x-credits-used')], [true, '1'])
  })

  test('reads a sitemap in plain text', async () => {
    assert.deepEqual(pathsOf((await links('/list.txt')).json), ['/p/1', '/p/2'])
  })

  test('leaves out what robots.txt disallows when the call asks to respect it', async () => {
    assert.deepEqual(pathsOf((await links('/guarded.xml')).json), ['/secret', '/p/1', '/p/2'])
    const { json } = await links('/guarded.xml', { fetch: { robots: 'respect' } })
    assert.deepEqual(pathsOf(json), ['/p/1', '/p/2'])
    assert.match(json.sitemaps[0].error, /robots\.txt/)
    const refused = await links('/private.xml', { fetch: { robots: 'respect' } })
    assert.equal(refused.json.detail, 'target_forbidden')
  })
})

describe('listing the links of a hostile sitemap', () => {
  test('reads a sitemap that lists itself only once', async () => {
    const requestsBefore = site.requests.length
    const { json } = await links('/loop.xml')
    assert.deepEqual(pathsOf(json), ['/p/1', '/p/2'])
    assert.equal(site.requests.length - requestsBefore, 3)
  })

  test('leaves out a sitemap that is too large once it is unpacked', async () => {
    const { json } = await links('/bombs.xml')
    assert.deepEqual(pathsOf(json), ['/p/1', '/p/2'])
    assert.match(json.sitemaps[0].error, /too large|larger/)
    const { detail, error, hint } = (await links('/bomb.xml.gz')).json
    assert.equal(detail, 'too_large')
    assert.match(error, /larger than 50 MB once it is unpacked/)
    assert.doesNotMatch(hint, /WINNOW_FETCH_MAX_BYTES/)
  })

  test('stops at the size limit in a sitemap with a million links', async () => {
    const { json, status } = await links('/million.xml.gz')
    assert.deepEqual([status, json.total, json.complete], [200, 1, false])
  })

  test('stops at the 50th file of an index with 200 sitemaps', async () => {
    const { json } = await links('/many.xml')
    assert.deepEqual([json.sitemaps.length, json.complete, json.total], [50, false, 2])
  })

  test('leaves out addresses that are not http or https', async () => {
    assert.deepEqual(pathsOf((await links('/odd.xml')).json), ['/p/4'])
  })
})

describe('listing the links of a hostile page', () => {
  const pages: [what: string, page: string, total: number][] = [
    [
      'of very many links',
      Array.from({ length: 400_000 }, (_, at) => `<a href=http://a.example/${at}>x</a>`).join(''),
      50_000,
    ],
    ['of links in one another', '<a href="http://a.example/x">x<p>'.repeat(30_000), 1],
    ['of links with very many parameters', `<a href="http://a.example/?${'a=1&'.repeat(50_000)}">x</a>`, 1],
  ]
  for (const [what, page, total] of pages)
    test(`${what} succeeds and stays within the limits`, async () => {
      const body = new FormData()
      body.append('html', new Blob([page]), 'page.html')
      const { status, json } = await service.call('/v1/pages/links', { body })
      assert.deepEqual([status, json.total, json.complete], [200, total, total < 50_000], json.error)
      assert.ok(json.links.length <= 1_000)
    })
})

describe('listing links', () => {
  test('suggests what else to try when the page has no links', async () => {
    const hintOf = async (json: object) => (await service.call('/v1/pages/links', { json })).json.hint
    const url = `${site.url}/none`
    assert.equal(await hintOf({ url }), 'If scripts fill the page, set `fetch.mode` to `browser`.')
    assert.match(await hintOf({ url, content: 'main' }), /^`content: all` also reads/)
    const scripts =
      'If scripts fill the page, save it in your browser once everything is shown, and send that.'
    const form = new FormData()
    form.append('html', new Blob(['<a href=/kettle>Kettle</a>']))
    const { status, json } = await service.call('/v1/pages/links', { body: form })
    const relative = 'If its links are relative, give the address of the page as `url`. '
    assert.deepEqual([status, json.hint], [422, relative + scripts])
    form.set('html', new Blob(['<p>no links</p>']))
    form.set('url', url)
    assert.equal((await service.call('/v1/pages/links', { body: form })).json.hint, scripts)
  })

  test('is free when it fails', async () => {
    const had = await balance()
    assert.deepEqual([(await links('/none')).status, (await links('/gone')).status], [422, 502])
    const barren = await links('/barren.xml')
    assert.deepEqual([barren.status, barren.json.detail], [422, 'extraction_failed'])
    assert.match(barren.json.error, /gone\.xml/)
    assert.equal((await service.call('/v1/pages/links', { json: { url: 'http://10.0.0.1/' } })).status, 400)
    assert.equal(await balance(), had)
  })

  test('is free when no link matches', async () => {
    const none = await links('/page', { links_matching: 'nowhere' })
    assert.deepEqual([none.json.total, none.headers.get('x-credits-used')], [0, '0'])
  })

  const refused: [what: object, field: string][] = [
    [{}, 'url'],
    [{ url: 'https://a.example', limit: 0 }, 'limit'],
    [{ url: 'https://a.example', links_matching: '(' }, 'links_matching'],
    [{ url: 'https://a.example', same_host: 'perhaps' }, 'same_host'],
  ]
  for (const [json, field] of refused)
    test(`is refused with the name of the field at fault: ${JSON.stringify(json)}`, async () => {
      const answer = await service.call('/v1/pages/links', { json })
      assert.deepEqual([answer.status, answer.json.field], [400, field])
      assert.ok(answer.json.hint)
    })
})
