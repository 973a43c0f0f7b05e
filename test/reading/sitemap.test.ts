import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSitemap } from '../../server/reading/links/read-sitemap.ts'

const MAX_URLS = 10
const read = (page: string, isPlain = false) => readSitemap(page, isPlain, MAX_URLS)
const urls = (page: string) => read(page)?.entries.map(({ url }) => url)

describe('a sitemap', () => {
  test('lists pages, with the date or time of their last change', () => {
    const page = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc> https://a.example/?a=1&amp;b=2 </loc><lastmod>2026-03-02</lastmod></url>
      <url><lastmod>2026-03-02T10:00:00+02:00</lastmod><loc><![CDATA[https://a.example/b&c]]></loc></url>
      <url><loc>https://a.example/d</loc><lastmod>yesterday evening</lastmod></url></urlset>`
    assert.deepEqual(read(page), {
      isIndex: false,
      isCut: false,
      entries: [
        { url: 'https://a.example/?a=1&b=2', lastmod: '2026-03-02' },
        { url: 'https://a.example/b&c', lastmod: '2026-03-02T08:00:00Z' },
        { url: 'https://a.example/d', lastmod: null },
      ],
    })
  })

  test('may use a namespace prefix, and images and comments in it are ignored', () => {
    const page = `<sm:urlset xmlns:sm="x"><!-- <sm:url><sm:loc>https://a.example/old</sm:loc></sm:url> -->
      <sm:url><sm:loc>https://a.example/</sm:loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></sm:url>`
    assert.deepEqual(urls(page), ['https://a.example/'])
  })

  test('may be an index of sitemaps', () => {
    const page = '<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc></sitemap></sitemapindex>'
    assert.deepEqual([read(page)!.isIndex, urls(page)], [true, ['https://a.example/1.xml.gz']])
  })

  const cut = ['<loc>https://a.exam', '<loc>https://a.example/2</lo', '', '<loc>https://a.example/2</loc>']
  for (const end of cut)
    test(`that ends in the middle of an entry (${end}) lists only complete addresses, and is reported as cut`, () => {
      const page = `<urlset><url><loc>https://a.example/1</loc></url><url>${end}`
      const completeUrls = end.endsWith('</loc>') ? ['https://a.example/2'] : []
      assert.deepEqual([urls(page), read(page)!.isCut], [['https://a.example/1', ...completeUrls], true])
    })

  test('in plain text has an address in each line', () => {
    assert.deepEqual(read('https://a.example/1\r\n\nhttps://a.example/2\n', true)?.entries, [
      { url: 'https://a.example/1', lastmod: null },
      { url: 'https://a.example/2', lastmod: null },
    ])
    assert.equal(read('https://a.example/1\nand text', true), null)
    assert.equal(read('https://a.example/1'), null)
  })

  test('is not recognized in a page that merely mentions one', () => {
    assert.equal(read('<!doctype html><html><pre><urlset ></pre>'), null)
    assert.equal(read('<p>text</p>'), null)
  })

  test('is read up to the maximum number of entries, however it ends', () => {
    const many = `<urlset>${'<url><loc>https://a.example/</loc></url>'.repeat(MAX_URLS + 1)}`
    assert.deepEqual([read(many)!.entries.length, read(many)!.isCut], [MAX_URLS, true])
    for (const broken of ['<url', '<url><loc>', '<url><loc><![CDATA[x', '<!--'])
      assert.ok(read(`<urlset>${broken.repeat(200_000)}`)!.entries.length <= MAX_URLS)
  })
})
