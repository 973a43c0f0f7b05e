import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { viewPage } from '../../server/parsers/page-view.ts'
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

const read = (text: string, options: Partial<ReadOptions> = {}) =>
  readPage(viewPage({ text, url: 'https://tea.example/a' }, fastEngine), { ...OPTIONS, ...options })

const FORMS: [name: string, page: string, text: string][] = [
  [
    'a raised link and a list',
    `<p>Tea<sup><a href="#fn1">1</a></sup> is old.</p><ol><li id="fn1">A <b>leaf</b>. <a href="#ref1">↩</a></li></ol>`,
    'Tea[^1] is old.\n\n[^1]: A **leaf**.',
  ],
  [
    'roles',
    `<p>Tea<a role="doc-noteref" href="#n">*</a>.</p><section role="doc-endnotes"><p id="n">A leaf. <a role="doc-backlink" href="#r">back to the text</a></p></section>`,
    'Tea[^1].\n\n[^1]: A leaf.',
  ],
  [
    'a wiki',
    `<p>Tea<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup> is old<sup id="cite_ref-2" class="reference"><a href="./Tea#cite_note-x">[a]</a></sup>.</p>
     <ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">Ada, <i>Tea</i>.</span></li>
     <li id="cite_note-x"><span class="mw-cite-backlink">^ <a href="#cite_ref-2"><sup>a</sup></a> <a href="#cite_ref-3"><sup>b</sup></a></span> Bo.</li></ol>`,
    'Tea[^1] is old[^a].\n\n[^1]: Ada, *Tea*.\n\n[^a]: Bo.',
  ],
  [
    'a place before the note',
    `<p>Tea<a href="#f1"><sup>[1]</sup></a>.</p><p><a name="f1">1</a> A leaf.</p>`,
    'Tea[^1].\n\n[^1]: 1 A leaf.',
  ],
  [
    'a note that begins with its mark',
    `<p>Tea<a href="#f1"><sup>1</sup></a>.</p><p id="f1"><sup>1</sup> A leaf, 10 cm<sup>2</sup>.</p>`,
    'Tea[^1].\n\n[^1]: A leaf, 10 cm².',
  ],
  [
    'a note of several paragraphs',
    `<p>Tea<sup><a href="#n1">1</a></sup>.</p><div id="n1"><p>One long paragraph.</p><p>Two.</p></div><p>End.</p>`,
    'Tea[^1].\n\nEnd.\n\n[^1]: One long paragraph.\n\n    Two.',
  ],
]

