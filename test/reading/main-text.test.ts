import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { findMain } from '../../server/reading/find-main.ts'

const TEXT = `<p>The first sentence of the text is long enough to be one, and it says something.</p>
<p>The second sentence of the text is long enough as well, and it says something else.</p>`

const TEASER =
  '<li><h3><a href="/x">Another page entirely</a></h3><p>What the other page says in a sentence or two.</p></li>'

function mainText(page: string): string {
  const html = fastEngine.parse(page)
  const { root, skip } = findMain(html)
  return html.text(root, skip)
}

const WORDS = mainText(TEXT)

describe('the main text of a page', () => {
  const boilerplate: [what: string, html: string][] = [
    ['a menu', '<nav><a href="/">Home</a> <a href="/a">All of our many other pages are listed here for you</a></nav>'],
    ['a menu by its class', '<div class="site-menu"><p>Here you find the sections of this site, all of them in a row.</p></div>'],
    ['a menu by its role', '<div role="navigation"><p>Here you find the sections of this site, all of them.</p></div>'],
    ['a footer', '<footer><p>This site belongs to somebody who likes to keep all of the rights to it.</p></footer>'],
    ['a share bar', '<div class="share-buttons"><a href="/s">Share</a> <a href="/t">Post</a></div>'],
    ['comments', '<div id="comments"><p>I do not agree with a single word of what this text says, sorry.</p></div>'],
    ['teasers', `<ul>${TEASER}${TEASER}</ul>`],
    ['what is hidden', '<p style="display: none">You cannot see this sentence, which is longer than ten words are.</p>'],
    ['a caption', '<figure><img src="a.png"><figcaption>A picture of something that the text speaks of.</figcaption></figure>'],
    ['a form', '<form><label>Send us your address to get a letter each week from us</label><input></form>'],
    ['a script', '<script>document.write("a sentence that is longer than ten words, which nobody sees")</script>'],
  ] // biome-ignore format: a table
  for (const [what, html] of boilerplate) {
    test(`is without ${what} after it`, () =>
      assert.equal(mainText(`<article>${TEXT}${html}</article>`), WORDS))
    test(`is without ${what} before it`, () =>
      assert.equal(mainText(`<div>${html}<div>${TEXT}</div></div>`), WORDS))
  }

  const comment = '<p>I do not agree with a single word of what this text says, sorry.</p>'
  test('is without comments that are much longer than it, unless it is very short', () => {
    const comments = `<div id="comments">${comment.repeat(100)}</div>`
    assert.equal(mainText(`<article>${TEXT.repeat(2)}</article>${comments}`), `${WORDS} ${WORDS}`)
    assert.match(mainText(`<p>What do you all think of it?</p>${comments}`), /sorry\.$/)
  })

  test('is without a dialog about cookies, even if that is longer', () => {
    for (const start of [
      'div id="CybotCookiebotDialog"',
      'div id="onetrust-consent-sdk"',
      'div class="cmplz-cookiebanner"',
    ])
      assert.equal(mainText(`<${start}>${comment.repeat(9)}</div><article>${TEXT}</article>`), WORDS, start)
  })

  test('leaves out the heading of the page, its date, and names around the text', () => {
    const page = `<main><h1>A title</h1><p>By Ada</p><p>3 May</p>${TEXT}<p>Ada Example</p></main>`
    assert.equal(mainText(page), WORDS)
  })

  describe('has the headings of its first section', () => {
    const title = '<title>A guide | Site</title><h1>A guide</h1>'
    const pages: [what: string, page: string, heading: string][] = [
      ['below the heading of the page', `<main>${title}<h2>Before you start</h2>${TEXT}</main>`, 'Before you start'],
      ['of two levels', `<main>${title}<h2>Start</h2><h3>Tools</h3>${TEXT}</main>`, 'Start Tools'],
      ['below a date', `<main>${title}<p>3 May</p><h2>Start</h2>${TEXT}</main>`, 'Start'],
      ['above code', `<main>${title}<h2>Start</h2><pre>x = 1</pre>${TEXT}</main>`, 'Start x = 1'],
    ] // biome-ignore format: a table
    for (const [what, page, heading] of pages)
      test(what, () => assert.equal(mainText(page), `${heading} ${WORDS}`))

    test('but not one that repeats the title of the page or belongs to omitted text', () => {
      for (const before of ['<h2>A guide</h2>', '<h2>A guide</h2><h3>By Ada</h3><p>3 May</p>'])
        assert.equal(mainText(`<title>A guide | Site</title><main>${before}${TEXT}</main>`), WORDS, before)
    })
  })

  test('has the headings of short lists and tables at its ends', () => {
    const list = '<ul><li>30 days off</ul>'
    const page = `<main><h1>A job</h1>${list}<h2>You</h2>${list}<h2>We</h2>${TEXT}<h2>Pay</h2>${list}<h2>Share</h2></main>`
    assert.equal(mainText(page), `30 days off You 30 days off We ${WORDS} Pay 30 days off`)
  })

  test('has short sentences and captions of tables at its end', () => {
    const notes =
      '<h2>Notes</h2><p>Freezes well.</p><table><caption>By weight</caption><tr><td>1<td>2</table>'
    const page = `<main><h1>A cake</h1><p>By Ada,</p>${TEXT}${notes}<p>Ada Example</p></main>`
    assert.equal(mainText(page), `${WORDS} Notes Freezes well. By weight 1 2`)
  })

  test('has the heading inside an element whose own text comes after it', () => {
    const text = 'It costs ten euros for adults and five euros for all of the children.'
    const page = `<details><summary><h3>What does it cost?</h3></summary>${text}</details>`
    assert.equal(mainText(`<article>${TEXT}${page}</article>`), `${WORDS} What does it cost? ${text}`)
  })

  test('has short items and cells whose text is in a block of its own at its ends', () => {
    const list = '<ul><li><p>200 g flour</p><li><div>2 eggs</div></ul>'
    const table = '<table><tr><td><p>12</p><td><p>5 EUR</p></table>'
    assert.equal(
      mainText(`<article><h1>T</h1>${table}${TEXT}${list}</article>`),
      `12 5 EUR ${WORDS} 200 g flour 2 eggs`,
    )
  })

  test('has all paragraphs of the items at its ends', () => {
    const steps = '<ol><li><p>Peel.</p><p>Chop.</p></li><li>Boil</li></ol>'
    assert.equal(
      mainText(`<main>${steps}${TEXT}${steps}</main>`),
      `Peel. Chop. Boil ${WORDS} Peel. Chop. Boil`,
    )
  })

  test('has the items of a list that are labels of boxes to tick', () => {
    const item = '<li><input type=checkbox id=a><label for=a>200 g flour</label>'
    assert.equal(
      mainText(`<article>${TEXT}<ul>${item}</ul>${TEXT}</article>`),
      `${WORDS} 200 g flour ${WORDS}`,
    )
  })

  test('leaves out paragraphs that only link to other pages', () => {
    const page = `<article>${TEXT}<p>Read more: <a href="/a">another text</a></p>${TEXT}<p><a href="/b">And one more text</a></p></article>`
    assert.equal(mainText(page), `${WORDS} ${WORDS}`)
  })

  const steps = '<ol><li>Sign up.<li>Click on <b>Save</b>.<li><p>Download the file.</p></ol>'
  const instructions: [what: string, html: string, text: string][] = [
    ['steps that ask the reader for something', steps, 'Sign up. Click on Save. Download the file.'],
    ['headings that do', '<h2>Download the file</h2>', 'Download the file'],
    ['short sentences that do', '<p>Read the log first.</p><p>For more than a year, wait.</p>', 'Read the log first. For more than a year, wait.'],
    ['cells that name a source or a date', '<table><tr><th>Source:<td>web<tr><th>Published<td>2019</table>', 'Source: web Published 2019'],
    ['cells and terms that are links', '<table><tr><td><a href="/a">Bank of New York</a><td>1</table><dl><dt><a href="/b">The term of art</a><dd>2</dl>', 'Bank of New York 1 The term of art 2'],
  ] // biome-ignore format: a table
  for (const [what, html, text] of instructions)
    test(`includes ${what}`, () =>
      assert.equal(mainText(`<article>${TEXT}${html}${TEXT}</article>`), `${WORDS} ${text} ${WORDS}`))

  test('includes all of its code, whatever classes highlighters use', () => {
    const tag = '<span class="token tag"><span class="hljs-tag">&lt;p&gt;</span></span>'
    const code = `<pre><code>${tag} <span class="hljs-comment"># a</span> <span class="hljs-meta">@b</span></code></pre>`
    const inline = '<p>Write <code><span class="tag">i</span></code> in this place.</p>'
    assert.equal(
      mainText(`<article>${TEXT}${code}${inline}${TEXT}</article>`),
      `${WORDS} <p> # a @b Write i in this place. ${WORDS}`,
    )
  })

  const named: [what: string, html: string, text: string][] = [
    ['words in a sentence', '<p>A <span class="tooltip">kettle</span> of <b class="promo">two</b>, not three, litres boils here.</p>', 'A kettle of two, not three, litres boils here.'],
    ['cells of a table with headings', '<table><tr><th>Film<th>Score<tbody><tr><td>Up<td class="rating">8.3</table>', 'Film Score Up 8.3'],
    ['headings and sections', '<h2 id="print">Print it</h2><section id="comments"><h2>Comments<a href="#comments"></a></h2>A line begins with a sign that makes it a comment.</section>', 'Print it Comments A line begins with a sign that makes it a comment.'],
    ['elements around code', '<div class="code-toolbar"><pre>x = 1</pre><div class="toolbar">Copy</div></div>', 'x = 1'],
  ] // biome-ignore format: a table
  for (const [what, html, text] of named)
    test(`includes ${what} that have classes or ids of other things`, () =>
      assert.equal(mainText(`<article>${TEXT}${html}${TEXT}</article>`), `${WORDS} ${text} ${WORDS}`))

  test('includes formulas between its paragraphs, but not such words', () => {
    const formula = '<math display="block"><mi>x</mi></math>'
    const page = `<div class="post">Ada ${TEXT}${formula}Share ${TEXT}${formula}</div>`
    assert.equal(mainText(page), `${WORDS} x ${WORDS}`)
  })

  test('includes sections whose headings link to themselves', () => {
    const section = (name: string) =>
      `<section><h2 id="${name}"><a href="#${name}">${name}</a></h2><p>What it is.</p></section>`
    assert.equal(
      mainText(`<article>${TEXT}${section('a')}${section('b')}${TEXT}</article>`),
      `${WORDS} a What it is. b What it is. ${WORDS}`,
    )
  })

  describe('has of the headers in it', () => {
    const date =
      '<p class="byline">By Ada</p><p>Written in a hurry on the third of <time>May</time> in Rome</p>'
    test('the headings of sections and articles, without names and dates', () => {
      const section = (name: string) =>
        `<section><header><div><h2>${name}</h2></div>${date}</header>${TEXT}</section>`
      assert.equal(mainText(`<main>${section('One')}${section('Two')}</main>`), `One ${WORDS} Two ${WORDS}`)
    })

    const summary = 'The bridge was closed for two years.'
    const article = `<article><header><h1>A bridge</h1><h2>Open again</h2><p>${summary}</p>${date}</header>${TEXT}</article>`
    test('a summary, unless it is the description of the page', () => {
      assert.equal(mainText(article), `${summary} ${WORDS}`)
      for (const description of [summary, 'The bridge was closed…', `${summary} | Site`])
        assert.equal(mainText(`<meta name="description" content="${description}">${article}`), WORDS)
    })

    test('nothing if it is the header of the page', () => {
      const header = `<header><h2>Site</h2><p>${summary}</p></header>`
      assert.equal(mainText(`${header}<div><p>A</p>${TEXT}</div>`), WORDS)
      assert.equal(mainText(`<div>${header}${TEXT}</div>`), WORDS)
    })
  })

  test('leaves out words for screen readers in a sentence, and the cells of layout tables', () => {
    const hidden = '<p>The kettle <span class="sr-only">(opens in a window)</span> boils water here.</p>'
    assert.equal(mainText(`<article>${TEXT}${hidden}</article>`), `${WORDS} The kettle boils water here.`)
    assert.equal(mainText(`<table><tr><td class="sidebar">Menu<td>${TEXT}</table>`), WORDS)
  })

  const answer = 'We open at nine on all days but Mondays.'
  const panels: [what: string, html: string, text: string][] = [
    ['of questions in headings', `<h2><button aria-expanded=false>When?</button></h2><div role=region hidden>${answer}</div>`, `When? ${answer}`],
    ['of questions beside them', `<div><button aria-expanded=false aria-controls=a>When?</button> <div id=a style="display:none">${answer}</div></div>`, `When? ${answer}`],
    ['below headings that control them', `<h2><button aria-expanded=false aria-controls=a>When?</button></h2><div id=a aria-hidden=true>${answer}</div>`, `When? ${answer}`],
    ['that a search opens', `<p hidden=until-found>${answer}</p>`, answer],
    ['of tabs', `<p role=tabpanel>${answer}</p><p role=tabpanel hidden>${answer}</p>`, `${answer} ${answer}`],
  ] // biome-ignore format: a table
  for (const [what, html, text] of panels)
    test(`includes closed parts ${what}`, () =>
      assert.equal(mainText(`<article>${TEXT}${html}${TEXT}</article>`), `${WORDS} ${text} ${WORDS}`))

  test('leaves out buttons in headings that open nothing', () =>
    assert.equal(
      mainText(`<article>${TEXT}<h2>For four<button>1x</button></h2>${TEXT}</article>`),
      `${WORDS} For four ${WORDS}`,
    ))

  const link = (text: string) => `<li><a href="/x">${text}</a>`
  const listsOfLinks: [what: string, items: string[], text: string][] = [
    ['some of which are longer than others', [link('00:10 Intro'), link('05:30 History of tea')], ' 00:10 Intro 05:30 History of tea'],
    ['and of plain texts', [link('black pepper and salt'), '<li>two large eggs, beaten'], ' black pepper and salt two large eggs, beaten'],
    ['that are titles of other pages', [link('How to store green tea'), link('Ten teas to try'), link('Tea')], ''],
  ] // biome-ignore format: a table
  for (const [what, items, text] of listsOfLinks)
    test(`has or lacks all items of a list of links ${what}`, () =>
      assert.equal(
        mainText(`<article>${TEXT}<ul>${items.join('')}</ul>${TEXT}</article>`),
        `${WORDS}${text} ${WORDS}`,
      ))

  test('includes headings, lists, quotations and code', () => {
    const parts =
      '<h2>Part</h2><ul><li>one</li><li>two</li></ul><blockquote>quoted</blockquote><pre>x = 1</pre>'
    assert.equal(
      mainText(`<article>${TEXT}${parts}${TEXT}</article>`),
      `${WORDS} Part one two quoted x = 1 ${WORDS}`,
    )
  })

  test('includes the names below quotations', () => {
    const quotes = [
      '<blockquote>Quoted.<footer>Ada</footer></blockquote>',
      '<figure><blockquote>Quoted.</blockquote> <figcaption>Ada</figcaption></figure>',
    ]
    for (const quote of quotes)
      assert.equal(mainText(`<article>${TEXT}${quote}${TEXT}</article>`), `${WORDS} Quoted. Ada ${WORDS}`)
  })

  test('is that of the article with the title when there are several', () => {
    const other = `<article><h2>Other</h2>${TEXT.replaceAll('text', 'other')}</article>`
    const long = TEXT.repeat(3)
    const page = `<div>${`<article><h1>Title</h1>${long}</article>`}${other}${other}</div>`
    assert.equal(mainText(page), mainText(long))
  })

  test('is found although all of it is in an element that is usually not main text', () => {
    for (const around of ['form', 'div class="sidebar"', 'div style="visibility: hidden"', 'aside'])
      assert.equal(mainText(`<${around}>${TEXT}</${around.split(' ')[0]}>`), WORDS, around)
  })

  test('is found in a page of short lines, such as a poem', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `<p>a short line ${index}</p>`).join('')
    assert.match(
      mainText(`<nav><a href="/">Home</a></nav><div>${lines}</div>`),
      /a short line 0.*a short line 29/,
    )
  })

  test('is a list of links, without menus, when the page has nothing else', () => {
    const links = Array.from(
      { length: 60 },
      (_, index) => `<li><a href="/${index}">a page about ${index}</a></li>`,
    )
    const text = mainText(`<nav><a href="/">Home</a></nav><ul>${links.join('')}</ul>`)
    assert.match(text, /a page about 0.*a page about 59/)
    assert.doesNotMatch(text, /Home/)
  })

  test('is the table that a short note is about, with the note', () => {
    const page = '<h1>Line 5</h1><table><tr><td>Harbour<td>08:10</table><p>* not on public holidays.</p>'
    assert.match(mainText(page), /Harbour\s+08:10\s+\* not on public holidays\.$/)
  })

  test('is a short text with all of its `main`, even beside the links of an address', () => {
    const hours = '<table><tr><th>Mon<td>8–18<tr><th>Sat<td>9–14</table>'
    const call = '<p>Call <a href="tel:+4930123">030 123</a></p>'
    const note = '<p>We look forward to seeing you in our shop at the old market square.</p>'
    assert.equal(mainText(`<main>${hours}${call}${note}</main>`), `Mon 8–18 Sat 9–14 ${mainText(note)}`)
    const article = `<main>${hours}${call}<article>${note}</article></main>`
    assert.equal(mainText(article), mainText(note))
  })

  test('is a short text with its heading, and without the menu around it', () => {
    const text = 'Come and taste fifteen teas from the mountains of Nepal with our guest this evening, free.'
    const event = `<table><tr><td>1<td>2</table><div><h3>Tea tasting</h3><p>${text}</p></div>`
    const menu = '<div><a href="/a">All of our events</a> <a href="/b">All of our guests</a></div>'
    assert.equal(mainText(`${menu}<div>${event}</div>`), `1 2 Tea tasting ${text}`)
    assert.equal(mainText(`<table><tr><td>1<td>2</table><main><p>${text}</p></main>`), text)
  })

  test('is found in any script, such as Chinese', () => {
    const chinese = '<p>春天来了，花园里的花都开了，孩子们在草地上快乐地奔跑和玩耍。</p>'.repeat(3)
    assert.match(mainText(`<nav><a href="/">首页</a></nav><div>${chinese}</div>`), /^春天来了/)
  })

  test('is found in scripts without spaces between words, such as Thai and Khmer', () => {
    const texts = [
      'สะพานใหม่ของท่าเรือเปิดให้ใช้งานเมื่อวานนี้หลังจากซ่อมแซมนานสองปีและใช้งบประมาณมาก',
      'ស្ពានថ្មីនៅកំពង់ផែបានបើកឱ្យប្រើប្រាស់កាលពីម្សិលមិញបន្ទាប់ពីជួសជុលអស់រយៈពេលពីរឆ្នាំ',
    ]
    const menu = Array.from({ length: 30 }, (_, at) => `<li><a href="/${at}">A title of a page</a>`).join('')
    for (const text of texts) {
      const page = `<ul>${menu}</ul><div>${`<p>${text}</p>`.repeat(5)}</div><ul>${menu}</ul>`
      assert.equal(mainText(page), Array(5).fill(text).join(' '))
    }
  })

  test('has short last sentences in any script', () => {
    for (const end of ['कुछ और नहीं।', 'لماذا الآن؟', 'یہ سچ ہے۔'])
      assert.equal(mainText(`<article>${TEXT}<p>${end}</p></article>`), `${WORDS} ${end}`)
  })
})

describe('hostile pages', () => {
  const pages: [what: string, page: string][] = [
    ['nothing', ''],
    ['only white space', ' \n '.repeat(1_000)],
    ['elements that nest deeper than the stack', `${'<div>'.repeat(100_000)}word${'</div>'.repeat(100_000)}`],
    ['articles that nest deeper than the stack', `${'<article><h1>'.repeat(20_000)}word`],
    ['links in headings that nest', '<div><h2><a href="/">x</a></h2>'.repeat(20_000)],
    ['as many elements as fit', '<p>a<b>b</b>'.repeat(100_000)],
    ['a class without end', `<p class="${'share-'.repeat(100_000)}">word</p>`],
  ]
  for (const [what, page] of pages)
    test(`of ${what} are read`, () => assert.equal(typeof mainText(page), 'string'))
})
