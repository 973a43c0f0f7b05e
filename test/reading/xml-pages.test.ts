import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReadOptions } from '../../server/reading/read-options.ts'
import { readPageLinks } from '../../server/threads/read-page-links.ts'
import { readTextPage } from '../../server/threads/read-text-page.ts'

const OPTIONS: ReadOptions = {
  content: 'main',
  format: 'markdown',
  maxTokens: 8_000,
  from: 0,
  find: undefined,
  links: 'none',
  linksMatching: undefined,
}

const taskOf = (xml: string, contentType: string) => ({
  bytes: new TextEncoder().encode(xml),
  contentType,
  url: 'https://tea.example/feed/',
  owner: { account: '', caller: '' },
})

const read = (xml: string, contentType = 'application/xml', options: Partial<ReadOptions> = {}) =>
  readTextPage({ kind: 'read', ...taskOf(xml, contentType), options: { ...OPTIONS, ...options } })

const linksOf = async (xml: string, contentType = 'application/xml') => {
  const { links } = await readPageLinks({
    kind: 'links',
    ...taskOf(xml, contentType),
    options: { content: 'all', linksMatching: undefined, host: undefined },
  })
  return links.map(({ url, text }) => [url, text])
}

const XML = '<?xml version="1.0"?>'
const rss = (items: string, channel = '') => `${XML}<rss><channel>${channel}${items}</channel></rss>`
const item = (inner: string) => rss(`<item><title>T</title>${inner}</item>`)
const atom = (inner: string) =>
  `${XML}<feed xmlns="http://www.w3.org/2005/Atom"><title>Tea</title><entry><title>T</title>${inner}</entry></feed>`
const link = '<link>http://e.example/i1</link>'