describe('the footnotes of a page', () => {
  for (const [name, page, text] of FORMS)
    test(`are moved to its end: ${name}`, () => assert.equal(read(page).text, text))

  test('come with the part of the text that refers to them, within its token limit', () => {
    const note = (at: number) => `<li id="n${at}">Note ${at} says something more.</li>`
    const text = (at: number) => `<p>Sentence ${at} of the text.<sup><a href="#n${at}">${at}</a></sup></p>`
    const all = [1, 2, 3, 4, 5, 6]
    const page = `${all.map(text).join('')}<ol>${all.map(note).join('')}</ol>`
    const parts: string[] = []
    for (let from: number | null = 0; from !== null; ) {
      const part = read(page, { from, maxTokens: 35 })
      assert.ok(part.tokens <= 35)
      parts.push(part.text)
      from = part.next
    }
    assert.ok(parts.length > 2)
    for (const part of parts)
      assert.deepEqual(
        [...part.matchAll(/^\[\^(\d)\]: Note \1/gm)].map(([, label]) => label),
        [...part.matchAll(/text\.\[\^(\d)\]/g)].map(([, label]) => label),
      )
  })

  test('are also written as plain text and as HTML', () => {
    const [, page] = FORMS[0]!
    assert.equal(read(page, { format: 'text' }).text, 'Tea[1] is old.\n\n[1] A leaf.')
    assert.match(
      read(page, { format: 'html' }).text,
      /Tea<sup>\[1\]<\/sup>.*<div><sup>\[1\]<\/sup><p>A <strong>leaf/s,
    )
  })

  test('get labels of their own when their marks are the same', () => {
    const page = `<p>a<sup><a href="#x">*</a></sup> b<sup><a href="#y">*</a></sup> c<sup><a href="#x">*</a></sup></p><p id="x">First note.</p><p id="y">Second note.</p>`
    assert.equal(read(page).text, 'a[^1] b[^2] c[^1]\n\n[^1]: First note.\n\n[^2]: Second note.')
  })

  const others: [what: string, page: string, text: string][] = [
    ['powers', '<p>10<sup>6</sup></p>', '10⁶'],
    [
      'links up',
      '<p id="top">Start of it.</p><p>a<sup><a href="#top">1</a></sup></p>',
      'Start of it.\n\na[1](https://tea.example/a#top)',
    ],
    ['links to nowhere', '<p>a<sup><a href="#none">1</a></sup></p>', 'a[1](https://tea.example/a#none)'],
    [
      'links into all of the text',
      `<p>a<sup><a href="#all">1</a></sup></p><div id="all">${'<p>word</p>'.repeat(1_000)}</div>`,
      '',
    ],
    [
      'what its own mark stands in',
      '<div id="x"></div><div><p>a<sup><a href="#n">1</a></sup> <b id="n">b</b></p></div>',
      'a[1](https://tea.example/a#n) **b**',
    ],
  ]
  for (const [what, page, text] of others)
    test(`do not include ${what}`, () => {
      const found = read(page).text
      assert.doesNotMatch(found, /\[\^/)
      if (text) assert.equal(found, text)
    })

  test('that refer to other notes lose none of the text', () => {
    const page = `<p>a<sup><a href="#n">1</a></sup></p><p id="n">First note<sup><a href="#m">2</a></sup></p><p id="m">Second note</p>`
    assert.match(read(page).text, /^a\[\^1\]\n\nSecond note\n\n\[\^1\]: First note/)
  })

  test('that lie in each other are each written once', () => {
    const page = `<p>a<sup><a href="#n">1</a></sup> b<sup><a href="#m">2</a></sup></p><div id="n">First note<div id="m">Second note</div></div>`
    assert.equal(read(page).text, 'a[^1] b[^2]\n\n[^1]: First note\n\n[^2]: Second note')
  })

  test('of a hostile page take bounded space', () => {
    const marks = Array.from({ length: 500 }, (_, at) => `<sup><a href="#n${at}">${at}</a></sup>`)
    const nested = Array.from({ length: 500 }, (_, at) => `<div id="n${at}">Note.`)
    const loop = Array.from(
      { length: 20_000 },
      (_, at) => `<p id="n${at}">Note.<sup><a href="#n${at + 1}">1</a></sup></p>`,
    )
    for (const page of [
      loop.join(''),
      marks.join('') + nested.join(''),
      '<sup><a href="#a" id="a">1'.repeat(5_000),
      '<a href="#a" class="footnote">1<table><tr><td>'.repeat(50_000),
      '<div>'.repeat(100_000) + '<a href="#a" class="footnote">1</a>'.repeat(100_000),
      `${'<span>'.repeat(100_000)}<a href="#a" class="footnote">1</a>${'</span>'.repeat(100_000)}<p id="a">Note.`,
      `${'<div id="a"><sup><a href="#a">1</a></sup>'.repeat(2_000)}text`,
      `${'<div>'.repeat(50_000)}text${'<sup><a href="#a">1</a></sup>'.repeat(20_000)}`,
      `<p>${'<span>'.repeat(50_000)}text <a class="footnote" href="#a">1</a></p><p id="a">A note of a page.</p>`,
    ])
      assert.ok(read(page).text.length < 500_000)
  })
})
