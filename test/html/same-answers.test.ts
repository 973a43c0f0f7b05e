import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HtmlDocument, HtmlEngine } from '../../server/html/document.ts'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { strictEngine } from '../../server/html/strict/strict-engine.ts'
import { buildTree } from '../../server/html/tree/build-tree.ts'
import { readText } from '../../server/parsers/html/read-text.ts'
import { writeHtml } from '../../server/parsers/html/write-html.ts'
import { compileXPath } from '../../server/parsers/xpath/compile-xpath.ts'
import { randomFrom, rounds, SEED } from '../support/seeds.ts'
import { createPageGenerator } from './support/broken-pages.ts'
import { publicFiles } from './support/public-pages.ts'

const SELECTORS = [
  ...['title', 'h1, h2', 'a', 'a[href]', 'table tr td', 'ul > li', 'div a', 'div > div > a', 'body > *'],
  ...['#content', '.nav .item a', 'span.date', '[class*="nav"]', '[data-id]', 'img[alt=""]', '.x', 'p .x.y'],
  ...[
    'meta[name="description"]',
    'link[rel=Canonical]',
    'a[rel~=NoFollow]',
    'meta[http-equiv]',
    'input[type=hidden]',
    ':is(h1, h2)',
    ':scope > body',
  ],
  ...['p:first-child', 'li:nth-child(2)', 'h2 + p', 'a ~ span', 'a:not([href])', 'div:has(> a)', '> body'],
  ...[
    'a:nth-child(odd)',
    'li:nth-child(even)',
    'a:nth-child(-n + 3)',
    'p:nth-child(n+2)',
    'a:nth-child(3n-1)',
  ],
  ...['a:nth-last-child(2n+1)', 'p:nth-of-type(2)', 'div:nth-of-type(2n)', 'a:nth-last-of-type(-2n+5)'],
  ...[
    'p:nth-child(2 of p)',
    'li + li + li',
    'div:nth-child(+3)',
    'div:nth-child(0n+1)',
    'p:not(:nth-child(2))',
  ],
  ...['[viewBox]', '[viewbox="1"]', '[href]', '[xlink\\:href="c"]', 'svg [xml\\:lang]'],
  ...[
    'p:has(+ p)',
    'a:has(~ a)',
    'div:has(div a)',
    'div:not(:has(p, ul))',
    'b:has(> i ~ b)',
    'a ~ a ~ a',
    'p ~ :is(div > p)',
  ],
  ...[
    'li:nth-last-child(1 of .x)',
    'b:only-of-type',
    'i:first-of-type',
    'p:last-child',
    ':is(div, ul) > :not(a b)',
  ],
  ...['div:contains("e")', 'div:icontains("E")', 'body:contains("no such text")'],
  ...['p:contains("the")', 'p:contains("(the)")', 'div:empty', 'template p', 'li:last-of-type'],
]
const FIRST = 3
/** Characters that look like white space or stand next to it, but are not: next line, zero width space, word joiner, braille blank. */
const LIKE_SPACES = ['\u0085', '\u200b', '\u2060', '\u2800']

/** What every selector finds in the page and inside its first blocks. */
function answers(engine: HtmlEngine, html: HtmlDocument): unknown[] {
  const blocks = html.select(engine.compile('div, p, li'), html.root, FIRST)
  const describeNode = describeNodes(html)
  return SELECTORS.map(css => {
    const selector = engine.compile(css)
    const descendants = blocks.flatMap(block => html.select(selector, block, FIRST))
    const all = html.select(selector, html.root, Number.POSITIVE_INFINITY)
    return [css, ...[...all, ...descendants].map(describeNode)]
  })
}

/** Describes each node once, however many selectors find it. */
function describeNodes(html: HtmlDocument) {
  const described = new Map<object | number, string>()
  return (node: object | number) => {
    const description = described.get(node)
    if (description !== undefined) return description
    const text = [
      html.elementName(node),
      html.attribute(node, 'href'),
      html.attribute(node, 'CLASS'),
      html.attribute(node, 'viewbox'),
      html.attribute(node, 'xlink:href'),
      readText(html, node),
      // Sorted, since parse5 keeps them in an object, where names like `2013` come first.
      html.attributeNames(node).toSorted().join(' '),
    ].join('|')
    described.set(node, text)
    return text
  }
}

function assertSameAnswers(page: string, name: string) {
  const [mine, theirs] = [fastEngine.parse(page), strictEngine.parse(page)]
  assert.deepEqual(answers(fastEngine, mine), answers(strictEngine, theirs), name)
  return { mine, theirs }
}

