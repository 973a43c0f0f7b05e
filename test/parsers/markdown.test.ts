import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { marked } from 'marked'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { fastCheck, SEED } from '../support/seeds.ts'
import { read } from './support/read-page.ts'

const markdownOf = (html: string, css = 'body') =>
  String(read({ x: { css, read: 'markdown' } }, html).x ?? '')

/** The HTML that a CommonMark renderer, with GitHub tables, makes of the Markdown of a page. */
const htmlOf = (markdown: string) =>
  micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })

const renderedHtml = (html: string) => htmlOf(markdownOf(html))

describe('rendered markdown is the same as the page', () => {
  const same = [
    '<p>1. x</p>',
    '<p>1) x</p>',
    '<p># x</p>',
    '<p>- x</p>',
    '<p>+ x</p>',
    '<p>&gt; x</p>',
    '<p>[x]y [x](y) ![x](y) [x]: y</p>',
    '<p>`a`b` *a* **b** _c_ __d__ a_b \\ \\*</p>',
    '<p>&lt;b&gt; &amp;amp; &amp;#35; &lt;http://a&gt;</p>',
    '<p>---</p>',
    '<p>===</p>',
    '<p>~~~ x</p>',
    '<p>| a | b |</p>',
    '<p><code>`a`b</code></p>',
    '<p>a<strong>b</strong>c<em>d</em>e</p>',
    '<p><strong>a,</strong> b</p>',
    '<h2>x #</h2>',
    '<p><a href="/a(b">c]d</a></p>',
    '<p><img src="/a%20b" alt="c]d*" /></p>',
    '<p>x<br />\ny</p>',
    '<p>x<br />\n# y</p>',
    '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>',
    '<ol start="0">\n<li>a</li>\n</ol>',
    '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>',
    '<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>',
    '<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>',
    '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>',
    '<pre><code class="language-js">a\n\n  ``` b\n</code></pre>',
    '<table>\n<thead>\n<tr>\n<th>a|b</th>\n<th><code>c|d</code></th>\n</tr>\n</thead>\n</table>',
  ]
  for (const html of same) test(html, () => assert.equal(renderedHtml(html).replaceAll('&quot;', '"'), html))

  const likewise: [html: string, shown: string][] = [
    ['a<b> b </b>c', '<p>a <strong>b</strong> c</p>'],
    ['<b>a</b><b>b</b>', '<p><strong>ab</strong></p>'],
    ['<b>a<p>b</b>c', '<p><strong>a</strong></p>\n<p><strong>b</strong>c</p>'],
    ['<a href=/x><h3>a</h3></a>', '<h3><a href="/x">a</a></h3>'],
    ['a<br><br>b', '<p>a</p>\n<p>b</p>'],
    ['<ul><li>a</li><ul><li>b</ul></ul>', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['<pre class=lang-c>a<br>b</pre>', '<pre><code class="language-c">a\nb\n</code></pre>'],
    ['<pre><code><div>a</div><div>b<span>c</span></div></code></pre>', '<pre><code>a\nbc\n</code></pre>'],
    ['<pre><div>a\n</div><div><br></div><div>b</div>c</pre>', '<pre><code>a\n\nb\nc\n</code></pre>'],
    ['<select><option>a<option>b</select><button>c</button>d', '<p>a b c d</p>'],
    ['<img src="data:image/gif;base64,AA" data-src=/a.png alt=b>', '<p><img src="/a.png" alt="b" /></p>'],
    ['<img src=/blank.gif data-original=/a.png alt=b>', '<p><img src="/a.png" alt="b" /></p>'],
    [
      '<amp-img src=/a.png alt=b><noscript><img src=/a.png></noscript></amp-img>',
      '<p><img src="/a.png" alt="b" /></p>',
    ],
    ['<img src=/a.png data-src="{{image}}" srcset="${set}" alt=b>', '<p><img src="/a.png" alt="b" /></p>'],
    ['<p>a <img src="{{image}}" alt=b>', '<p>a</p>'],
    [
      '<p>a <video src=/a.mp4>No <a href=/a.mp4>video</a>.</video>b<canvas>No drawing</canvas><audio>No sound</audio>',
      '<p>a b</p>',
    ],
    ['<a href=/x><img src="{{image}}" alt=b></a>', '<p><a href="/x">b</a></p>'],
    [
      '<picture><source media=print><source srcset="/a.png 1x, /b.png 2x"><img src="data:image/gif;base64,AA" alt=b></picture>',
      '<p><img src="/b.png" alt="b" /></p>',
    ],
    ['<img srcset="/a.png 1x, /b.png 2x" alt=b>', '<p><img src="/b.png" alt="b" /></p>'],
    ['<img src=/a.png srcset="/b.png 2x" data-url=/page alt=b>', '<p><img src="/a.png" alt="b" /></p>'],
    ['<h1>a<br>b<p>c</h1>', '<h1>a b c</h1>'],
    ['<p>10<sup>6</sup> m<sup>-2</sup>, the 1<sup>st</sup></p>', '<p>10⁶ m⁻², the 1st</p>'],
    [
      '<p>O(2<sup>n</sup>), x<sup><i>k</i> − 1</sup>, 2<sup>10n</sup>, a<sup>TM</sup>, XIX<sup>e</sup></p>',
      '<p>O(2ⁿ), xᵏ⁻¹, 2¹⁰ⁿ, aTM, XIXe</p>',
    ],
    ['<ruby>漢字<rt>かんじ</rt></ruby>を<ruby>読<rp>(<rt>よ<rp>)</ruby>む', '<p>漢字(かんじ)を読(よ)む</p>'],
    ['<h2>x<sup><b>2</b></sup></h2>', '<h2>x<strong>2</strong></h2>'],
    ['<h2>a <a href="#a">¶</a></h2><h2><a href="#b">#</a> b</h2>', '<h2>a</h2>\n<h2>b</h2>'],
    [
      '<h2>a<a href="#a">&#8203;</a></h2><h2>b <a href="#b">&ZeroWidthSpace;</a></h2>',
      '<h2>a</h2>\n<h2>b</h2>',
    ],
    ['<h2><a href="#a">#</a></h2>', '<h2><a href="#a">#</a></h2>'],
    [
      '<table><tr><td><h2>a</h2><p>b<td><table><tr><td>c</table></table>',
      '<h2>a</h2>\n<p>b</p>\n<table>\n<thead>\n<tr>\n<th>c</th>\n</tr>\n</thead>\n</table>',
    ],
    ['<table><tr><td><h2>a</h2><p>b<td><h2>c</h2></table>', '<h2>a</h2>\n<p>b</p>\n<h2>c</h2>'],
    ['<table role=presentation><tr><td><p>a<p>b<td>c</table>', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
    ['<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>', '<pre><code>a\nb\n</code></pre>'],
    ['<p>a<sup>[1]</sup></p>', '<p>a[1]</p>'],
    ['<ol><li value=3>a<li>b</ol>', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    [
      '<ol><li>a<li value=7>b<li>c</ol>',
      '<ol>\n<li>a</li>\n</ol>\n<ol start="7">\n<li>b</li>\n<li>c</li>\n</ol>',
    ],
    ['<ol reversed><li>a<li>b</ol>', '<ol start="2">\n<li>a</li>\n</ol>\n<ol>\n<li>b</li>\n</ol>'],
    ['<ol><li value=x>a<li value=2>b</ol>', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ]
  for (const [html, expected] of likewise) test(html, () => assert.equal(renderedHtml(html), expected))

  test('in tables, whose head is as wide as the widest row', () => {
    const markdown = markdownOf('<table><caption>C</caption><tr><th>a<tr><td>b<td>c</table>')
    assert.equal(markdown, 'C\n\n| a |  |\n| --- | --- |\n| b | c |')
  })

  const struckOut: [html: string, markdown: string][] = [
    ['Was <del>$20</del> <s>$18</s> $15', 'Was ~~$20~~ ~~$18~~ $15'],
    ['<h2>A <strike>B</strike></h2>', '## A ~~B~~'],
    ['<del><p>a <b>b</b><p>c</del>', '~~a **b**~~\n\n~~c~~'],
    ['a ~b <s>c~</s> ~5', 'a ~b ~~c\\~~~ ~5'],
  ]
  for (const [html, markdown] of struckOut)
    test(`with struck-out text marked as such: ${html}`, () => assert.equal(markdownOf(html), markdown))

  test('without striking out what stands between two tildes on GitHub', () => {
    const pages = ['<p>3~5 or 7~9</p>', '<p>a~~b~~c ~~d~~ ~e~</p>', '<p>1~2 <em>x</em> 3~4</p>']
    for (const page of pages) assert.equal(marked.parse(markdownOf(page)), `${page}\n`)
    assert.equal(markdownOf('<p>http://x/~a/~b <a href="/c~d">e ~</a>'), 'http://x/~a/~b [e ~](/c~d)')
  })

  const besideWords: [html: string, markdown: string][] = [
    ['<b>「重要」</b>です', '「**重要**」です'],
    ['x<i>→</i>y <b>Tea:</b>two', 'x→y **Tea**:two'],
    ['<b>“a”</b>, b', '**“a”**, b'],
  ]
  for (const [html, markdown] of besideWords)
    test(`with emphasis that ends beside a word, and with its letters: ${html}`, () =>
      assert.equal(markdownOf(html), markdown))

  test('with `&` in addresses and names as it is', () => {
    const page =
      '<p><a href="/a?b=1&amp;lt=2&amp;c=&amp;amp;">R&amp;D at AT&amp;T</a> &amp;copy &amp;copy; &amp;'
    assert.equal(markdownOf(page), '[R&D at AT&T](/a?b=1&lt=2&c=\\&amp;) &copy \\&copy; &')
  })

  const cells: [cell: string, text: string][] = [
    ['<ul><li>one</li><li>two</li></ul>', 'one two'],
    ['a<ol><li>1998<li>1999</ol>b', 'a 1998 1999 b'],
    ['<table><tr><td>5</td><td>6</td></tr><tr><td>7</table>', '5 6 7'],
    ['<select><option>S<option>M</select>', 'S M'],
    ['<pre>a</pre><hr>b<button>c</button>d', '`a` b c d'],
    ['<b>a</b>b<i>c</i>', '**a**b*c*'],
  ]
  for (const [cell, text] of cells)
    test(`in a table cell, with the words of ${cell} separated as they are shown`, () =>
      assert.equal(markdownOf(`<table><tr><td>${cell}</table>`).split('\n')[0], `| ${text} |`))

  const spanning: [what: string, table: string, rows: string[]][] = [
    [
      'rows and columns',
      '<tr><th>Country<th>City<th>Pop<tr><td rowspan=2>France<td>Paris<td>2<tr><td>Lyon<td>1<tr><td>Italy<td colspan=2>n/a',
      ['| Country | City | Pop |', '| --- | --- | --- |', '| France | Paris | 2 |', '|  | Lyon | 1 |', '| Italy | n/a |  |'],
    ],
    [
      'both rows of a head',
      '<thead><tr><th rowspan=2>Name<th colspan=2>Price<tr><th>net<th>gross</thead><tr><td>Pot<td>1<td>2',
      ['| Name | Price |  |', '| --- | --- | --- |', '|  | net | gross |', '| Pot | 1 | 2 |'],
    ],
    [
      'more than the table has',
      '<tr><td colspan=900>Title<tr><th>a<th rowspan=90>b<tr><td>1',
      ['| Title |  |', '| --- | --- |', '| a | b |', '| 1 |  |'],
    ],
  ] // biome-ignore format: a table
  for (const [what, table, rows] of spanning)
    test(`in tables with cells that span ${what}, where the spanned cells are empty`, () =>
      assert.equal(markdownOf(`<table>${table}</table>`), rows.join('\n')))

  test('in table rows that are read separately, where the first is the head', () => {
    const page = '<table><tr><th>a<tr><td>b</table>'
    const rows = read({ x: { css: 'tr', all: true, read: 'markdown' } }, page).x
    assert.deepEqual(rows, ['| a |\n| --- |', '| b |'])
  })

  test('of a cell that holds only an icon is what describes it', () => {
    const yes = '<svg><title>yes</title></svg>'
    assert.match(markdownOf(`<table><tr><th>A<th>B<tr><td>${yes}<td>${yes} 2</table>`), /\| yes \| 2 \|/)
  })

  test('of very many drawings is written in limited time', () => {
    const icons = '<svg><title>a</title></svg>'.repeat(100_000)
    assert.equal(markdownOf(`<a href="/x">${icons}b</a>`), '[b](/x)')
  })

  test('without what describes a drawing, except in the link of an icon', () => {
    const icon = '<svg><title>Next</title></svg>'
    assert.equal(
      markdownOf(`<p>Go ${icon}on <a href="/a">${icon}a</a> <a href="/b">${icon}</a></p>`),
      'Go on [a](/a) [Next](/b)',
    )
  })

  test('without removed elements', () => {
    const rule = { css: 'body', remove: '.x', read: 'markdown' } as const
    const page =
      '<ul><li class=x>a<li>b<i class=x>c</i></ul><pre>d<i class=x>e</i></pre><table><tr><td class=x>f<td>g</table>'
    assert.equal(read({ x: rule }, page).x, '- b\n\n```\nd\n```\n\n| g |\n| --- |')
  })

  test(`whatever its texts contain (WINNOW_SEED=${SEED})`, () => {
    const text = fc
      .array(fc.constantFrom(...'ab1 .)#*_`[]()!<>&;|\\-+=~:"\'\n'), { maxLength: 12 })
      .map(all => all.join(''))
    const frame = fc.constantFrom('p', 'h2', 'li', 'blockquote', 'b', 'i', 'a href=/x', 'td')
    const pieces = fc.array(fc.tuple(frame, text), { minLength: 1, maxLength: 6 })
    const property = fc.property(pieces, all => {
      const page = all.map(([name, words]) => wrapWords(name, words)).join('')
      assert.equal(textOf(renderedHtml(page)), textOf(page), markdownOf(page))
    })
    fc.assert(property, fastCheck({ runs: 500, longRuns: 50_000 }))
  })
})

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function wrapWords(name: string, words: string): string {
  const element = `<${name}>${escapeHtml(words)}</${name.split(' ')[0]}>`
  if (name === 'li') return `<ul>${element}</ul>`
  return name === 'td' ? `<table><tr>${element}</table>` : element
}

const textOf = (html: string) => String(read({ x: 'body' }, `<body>${html}`).x ?? '').replace(/\s+/g, ' ')

describe('markdown of a hostile page', () => {
  const pages: [what: string, html: string][] = [
    ['deep lists', '<ul><li>a'.repeat(3_000)],
    ['deep quotes', '<blockquote>a'.repeat(3_000)],
    ['deep emphasis', '<b><i>a'.repeat(3_000)],
    ['much emphasis in one paragraph', `<p>${'<b>*a<i>*</i></b><i>*c</i>_'.repeat(10_000)}`],
    [
      'one wide row and many short ones',
      `<table><tr>${'<td>a'.repeat(5_000)}${'<tr><td>b'.repeat(5_000)}</table>`,
    ],
    [
      'cells that span all there is',
      `<table>${'<tr><td colspan=1000 rowspan=1000>word'.repeat(3_000)}<tr>${'<td>a'.repeat(5_000)}</table>`,
    ],
    ['a long list that counts down', `<ol reversed>${'<li>a'.repeat(20_000)}</ol>`],
    ['a long list', `<ol>${'<li>a'.repeat(20_000)}</ol>`],
    ['a long text to escape', `<p>${'*'.repeat(500_000)}`],
    ['an address of parentheses', `${'word '.repeat(30)}<a href="${'('.repeat(1_000_000)}">x</a>`],
    [
      'code with backticks of all lengths',
      `<code>${Array.from({ length: 1_000 }, (_, n) => `${'`'.repeat(n)}a`).join('')}`,
    ],
  ]
  for (const [what, html] of pages) test(what, () => assert.ok(markdownOf(html).length > 100))

  test('numbers the items of a long list one by one', () => {
    assert.match(markdownOf(`<ol start=5>${'<li>a'.repeat(2_000)}</ol>`), /\n2004\. a$/)
  })

  test('keeps the words when there is too much emphasis to mark', () => {
    const markdown = markdownOf(`<p>${'<b>a</b> '.repeat(3_000)}`)
    assert.equal(markdown.match(/a/g)?.length, 3_000)
  })
})
