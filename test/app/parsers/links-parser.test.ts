import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LinkSource, linksAsRows } from '../../../renderer/lib/links-parser.ts'
import { startLocalSite } from '../../support/local-site.ts'
import { startTestApp, type TestApp } from '../../support/start-app.ts'

const PAGE = `<nav><a href="/menu">Menu</a></nav>
  <main><p>Text</p><a href="/a#x">A</a><a href="/a">The same</a><a href="https://o.example/b"><b>B</b></a>
  <a href="mailto:a@b.example">Mail</a><a>None</a></main>`

const SITEMAP = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://shop.example/p/1</loc><lastmod>2026-01-01</lastmod></url></urlset>`

describe('the parser that collects links', () => {
  let winnow: TestApp
  let site: Awaited<ReturnType<typeof startLocalSite>>

  before(async () => {
    winnow = await startTestApp({ allow_hosts: ['127.0.0.1'] })
    site = await startLocalSite()
    site.on('/page', { body: PAGE })
    site.on('/unmarked', { body: PAGE.replaceAll('main>', 'div>') })
    site.on('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: SITEMAP })
  })
  after(async () => {
    await winnow.stop()
    await site.close()
  })

  /** The rows of a preview, with addresses relative to the site. */
  async function rowsOf(path: string, options: Omit<LinkSource, 'url'> = {}) {
    const body = { ...linksAsRows({ url: site.url + path, ...options }) }
    const { json, text } = await winnow.admin('/admin/collect/preview', body)
    assert.equal(json.problem, null, text)
    assert.deepEqual(json.lists[0].primary_key, ['url'])
    return json.lists[0].first.map(({ url, text }: { url: string; text: string | null }) => [
      url.replace(site.url, ''),
      text,
    ])
  }

  test('reads each address of a page once, with its text', async () => {
    const all = [
      ['/menu', 'Menu'],
      ['/a', 'A'],
      ['https://o.example/b', 'B'],
    ]
    assert.deepEqual(await rowsOf('/page'), all)
    assert.deepEqual(await rowsOf('/page', { content: 'main' }), all.slice(1))
    assert.deepEqual(await rowsOf('/unmarked', { content: 'main' }), all)
  })

  test('leaves out links to other hosts, and links that do not match a pattern', async () => {
    assert.deepEqual(await rowsOf('/page', { same_host: true, content: 'main' }), [['/a', 'A']])
    assert.deepEqual(await rowsOf('/page', { links_matching: '/menu$' }), [['/menu', 'Menu']])
  })

  test('reads the addresses of a sitemap', async () => {
    assert.deepEqual(await rowsOf('/sitemap.xml'), [['https://shop.example/p/1', null]])
  })
})