describe('the fast engine finds the same as the strict engine on the tree of parse5', () => {
  test('in pages of randomly ordered tags', () => {
    const breakPage = createPageGenerator(7)
    for (let i = 0; i < 300; i++) {
      const page = breakPage()
      assertSameAnswers(page, page)
    }
  })

  test('wherever in a long page an element is: after a template, inside one, at the end of a row', () => {
    for (let before = 0; before < 40; before++) {
      const filler = '<i></i>'.repeat(before)
      const hidden = `<template>${'<b class=x></b>'.repeat(20)}</template>`
      const page = `<body>${filler}<p class="x y"><a href=1>1</a>${filler}</p>${hidden}<div class=nav>${filler}<p>2</div>`
      assertSameAnswers(page.repeat(3), `after ${before} elements`)
    }
  })

  test('and writes the same HTML, SVG included', () => {
    const page = `<body A=1 viewbox=2><p Title="a &amp; b" id=x>1 &lt; 2<svg viewbox="0 0 1 1" CLASS=c><g gradientunits=u><desc><i
      viewbox=3>4</i></desc></g></svg><br><body b=5>`
    const write = (engine: HtmlEngine) => {
      const html = engine.parse(page)
      return [true, false].map(outer => writeHtml(html, html.root, { skip: new Set(), outer }))
    }
    assert.equal(typeof buildTree(page), 'object')
    assert.deepEqual(write(fastEngine), write(strictEngine))
    assert.match(write(fastEngine)[0]!, /<svg viewBox="0 0 1 1" class="c"><g gradientUnits="u">/)
  })

  test(`in texts with every kind of white space, next to tags and other white space (WINNOW_SEED=${SEED})`, () => {
    const spaces = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      character => character.trim() === '' || LIKE_SPACES.includes(character),
    )
    const tags = ['<b>', '</b>', '<p>', '</p>', '<br>', '<i> </i>', '<script> x </script>', '<!-- -->']
    const words = ['a', 'Größe', '日本', '😀', '&amp;', '&nbsp;', '&#32;', '&', '', ' b c ', 'd  e']
    const pieces = [...spaces, ...[tags, words, ['  ', ' ', ' ']].flatMap(some => Array(4).fill(some).flat())]
    const random = randomFrom(SEED)
    const below = (count: number) => Math.floor(random() * count)
    for (let round = rounds(3_000); round > 0; round--) {
      const page = Array.from({ length: 1 + below(12) }, () => pieces[below(pieces.length)]).join('')
      const [fast, strict] = [fastEngine, strictEngine].map(engine => {
        const html = engine.parse(page)
        return ['body', 'p', 'b'].map(css =>
          html.select(engine.compile(css), html.root, FIRST).map(node => readText(html, node)),
        )
      })
      assert.deepEqual(fast, strict, JSON.stringify(page))
    }
  })

  test('for attributes whose values have character references, and names of any characters', () => {
    const values = [
      'a',
      'a b',
      'b a',
      'a&#32;b',
      '&#97;',
      'a&#98;',
      'a&amp;b',
      'A',
      '',
      ' a ',
      'ä',
      'a\0',
      'a\rb',
    ]
    const names = ['class', 'id', 'rel', 'CLASS', 'größe', 'GRÖSSE', 'a\0b', 'classes', 'clas']
    const page = names.flatMap(name => values.map(value => `<p ${name}="${value}" x=1></p>`)).join('')
    const selectors = ['.a', '.b', '#a', '[class=a]', '[class="a b"]', '[id=""]', '[rel~=a]', '[rel=A]']
    const attributeNames = ['class', 'id', 'REL', 'größe', 'GRÖSSE', 'a\ufffdb', 'classes', 'x']
    const [fast, strict] = [fastEngine, strictEngine].map(engine => {
      const html = engine.parse(page)
      const nodes = html.select(engine.compile('p'), html.root, Number.POSITIVE_INFINITY)
      const indexOfNode = new Map(nodes.map((node, index) => [node, index]))
      const found = selectors.map(css =>
        html
          .select(engine.compile(css), html.root, Number.POSITIVE_INFINITY)
          .map(node => indexOfNode.get(node)),
      )
      return { found, read: nodes.map(node => attributeNames.map(name => html.attribute(node, name))) }
    })
    assert.deepEqual(fast, strict)
  })

  test(`for short and long texts and attributes of a long page, read in any order (WINNOW_SEED=${SEED})`, () => {
    const random = randomFrom(SEED)
    const below = (count: number) => Math.floor(random() * count)
    const texts = ['plain', 'naïve', 'a &amp; b', 'long '.repeat(1_000), 'länger '.repeat(1_000), '']
    const page = Array.from({ length: 200 }, (_, at) => {
      const [title, text] = [texts[below(texts.length)], texts[below(texts.length)]]
      return `<p title="${title}${at}">${text}${at}</p>`
    }).join('<hr>'.repeat(below(40)))
    const order = Array.from({ length: 1_000 }, () => below(200))
    const [fast, strict] = [fastEngine, strictEngine].map(engine => {
      const html = engine.parse(page)
      const nodes = html.select(engine.compile('p'), html.root, Number.POSITIVE_INFINITY)
      return order.map(at => [readText(html, nodes[at]!), html.attribute(nodes[at]!, 'title')])
    })
    assert.deepEqual(fast, strict)
  })

  test('when only an ignored tag, or the end of the page, interrupts a text', () => {
    const texts = compileXPath('//text()')
    const page = '<p>1</x>2<!-- c -->3</p> </body>\n</html>\n<ul>4<!x>5</li>6</ul>'
    const read = (engine: HtmlEngine) => {
      const html = engine.parse(page)
      return (texts(html, html.root) as object[]).map(text => html.characters(text))
    }
    assert.deepEqual(read(fastEngine), read(strictEngine))
    assert.deepEqual(read(fastEngine).slice(0, 3), ['12', '3', ' \n\n'])
  })

  const pages = publicFiles('pages', '.html')
  test('in real pages, where it also counts the same number of texts', {
    skip: typeof pages === 'string' && pages,
  }, () => {
    const count = compileXPath('count(//text())')
    for (const [name, page] of pages as [string, string][]) {
      const { mine, theirs } = assertSameAnswers(page, name)
      assert.equal(count(mine, mine.root), count(theirs, theirs.root), name)
    }
  })
})
