import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { viewPage } from '../../server/parsers/page-view.ts'
import { linksOfPage } from '../../server/reading/links/find-links.ts'
import type { ReadOptions } from '../../server/reading/read-options.ts'
import { readPage } from '../../server/reading/read-page.ts'

const OPTIONS: ReadOptions = {
  content: 'all',
  format: 'markdown',
  maxTokens: 8_000,
  from: 0,
  find: undefined,
  links: 'none',
  linksMatching: undefined,
}
const ADDRESS = 'https://tea.example/a/b'

const read = (text: string, options: Partial<ReadOptions> = {}) =>
  readPage(viewPage({ text, url: ADDRESS }, fastEngine), { ...OPTIONS, ...options })

describe('the facts about a page', () => {
  const linkedData = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`
  const facts: [page: string, field: 'title' | 'author' | 'site' | 'published_at' | 'language' | 'image' | 'description', value: string | null][] = [
    ['<title> A  page </title>', 'title', 'A page'],
    ['<title>A page | Site</title><h1>A page</h1>', 'title', 'A page'],
    [meta('og:title', 'Tom &amp;amp; Jerry&amp;#039;s'), 'title', "Tom & Jerry's"],
    [meta('description', 'a&amp;nbsp; &amp;quot;b&amp;quot; AT&amp;T'), 'description', 'a "b" AT&T'],
    [meta('og:site_name', 'A &amp;amp; B'), 'site', 'A & B'],
    [meta('author', 'Ann O&amp;#39;Hara'), 'author', "Ann O'Hara"],
    ['<svg><title>Logo</title></svg><title>A page</title>', 'title', 'A page'],
    ['<svg><title>Logo</title></svg><p>nothing', 'title', null],
    ['<h1>A page<a href="#a">¶</a></h1>', 'title', 'A page'],
    ['<h1>A page<a href="#a">&#8203;</a></h1>', 'title', 'A page'],
    ['<h1>A <svg><title>Icon</title></svg>page</h1>', 'title', 'A page'],
    [`<h1>x</h1>${meta('og:title', 'Shared')}`, 'title', 'Shared'],
    [linkedData({ '@type': 'NewsArticle', headline: 'News' }), 'title', 'News'],
    [linkedData({ '@type': 'Article', author: [{ name: 'Ada' }, { name: 'Bo' }] }), 'author', 'Ada, Bo'],
    [linkedData({ '@type': 'Article', author: 'https://x.example/ada' }), 'author', null],
    [linkedData({ '@graph': [{ '@type': 'Article', author: [{ '@id': '#ada' }] }, { '@type': 'Person', '@id': '#ada', name: 'Ada' }] }), 'author', 'Ada'],
    [linkedData({ '@graph': [{ '@type': 'Article', publisher: { '@id': '#p' } }, { '@type': 'Organization', '@id': '#p', name: 'Press' }] }), 'site', 'Press'],
    [linkedData({ '@type': 'ScholarlyArticle', author: { name: 'Ada' } }), 'author', 'Ada'],
    [linkedData({ '@type': 'LiveBlogPosting', datePublished: '2026-05-03' }), 'published_at', '2026-05-03'],
    [linkedData({ '@type': 'LiveBlogPosting', headline: 'Live', liveBlogUpdate: [{ '@type': 'BlogPosting', headline: 'Update' }] }), 'title', 'Live'],
    [linkedData({ '@type': 'LiveBlogPosting', datePublished: '2026-05-03', liveBlogUpdate: [{ '@type': 'BlogPosting', datePublished: '2026-05-04' }] }), 'published_at', '2026-05-03'],
    [`${linkedData({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: { '@type': 'NewsArticle', headline: 'One', author: 'Bo' } }] })}<h1>News</h1>`, 'title', 'News'],
    [linkedData({ '@type': 'Blog', blogPost: [{ '@type': 'BlogPosting', author: 'Bo' }] }), 'author', null],
    [linkedData({ '@type': 'Recipe', author: { name: 'Ada' } }), 'author', 'Ada'],
    [linkedData({ '@type': 'Recipe', description: 'A soup' }), 'description', 'A soup'],
    [linkedData({ '@type': 'Recipe', datePublished: '2026-05-03' }), 'published_at', '2026-05-03'],
    [linkedData({ '@type': 'Recipe', datePublished: '2016-05-03' }) + meta('date', '2026-05-03'), 'published_at', '2026-05-03'],
    ['<a rel="author">Ada</a>', 'author', 'Ada'],
    [linkedData({ '@type': 'Article', publisher: { name: 'Press' } }), 'site', 'Press'],
    [meta('article:published_time', '2026-05-03T10:00:00+02:00'), 'published_at', '2026-05-03T08:00:00Z'],
    ['<article><time datetime="2026-05-03">today</time></article>', 'published_at', '2026-05-03'],
    [meta('date', 'Tue Nov 19 2019 03:05:46 GMT+0100'), 'published_at', '2019-11-19T02:05:46Z'],
    [meta('date', 'Tue, 19 Nov 2019 03:05:46 GMT'), 'published_at', '2019-11-19T03:05:46Z'],
    [meta('date', 'Sat Nov 31 2019 03:05:46 GMT'), 'published_at', null],
    [meta('date', 'Mon Nov 00 2019 23:05:46 GMT'), 'published_at', null],
    [meta('date', 'Mon Nov 04 2019 23:05:46 UTC'), 'published_at', '2019-11-04T23:05:46Z'],
    [meta('date', 'soon'), 'published_at', null],
    ['<html lang="de-AT">', 'language', 'de-AT'],
    [`<html lang="{{ lang }}">${meta('og:locale', 'zh_Hant_TW')}`, 'language', 'zh_Hant_TW'],
    ['<html lang="en, de">', 'language', null],
    [meta('og:image', '../tea.jpg'), 'image', 'https://tea.example/tea.jpg'],
    [meta('og:image', 'javascript:x'), 'image', null],
    [meta('og:image', '/tea.jpg?a=1&amp;amp;b=2'), 'image', 'https://tea.example/tea.jpg?a=1&b=2'],
    [linkedData({ '@type': 'Article', image: ['/tea.jpg?a=1&amp;b=2'] }), 'image', 'https://tea.example/tea.jpg?a=1&b=2'],
    [`${meta('og:image', '{{ image }}')}${meta('twitter:image', '/tea.jpg')}`, 'image', 'https://tea.example/tea.jpg'],
    [`${meta('og:title', '{{ title }}')}<h1>Tea {{ hot }}</h1>`, 'title', 'Tea {{ hot }}'],
    [meta('description', '%%description%%'), 'description', null],
    ['<p>nothing</p>', 'description', null],
    [linkedData({ '@type': 'Article', headline: 'It&#8217;s &ldquo;good&rdquo; &amp; AT&T &copy it' }), 'title', 'It’s “good” & AT&T &copy it'],
    [linkedData({ '@type': 'Article', description: 'a&nbsp;&lt;b&gt;' }), 'description', 'a <b>'],
    [linkedData({ '@type': 'Article', author: { name: 'Ada O&#39;Hara' } }), 'author', "Ada O'Hara"],
    [linkedData({ '@type': 'Article', author: 'By ADA EXAMPLE, Press' }), 'author', 'ADA EXAMPLE, Press'],
    [meta('author', 'by Ada Example | November 18, 2019 12:01 PM Print this article'), 'author', 'Ada Example'],
    [meta('author', 'by Ada Example @ada Nov 19, 2019 at 6:46 pm ET • 2 min read'), 'author', 'Ada Example'],
    [meta('author', 'Ada Example November 18, 2019'), 'author', 'Ada Example'],
    [meta('author', 'Updated at 6:46 pm'), 'author', null],
    [meta('author', 'Byron Bysshe'), 'author', 'Byron Bysshe'],
    [`<html lang="de-AT">${meta('author', 'Von Karla Beispiel und Otto Muster')}`, 'author', 'Karla Beispiel und Otto Muster'],
    [`<html lang="de">${meta('author', 'von der Leyen')}`, 'author', 'von der Leyen'],
    [`<html lang="en">${meta('author', 'Von Miller Jr')}`, 'author', 'Von Miller Jr'],
    [`<html lang="fr">${meta('author', 'PAR ZOÉ EXEMPLE')}`, 'author', 'ZOÉ EXEMPLE'],
    [`<html lang="pt-BR">${meta('author', 'Por João Exemplo')}`, 'author', 'João Exemplo'],
    [meta('author', 'Autor: Jan Przykład'), 'author', 'Jan Przykład'],
    [meta('author', 'Tác giả: Nguyễn Văn Ví'), 'author', 'Nguyễn Văn Ví'],
    ['<p class="author">מאת: דנה דוגמה</p>', 'author', 'דנה דוגמה'],
    [meta('author', '文＝山田太郎'), 'author', '山田太郎'],
    [meta('author', '작가 홍길동 기자'), 'author', '작가 홍길동'],
    [meta('author', 'Text Author'), 'author', 'Text Author'],
    ['<div class="byline-box"><p class="byline">By Ada Example</p>Correspondent</div>', 'author', 'Ada Example'],
    ['<div class="authors">by Ada Example Monday, November 18, 2019</div>', 'author', 'Ada Example'],
    ['<html lang="es"><p class="autor">Por Inés Ejemplo</p>', 'author', 'Inés Ejemplo'],
    ['<p class="byline">Ada Example</p>', 'author', null],
    ['<p class="author">By clicking here, you accept the rules</p>', 'author', null],
    [`${meta('date', '0001-01-01T00:00:00Z')}<time datetime="2026-05-03">`, 'published_at', '2026-05-03'],
    [meta('date', '1970-01-01T00:00:00Z'), 'published_at', null],
  ] // biome-ignore format: a table
  for (const [page, field, value] of facts)
    test(`${field} of ${page}`, () => assert.equal(read(`${page}<p>text</p>`)[field], value))
})

describe('the author and date of a page', () => {
  const LONG =
    '<p>The first sentence of the text is long enough to be one, and it says something.</p>'.repeat(3)
  const by = '<a rel=author href=/u/1>troll42</a> <time datetime="2021-06-01">'
  const others: [where: string, page: string][] = [
    ['comments behind the text', `<main><article><h1>River</h1>${LONG}</article></main><section id=comments><div>${by}</div></section>`],
    ['comments in the article', `<article><h1>River</h1>${LONG}<article>${by}</article></article>`],
    ['what stands behind the article', `<main><article><h1>River</h1>${LONG}</article><div>${by}</div></main>`],
    ['what stands beside it', `<main><h1>River</h1><aside><h3>Related</h3>${by}</aside>${LONG}</main>`],
    ['teasers', `<main><h1>River</h1>${LONG}<ul><li><h3>Sea</h3>${by}<li><h3>Lake</h3>${by}</ul></main>`],
    ['one of several articles', `<div><article><h2>Sea</h2>${by}</article><article><h2>Lake</h2>${by}</article></div>`],
  ] // biome-ignore format: a table
  for (const [where, page] of others)
    for (const content of ['main', 'all'] as const)
      test(`are not taken from ${where} (${content})`, () => {
        const { author, published_at } = read(`<body>${page}`, { content })
        assert.deepEqual([author, published_at], [null, null])
      })

  const own: [where: string, page: string][] = [
    ['above the text', `<main><h1>River</h1><p>${by}</p>${LONG}</main>`],
    ['above its element', `<header><h1>River</h1>${by}</header><main>${LONG}</main>`],
    ['behind the text in its article', `<article><h1>River</h1>${LONG}<footer>${by}</footer></article>`],
    ['in the article with the heading', `<article><h1>River</h1>${by}${LONG}</article><article>${LONG}</article>`],
    ['deep in the text', `<main><div>${LONG}<div><p>${by}</p></div></div><div>Next</div></main>`],
    ['on a page with a sidebar', `<div class=has-related>${by}${LONG}</div>`],
  ] // biome-ignore format: a table
  for (const [where, page] of own)
    test(`are found ${where}`, () => {
      const { author, published_at } = read(`<body>${page}`, { content: 'main' })
      assert.deepEqual([author, published_at], ['troll42', '2021-06-01'])
    })
})

describe('the text of a page', () => {
  test('has absolute addresses, and no links that run scripts', () => {
    const page =
      '<p><a href="../x">a</a> <a href="javascript:alert(1)">b</a> <a href="#c">c</a> <img src="/i.png" alt="d"></p>'
    const text = '[a](https://tea.example/x) b [c](https://tea.example/a/b#c) ![d](https://tea.example/i.png)'
    assert.equal(read(page).text, text)
  })

  test('has the title of a drawing that is all a cell shows', () => {
    const icon = (title: string, attribute = '') =>
      `<td><span><svg ${attribute}><title>${title}</title></svg></span>`
    const sentence = '<p>This is a sentence that is long enough to be the main text of a page.</p>'
    const table = `<table><tr><th>a<th>b<th>c<tr><td>x${icon('Yes')}${icon('No', 'style="display: none"')}</table>`
    const { text } = read(`<article>${sentence}${table}${sentence}</article>`, { content: 'main' })
    assert.match(text, /\| x \| Yes \| {2}\|/)
  })

  describe('has each formula once', () => {
    const mathml = '<mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>'
    const tex = (text: string) => `<annotation encoding="application/x-tex">${text}</annotation>`
    const stated = `<math><semantics>${mathml}${tex('x^2')}</semantics></math>`
    const formulas: [by: string, html: string, text: string][] = [
      ['MathML', '<math><mi>v</mi><mo>=</mo><mn>3</mn><mo>.</mo><mn>5</mn></math>', 'v= 3.5'],
      ['MathML with TeX', `<math alttext="x^2">${mathml}</math>`, '$x^2$'],
      ['KaTeX', `<span class="katex"><span class="katex-mathml">${stated}</span><span class="katex-html" aria-hidden="true"><span>x</span><span>2</span></span></span>`, '$x^2$'],
      ['MathJax', `<mjx-container class="MathJax"><mjx-math aria-hidden="true"><mjx-c></mjx-c></mjx-math><mjx-assistive-mml><math>${mathml}</math></mjx-assistive-mml></mjx-container>`, 'x 2'],
      ['a script of MathJax', '<script type="math/tex">% <![CDATA[\nx^2 %]]></script>', '$x^2$'],
      ['a wiki', `<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none"><math><semantics>${mathml}${tex('{\\displaystyle x^2}')}</semantics></math></span><img src="/x.svg" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="x^2"></span>`, '$x^2$'],
    ] // biome-ignore format: a table
    for (const [by, html, text] of formulas)
      for (const content of ['main', 'all'] as const)
        test(`of ${by} (${content})`, () => {
          const sentence = (formula: string) =>
            `The energy is ${formula} as everyone knows, and this sentence is long enough to be one.`
          assert.equal(read(`<main><p>${sentence(html)}</p></main>`, { content }).text, sentence(text))
        })

    for (const content of ['main', 'all'] as const)
      test(`when a script states it behind what MathJax shows (${content})`, () => {
        const shown = `<span class="MathJax"><nobr aria-hidden="true">x2</nobr><span class="MJX_Assistive_MathML"><math>${mathml}</math></span></span><script type="math/tex">x^2</script>`
        const { text } = read(
          `<main><p>The square is ${shown} here, and this <nobr>sentence</nobr> is long enough.</p></main>`,
          { content },
        )
        assert.equal(text, 'The square is $x^2$ here, and this sentence is long enough.')
      })

    test('as HTML, as plain text and in a table', () => {
      const page =
        '<p>a <math alttext="|x|"></math></p><table><tr><th>b<tr><td><math alttext="|x|"></math></table>'
      assert.equal(read(page, { format: 'html' }).text.slice(0, 14), '<p>a $|x|$</p>')
      assert.equal(read(page, { format: 'text' }).text, 'a |x|\n\nb\n|x|')
      assert.equal(read(page).text, 'a $|x|$\n\n| b |\n| --- |\n| $\\|x\\|$ |')
    })
  })

  test('keeps code with its language', () => {
    assert.equal(read('<pre><code class="language-js">let a = 1</code></pre>').text, '```js\nlet a = 1\n```')
  })

  test('as HTML contains no markup of the page itself', () => {
    const { text } = read('<p onclick="x()">&lt;script&gt;alert(1)&lt;/script&gt; <b>bold</b></p>', {
      format: 'html',
    })
    assert.match(text, /<strong>bold<\/strong>/)
    assert.doesNotMatch(text, /<script|onclick/)
  })

  test('as plain text has a line per list item and tabs between cells', () => {
    const page =
      '<ul><li>a</li><li>b <b>c</b></li></ul><table><tr><th>x</th><th>y</th></tr></table><p>d<br>e</p>'
    assert.equal(read(page, { format: 'text' }).text, 'a\nb c\n\nx\ty\n\nd\ne')
  })

  test('is the same in parts of any size, including lists and tables', () => {
    const items = Array.from({ length: 130 }, (_, index) => `<li>item ${index}</li>`).join('')
    const rows = Array.from({ length: 100 }, (_, index) => `<tr><td>${index}</td><td>x</td></tr>`).join('')
    const page = `<ol>${items}</ol><ul><li>other</li></ul><table><tr><th>n</th><th>m</th></tr>${rows}</table>`
    const wholeText = read(page).text
    const parts: string[] = []
    for (let from: number | null = 0; from !== null; ) {
      const part = read(page, { from, maxTokens: 1 })
      parts.push(part.text)
      from = part.next
    }
    assert.ok(parts.length >= 4)
    assert.equal(parts.join('\n\n'), wholeText)
    const html = micromark(wholeText, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
    assert.equal(html.match(/<li>/g)?.length, 131)
    assert.equal(html.match(/<td>/g)?.length, 200)
  })

  test('is split within a very long paragraph or code block', () => {
    for (const page of [`<p>${'word '.repeat(50_000)}</p>`, `<pre>${'let a = 1\n'.repeat(20_000)}</pre>`]) {
      const { tokens, next } = read(page, { maxTokens: 5_000 })
      assert.ok(tokens > 1_000 && tokens <= 5_000, String(tokens))
      assert.equal(next, 1)
    }
  })

  test('as HTML has all that Markdown has', () => {
    const page = `<h2>a &amp; b</h2><ol start="3"><li>c</li></ol><ul><li><em>d</em></li></ul><blockquote><p>e</p></blockquote><hr>
      <pre><code class="language-js">f &lt; 1</code></pre><p><a href="/g?h=1&amp;i=2">g</a><br><code>j</code> <img src="/k" alt='"k"'></p>
      <table><tr><th>l</th></tr><tr><td>m</td></tr></table>`
    assert.deepEqual(read(page, { format: 'html' }).text.split('\n\n'), [
      '<h2>a &amp; b</h2>',
      '<ol start="3"><li><p>c</p></li></ol>\n<ul><li><p><em>d</em></p></li></ul>',
      '<blockquote><p>e</p></blockquote>',
      '<hr>',
      '<pre><code class="language-js">f &lt; 1</code></pre>',
      '<p><a href="https://tea.example/g?h=1&amp;i=2">g</a><br><code>j</code> <img src="https://tea.example/k" alt="&quot;k&quot;"></p>',
      '<table><thead><tr><th>l</th></tr></thead><tbody><tr><td>m</td></tr></tbody></table>',
    ])
  })

  test('is empty when the reading starts after its end', () => {
    assert.deepEqual([read('<p>a</p>', { from: 9 }).text, read('<p>a</p>', { from: 9 }).next], ['', null])
  })

  test('fails as `extraction_failed` when the page has none', () => {
    for (const page of ['', '<script>1</script>', '<img>'])
      assert.throws(() => read(page), { code: 'extraction_failed' })
  })
})

