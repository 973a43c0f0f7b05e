import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isXml } from '../../../server/parsers/xml/is-xml.ts'
import { read } from '../support/read-page.ts'

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rss [<!ENTITY none "x">]>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title>
  <item><title>Kettles &amp; pots</title><link>https://a.example/1</link><pubDate>Thu, 05 Mar 2026 10:00:00 GMT</pubDate>
    <dc:creator>Ann</dc:creator><description><![CDATA[<p>Hot&nbsp;<b>steel</b></p>]]></description></item>
  <item><title>Cups</title><enclosure url='/c.mp3?a=1&amp;b=2'/></item>
</channel></rss>`

describe('a page of XML', () => {
  test('is read by the rules of XML: `link` contains text, and names keep their case', () => {
    const items = {
      css: 'item',
      all: true,
      fields: {
        title: 'title',
        link: { css: 'link', type: 'url' },
        at: { css: 'pubDate', type: 'datetime' },
        by: 'dc\\:creator',
        text: { css: 'description', transform: ['strip_tags'] },
        sound: 'enclosure@url',
      },
    } as const
    assert.deepEqual(read({ news: 'channel > title', items: items as never }, FEED), {
      news: 'News',
      items: [
        { title: 'Kettles & pots', link: 'https://a.example/1', at: '2026-03-05T10:00:00Z', by: 'Ann', text: 'Hot steel', sound: null }, // biome-ignore format: a row
        { title: 'Cups', link: null, at: null, by: null, text: null, sound: '/c.mp3?a=1&b=2' },
      ],
    })
  })

  test('can be searched with XPath too', () => {
    assert.equal(read({ x: { xpath: '//item[2]/title' } }, FEED).x, 'Cups')
    assert.equal(read({ x: { xpath: "//item/*[local-name()='creator']" } }, FEED).x, 'Ann')
    assert.equal(read({ x: { xpath: 'name(//item/dc:creator)' } }, FEED).x, 'dc:creator')
    assert.equal(read({ x: { xpath: "//*[local-name()='fb:like']" } }, '<p><fb:like>1</fb:like>').x, '1')
  })

  test('has no templates: an element named `template` is an ordinary one', () => {
    const text = '<?xml version="1.0"?><list><template><item>a</item></template></list>'
    assert.deepEqual(read({ css: 'item', xpath: { xpath: '//template/item' } }, text), {
      css: 'a',
      xpath: 'a',
    })
  })

  const broken: [string, unknown][] = [
    ['<rss><item>a<item>b', ['ab', 'b']],
    ['<rss></b></b><item>a</item></rss>', ['a']],
    ['<rss><item><![CDATA[a', ['a']],
    ['<rss><!-- <item>a</item>', []],
    ['<rss><item a="1>x</item>', ['x']],
    ['<rss><item>1 < 2 &amp &#x41;&bad;</item>', ['1 < 2 &amp A&bad;']],
    ['<rss><!DOCTYPE x [<item>]><item>a', ['a']],
  ]
  for (const [text, items] of broken)
    test(`with errors is read as far as possible: ${text}`, () => {
      assert.deepEqual(read({ items: { css: 'item', all: true, transform: ['trim'] } }, text).items, items)
    })

  test('with 300,000 unmatched end tags is read in linear time', () => {
    assert.equal(
      read({ x: 'i' }, `<rss>${'<a>'.repeat(100_000)}${'</b>'.repeat(300_000)}<i>end</i>`).x,
      'end',
    )
  })

  test('is searched for behind any number of comments in one pass', () => {
    assert.equal(isXml(`<!--${'---><!--'.repeat(1_000)}`), false)
    assert.equal(isXml(`<?xml version="1.0"?>${'<!--x--><?y?>'.repeat(500)}<data>`), true)
  })

  test('is recognized by its start, and distinguished from HTML and JSON', () => {
    for (const text of ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', '<html>', '{"a": 1}', 'rss'])
      assert.equal(isXml(text), false, text)
    for (const text of [
      '\uFEFF<feed xmlns="x">',
      '<!-- c --><rss>',
      '<?xml version="1.0"?>\n<!-- c -->\n<data>',
    ])
      assert.equal(isXml(text), true, text)
  })
})

describe('a table in a text file', () => {
  const rows = { json: '', all: true, fields: { name: { json: 'name' }, price: { json: "['unit price']", type: 'number' } } } as const // biome-ignore format: one thought
  const expected = [
    { name: 'Kettle, red', price: 24.5 },
    { name: 'Pot', price: null },
  ]
  const texts: [string, string][] = [
    ['text/csv; charset=utf-8', '\uFEFFname,unit price\r\n"Kettle, red",24.50\r\nPot,\r\n'],
    ['text/csv', 'name;unit price\nKettle, red;24.50\nPot'],
    ['text/csv', 'sep=;\r\nname;unit price\r\nKettle, red;24.50\r\nPot;\r\n'],
    ['application/csv', 'name,unit price\r\n"Kettle, red",24.50\nPot,\r\n'],
    ['text/tab-separated-values', 'name\tunit price\nKettle, red\t24.50\nPot\t\n'],
    ['application/x-ndjson', '{"name": "Kettle, red", "unit price": 24.5}\n\n{"name": "Pot"}\n'],
  ]
  for (const [contentType, text] of texts)
    test(`of type ${contentType} is read as its rows`, () => {
      assert.deepEqual(read({ rows: rows as never }, text, { contentType }).rows, expected)
    })

  test('whose content is HTML is read as an HTML page', () => {
    assert.equal(read({ x: 'b' }, '<b>404</b>', { contentType: 'application/x-ndjson' }).x, '404')
  })
})