describe('a page of XML', () => {
  const pages: [what: string, xml: string, markdown: string, links: [url: string, text: string][]][] = [
    ['RSS', item(link), '## [T](http://e.example/i1)', [['http://e.example/i1', 'T']]],
    [
      'RSS with its own title, and markup in its texts',
      rss(
        `<item><title>A &amp; B</title>${link}<dc:creator>Ann</dc:creator><pubDate>Mon, 02 Mar 2026</pubDate>
        <media:title>none</media:title><description>short</description>
        <content:encoded><![CDATA[<p>One <b>bold</b> <a href="/more">word</a>.</p><!--]]></content:encoded></item>
        <item><title>C</title><link>/c</link><description>two &lt;plaintext&gt;</description></item>`,
        '<title>Tea</title><link>http://e.example/</link><description>All of it</description>',
      ),
      `# Tea

All of it

## [A & B](http://e.example/i1)

Mon, 02 Mar 2026 · Ann

One **bold** [word](https://tea.example/more).

## [C](https://tea.example/c)

two`,
      [
        ['http://e.example/i1', 'A & B'],
        ['https://tea.example/more', 'word'],
        ['https://tea.example/c', 'C'],
      ],
    ],
    [
      'RSS without addresses of its own',
      rss(
        `<item><guid>http://e.example/g</guid><description>By its id.</description></item>
        <item><title>No address</title><guid isPermaLink="false">http://e.example/no</guid></item>
        <item><title>Sound</title><guid isPermaLink="false">1</guid><enclosure url="http://e.example/1.mp3"/></item>`,
      ),
      '## [http://e.example/g](http://e.example/g)\n\nBy its id.\n\n## No address\n\n## [Sound](http://e.example/1.mp3)',
      [['http://e.example/g', 'http://e.example/g'], ['http://e.example/1.mp3', 'Sound']],
    ],
    [
      'Atom',
      atom(
        `<link rel="edit" href="/edit"/><link href="/1"/><updated>2026-03-02</updated><author><name>Ann</name></author>
        <summary>a &lt; b</summary>`,
      ),
      '# Tea\n\n## [T](https://tea.example/1)\n\n2026-03-02 · Ann\n\na < b',
      [['https://tea.example/1', 'T']],
    ],
    [
      'Atom with markup in its elements',
      atom('<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One <b>bold</b>.</p></div></content>'),
      '# Tea\n\n## T\n\nOne **bold**.',
      [],
    ],
    [
      'Atom with HTML, and names with a prefix',
      `${XML}<a:feed><a:entry><a:title>T</a:title><a:link rel="alternate" href="/1"/><a:content type="html">&lt;i>x&lt;/i></a:content></a:entry></a:feed>`,
      '## [T](https://tea.example/1)\n\n*x*',
      [['https://tea.example/1', 'T']],
    ],
    [
      'Atom with addresses to which its own are relative',
      `${XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://o.example/x/"><entry><title>T</title><link href="e1"/></entry><entry xml:base="y/"><title>U</title><link href="e2"/></entry><entry><title>V</title><link xml:base="http://v.example/" href="e3"/></entry></feed>`,
      '## [T](https://o.example/x/e1)\n\n## [U](https://o.example/x/y/e2)\n\n## [V](http://v.example/e3)',
      [['https://o.example/x/e1', 'T'], ['https://o.example/x/y/e2', 'U'], ['http://v.example/e3', 'V']],
    ],
    [
      'Atom with texts whose addresses are relative to others',
      `${XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://o.example/"><entry xml:base="/y/"><title>T</title><content type="html" xml:base="z/">&lt;a href="a">one&lt;/a> &lt;img src="/i.png" alt="i"></content></entry>
      <entry xml:base="/u/"><title>U</title><content type="xhtml"><div xml:base="v/"><a href="b">two</a></div><a href="c">three</a></content></entry></feed>`,
      '## T\n\n[one](https://o.example/y/z/a) ![i](https://o.example/i.png)\n\n## U\n\n[two](https://o.example/u/v/b)\n\n[three](https://o.example/u/c)',
      [['https://o.example/y/z/a', 'one'], ['https://o.example/u/v/b', 'two'], ['https://o.example/u/c', 'three']],
    ],
    [
      'RDF',
      `${XML}<rdf:RDF><channel><title>Tea</title></channel><item><title>T</title>${link}</item></rdf:RDF>`,
      '# Tea\n\n## [T](http://e.example/i1)',
      [['http://e.example/i1', 'T']],
    ],
    [
      'OPML',
      `${XML}<opml><head><title>Mine</title></head><body><outline text="All"><outline text="Tea" htmlUrl="http://e.example/" xmlUrl="http://e.example/f"/></outline></body></opml>`,
      'Mine\n\nAll\n\n[Tea](http://e.example/) [http://e.example/f](http://e.example/f)',
      [['http://e.example/', 'Tea'], ['http://e.example/f', 'http://e.example/f']],
    ],
    [
      'a catalogue',
      `${XML}<catalog><script>var x</script><item id="1"><name>Red <em>kettle</em></name><page>https://e.example/k</page></item></catalog>`,
      'var x\n\nRed kettle\n\n[https://e.example/k](https://e.example/k)',
      [['https://e.example/k', 'https://e.example/k']],
    ],
  ] // biome-ignore format: a table
  for (const [what, xml, markdown, links] of pages)
    for (const type of ['application/xml', 'text/html']) {
      test(`is read: ${what}, as ${type}`, async () => assert.equal((await read(xml, type)).text, markdown))
      test(`lists its links: ${what}, as ${type}`, async () =>
        assert.deepEqual(await linksOf(xml, type), links))
    }

  test('that is a sitemap is read as a list of its addresses', async () => {
    const { text } = await read(`${XML}<urlset><url><loc>http://e.example/1</loc></url></urlset>`)
    assert.equal(text, '[http://e.example/1](http://e.example/1)')
  })

  test('reports its title and language', async () => {
    const { title, language } = await read(
      rss(`<item>${link}</item>`, '<title>Tea</title><language>de</language>'),
    )
    assert.deepEqual([title, language], ['Tea', 'de'])
  })

  test('without text fails as `extraction_failed`', async () => {
    await assert.rejects(read(`${XML}<catalog><item/></catalog>`), { code: 'extraction_failed' })
    assert.deepEqual(await linksOf(`${XML}<catalog><item/></catalog>`), [])
  })
})

describe('hostile XML', () => {
  const pages: [what: string, xml: string][] = [
    ['deeper than the stack', `${XML}<catalog>${'<a>'.repeat(100_000)}word`],
    ['of entries in one another', `${XML}<rss><channel>${'<item><title>word'.repeat(50_000)}`],
    ['of very many entries', rss(`<item><title>word</title>${link}</item>`.repeat(50_000))],
    ['of texts that hold markup deeper than the stack', item(`<description>word${'&lt;b>&lt;div>'.repeat(50_000)}</description>`)],
    ['of texts around one another', `${XML}<catalog>${'word<a>'.repeat(100_000)}`],
    ['of bases in one another', item(`<description>${'&lt;div xml:base="http://e.example/a/">&lt;a href="/x">word'.repeat(50_000)}</description>`)],
    ['of links in one another', `${XML}<catalog>${'<a href="/x">word'.repeat(50_000)}`],
  ] // biome-ignore format: a table
  for (const [what, xml] of pages)
    test(`${what} is read in limited time`, async () => {
      const start = performance.now()
      assert.match((await read(xml)).text, /word/)
      await linksOf(xml)
      assert.ok(performance.now() - start < 20_000)
    })
})