describe('sections that contain the words of `find`', () => {
  const page =
    '<p>Start</p><h1>Tea</h1><h2>Green</h2><p>Two minutes</p><h2>Black</h2><p>Vier Minuten, Café</p><h1>Cups</h1><p>Blue</p>'
  const found: [find: string, text: string][] = [
    ['minutes', '# Tea\n\n## Green\n\nTwo minutes'],
    ['tea CAFE', '# Tea\n\n## Black\n\nVier Minuten, Café'],
    ['start', 'Start'],
    ['blue minutes', ''],
    ['.*', ''],
  ]
  for (const [find, text] of found) test(find, () => assert.equal(read(page, { find }).text, text))

  test('are found whatever invisible characters the words have', () => {
    assert.equal(read('<p>Dampf&shy;schiff a&lrm;b', { find: 'dampfschiff ab' }).tokens > 0, true)
    assert.notEqual(read('<p>Dampfschiff', { find: 'Dampf\u00adschiff' }).text, '')
  })

  test('keep the numbers of their blocks', () => {
    const part = read(page, { find: 'minutes', maxTokens: 2 })
    assert.deepEqual([part.text, part.next], ['# Tea', 2])
    assert.equal(read(page, { find: 'minutes', from: 2 }).text, '## Green\n\nTwo minutes')
  })
})

describe('tables', () => {
  test('are returned as data, except those used for layout', () => {
    const page = `<table><tr><td><table><caption>Teas</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table></td></tr></table>
      <table><tr><td>alone</td></tr></table>`
    assert.deepEqual(read(page).tables, [
      {
        caption: 'Teas',
        columns: ['a', 'b'],
        rows: [
          ['1', '2'],
          ['3', null],
        ],
      },
    ])
  })

  test('have marks of notes and raised numbers as in the text, not as digits of the number before', () => {
    const rows = '<tr><th>a<th>b<tr><td>25,310<a href="#n"><sup>1</sup></a><td>10<sup>6</sup> <b>m</b>'
    const page = `<table>${rows}</table><p id=n>Limited by law.`
    assert.deepEqual(read(page).tables[0]!.rows, [['25,310[1]', '10⁶ m']])
  })

  const SPANS = `<table><thead><tr><th rowspan=2>Country<th rowspan=2>City<th colspan=2>Pop<tr><th>then<th>now</thead>
    <tr><td rowspan=2>France<td>Paris<td>2<td>3<tr><td>Lyon<td>1<td>1<tr><td>Italy<td colspan=3>n/a</table>`

  test('have no hidden texts of the main text, such as keys to sort by', () => {
    const cell = '<td><span style="display: none">0012</span>12'
    const page = `<main><p>A sentence that is long enough to be one of the text.<table><tr><th>a<th>b<tr>${cell}<td>x</table></main>`
    const { tables, text } = read(page, { content: 'main' })
    assert.deepEqual(tables[0]!.rows, [['12', 'x']])
    assert.match(text, /\| 12 \| x \|/)
    const icons =
      '<table><caption>C</caption><tr><th>a<th>b<tr><td>1<td><svg><title>Yes</title></svg></table>'
    const sentence = '<p>A sentence that is long enough to be one of the text.</p>'
    const [table] = read(`<main>${sentence}${icons}${sentence}</main>`, { content: 'main' }).tables
    assert.deepEqual([table!.caption, table!.rows], ['C', [['1', 'Yes']]])
  })

  test('keep their columns in plain text, and spanning cells in HTML', () => {
    assert.equal(
      read(SPANS, { format: 'text' }).text,
      'Country\tCity\tPop\t\n\t\tthen\tnow\nFrance\tParis\t2\t3\n\tLyon\t1\t1\nItaly\tn/a\t\t'.trim(),
    )
    assert.equal(
      read(SPANS, { format: 'html' }).text,
      [
        '<table><thead><tr><th rowspan="2">Country</th><th rowspan="2">City</th><th colspan="2">Pop</th></tr>',
        '<tr><th>then</th><th>now</th></tr></thead>',
        '<tbody><tr><td rowspan="2">France</td><td>Paris</td><td>2</td><td>3</td></tr>',
        '<tr><td>Lyon</td><td>1</td><td>1</td></tr><tr><td>Italy</td><td colspan="3">n/a</td></tr></tbody></table>',
      ].join(''),
    )
  })

  test('keep their columns when a cell spans the border of two parts', () => {
    const rows = Array.from(
      { length: 60 },
      (_, index) =>
        `<tr>${index === 39 ? '<td rowspan=3>x' : index === 40 || index === 41 ? '' : '<td>'}<td>${index}`,
    )
    const page = `<table><tr><th>a<th>b${rows.join('')}</table>`
    const second = read(page, { from: 1, format: 'html' }).text
    assert.match(
      second,
      /^<table><thead><tr><th>a<\/th><th>b<\/th><\/tr><\/thead><tbody><tr><td rowspan="2"><\/td><td>40<\/td><\/tr><tr><td>41<\/td><\/tr><tr><td><\/td><td>42/,
    )
    assert.match(
      read(page, { from: 1 }).text,
      /^\| a \| b \|\n\| --- \| --- \|\n\| {2}\| 40 \|\n\| {2}\| 41 \|/,
    )
  })

  test('may have column names that are special in JavaScript', () => {
    const page = '<table><tr><th>__proto__</th><th>constructor</th></tr><tr><td>1</td><td>2</td></tr></table>'
    assert.deepEqual(read(page).tables[0], {
      caption: null,
      columns: ['__proto__', 'constructor'],
      rows: [['1', '2']],
    })
  })
})

describe('links', () => {
  test('are listed once, with the first text of each, and only for web addresses', () => {
    const page =
      '<a href="/a"><img></a><a href="/a">A</a><a href="mailto:a@b.example">b</a><a href="https://c.example/">C</a>'
    assert.deepEqual(read(page, { links: 'all' }).links, [
      { url: 'https://tea.example/a', text: 'A' },
      { url: 'https://c.example/', text: 'C' },
    ])
    assert.deepEqual(read(page, { links: 'main', linksMatching: '^https://c' }).links.length, 1)
  })

  test('may be areas of a picture, and the frames of a page', () => {
    const areas = '<p>Map</p><map><area href="/north" alt=" The North "><area href="/south"></map>'
    assert.deepEqual(read(areas, { links: 'all' }).links, [
      { url: 'https://tea.example/north', text: 'The North' },
      { url: 'https://tea.example/south', text: '' },
    ])
    const page = viewPage(
      { text: '<frameset><frame src="menu"><frame src="/a" title="Text">', url: ADDRESS },
      fastEngine,
    )
    assert.deepEqual(linksOfPage(page, { content: 'all', linksMatching: undefined, host: undefined }).links, [
      { url: 'https://tea.example/a/menu', text: '', lastmod: null },
      { url: 'https://tea.example/a', text: 'Text', lastmod: null },
    ])
  })

  test('nested in cells of tables have the text of short ones only', () => {
    const page = Array.from({ length: 50_000 }, (_, at) => `<a href="/${at}">a<table><tr><td>`).join('')
    assert.equal(read(`${page}b`, { links: 'all' }).links.length, 1_000)
  })
})

describe('a page with scripts', () => {
  const words: [language: string, sentence: string][] = [
    ['English', 'The flowers are out. '],
    ['Chinese', '春天来了，花园里的花都开了。'],
    ['Thai', 'สะพานใหม่ของท่าเรือเปิดแล้ว'],
  ]
  for (const [language, sentence] of words)
    test(`is a shell that they fill if it has few words (${language})`, () => {
      const isShell = (times: number) =>
        read(`<script>fill()</script><p>${sentence.repeat(times)}</p>`).isShell
      assert.deepEqual([isShell(2), isShell(20)], [true, false])
    })
})
