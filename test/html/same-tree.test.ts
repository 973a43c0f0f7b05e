import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { buildTree } from '../../server/html/tree/build-tree.ts'
import { attempts, SEED } from '../support/seeds.ts'
import { createPageGenerator } from './support/broken-pages.ts'
import { compareTrees } from './support/compare-trees.ts'
import { linesOfExpected } from './support/expected-lines.ts'
import { linesOfTree } from './support/page-lines.ts'
import { publicFiles, treeTests } from './support/public-pages.ts'

const PAGES = 8_000
const MIN_SHARE = 0.995

describe('the tree of a page is that of parse5', () => {
  test(`for pages of randomly ordered tags (WINNOW_SEED=${SEED})`, t => {
    const breakPage = createPageGenerator(SEED)
    let pages = 0
    for (pages of attempts(PAGES, { minutes: 5 })) compareTrees(breakPage())
    t.diagnostic(`${pages + 1} pages`)
  })

  const pages = publicFiles('pages', '.html')
  test('for real pages', { skip: typeof pages === 'string' && pages }, () => {
    for (const [, page] of pages as [string, string][]) compareTrees(page)
  })

  const hard: [what: string, page: string][] = [
    ['a block in a formatting element', '<b>1<p>2</b>3</p>4'],
    ['two blocks in a formatting element', '<b>1<div>2<div>3</b>4</div>5</div>6'],
    ['links in links', '<a href=1>1<div>2<a href=2>3</div>4</a>5'],
    ['formatting over cells', '<table><tr><td><i>1<td>2</table>3'],
    ['more than three alike', '<p><b><b><b><b>1<p>2'],
    ['a form that ends in a block', '<form><div></form>1</div>2'],
    ['items without end tags', '<ul><li>1<ul><li>2</ul><li>3</ul><dl><dt>4<dd>5</dl>'],
    ['a page without any tag of its outside', '  1<title>2</title>3'],
    ['what comes after the head', '<head></head> <link> <body a=1>1</body> <p>2</html><body b=2>'],
    ['HTML in a picture', '<svg><foreignObject><p>1</svg>2</foreignObject><linearGradient/></svg>3'],
    ['a table in a paragraph by old rules', '<p><table>'],
    ['a table in a paragraph', '<!doctype html><p><table>'],
    [
      'a table in a paragraph under an old doctype',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><p><table>',
    ],
    ['content of a table outside of its cells', '<p>0<table>1<b>2<tr>3<td>4</td>5<p>6</table>7'],
    ['a block that moves out of a table', '<a>1<table><a>2<div>3</a>4<tr><td>5</table>6'],
    ['HTML that ends a picture', '<svg><g><b>1</b><font x=1>2</font><font size=1>3'],
    [
      'formulas',
      '<math><mi>1<p>2</p></mi><annotation-xml encoding=Text/HTML><p>3</annotation-xml><mo><mglyph>',
    ],
    ['frames', '<div> </div><frameset><frame></frameset> x <noframes>1</noframes>'],
    ['frames that come too late', '<div>1</div><frameset><frame></frameset>'],
    ['plain text', '<p>1<plaintext></p>&amp;<b>'],
    [
      'a script in a comment in a script',
      '<script><!--<script>1</script>--></script>2<script><!--></script>3',
    ],
    ['white space written as references', '&#32;&Tab;<p>1<table>&#x20;<tr>&#10;<td>2</table><pre>&#10;3'],
    ['parts of a table in a template', '<template><td>1</td></template><template><col>2<div></template>'],
    ['a template between head and body', '<head></head><template>1</template><p>2'],
    ['text between columns', '<table><colgroup> <col> 1<col></table>'],
    ['a section', '<svg><![CDATA[<b>&amp;]]></svg><![CDATA[1]]>'],
    ['NUL characters', 'a\0b<p t="\0">\0<title>\0</title>'],
    ['a template', '<template><p>1<template>2</template></template>3'],
    ['line breaks', '<pre>\r\n\r\n1</pre><textarea>\n2\r3</textarea><p a="4\r\n5">'],
    ['attributes that look like others', `<p a=b==">" ="c' d='>' e/f/>1`],
    ['names beyond ASCII', '<é-x À="1" data-é=2>1<É-x>2</é-x>3<ﬁ>4'],
    ['a tag that is cut off in a value', '<p>1<p a=">'],
    ['a tag that is cut off behind a value', `<p>1<b a='>' c`],
    ['a tag that is cut off in its name', '1<b'],
    ['an end tag that is cut off', '<p>1</p'],
    ['a script that is cut off', '<script>1</script a=">"'],
    ['what might have been a tag', '<p>1<'],
    ['what might have been an end tag', '<p>1</'],
    ['what might have been a comment', '<p>1<!'],
    ['comments in a script that are cut off', '<script><!--<script></script><!--'],
    ['comments of all kinds', '1<!-->2<!--->3<!--4--!>5<?6>7</ 8>9<!0>a<!--b'],
  ]
  for (const [what, page] of hard) test(`for ${what}`, () => compareTrees(page))
})

describe('a select holds any content, as in browsers, though not in parse5', () => {
  const selects: [what: string, page: string, body: string[]][] = [
    [
      'pictures and markup in an option',
      '<select><option><svg><path></svg><b>1</b><option>2</select>3',
      ['3 <select', '4 <option', '5 <svg', '6 <path', '5 <b', '6 "1', '4 <option', '5 "2', '3 "3'],
    ],
    [
      'a button and blocks',
      '<p><select><button>1</button><div>2</div></select>3',
      ['3 <p', '4 <select', '5 <button', '6 "1', '5 <div', '6 "2', '4 "3'],
    ],
    [
      'groups and rules',
      '<select><optgroup><option>1<hr><option>2<optgroup><option>3</select>',
      ['3 <select', '4 <optgroup', '5 <option', '6 "1', '4 <hr', '4 <option', '5 "2', '4 <optgroup', '5 <option', '6 "3'],
    ],
    ['a field, which ends it', '<select><option>1<input>2', ['3 <select', '4 <option', '5 "1', '3 <input', '3 "2']],
    ['another one, which ends it', '<select><option>1<select>2', ['3 <select', '4 <option', '5 "1', '3 "2']],
    [
      'a cell, which ends it',
      '<table><tr><td><select><option>1<td>2</table>',
      ['3 <table', '4 <tbody', '5 <tr', '6 <td', '7 <select', '8 <option', '9 "1', '6 <td', '7 "2'],
    ],
  ] // biome-ignore format: trees in lines
  for (const [what, page, body] of selects)
    test(`with ${what}`, () =>
      assert.deepEqual(
        linesOfTree(buildTree(page))
          .slice(3)
          .map(line => line.replace(/\[\]$/, '')),
        body,
      ))
})

test('the tree built from bytes is that of their decoded text, even for invalid bytes', () => {
  const bytes = Buffer.from(
    '<p a=\xc3>1\xe2\x82<b\xff=\xf0\x9f\x98>2\xc3\xa9\xff</b\xff><\xffx>\xed\xa0\x80',
    'latin1',
  )
  assert.deepEqual(linesOfTree(buildTree(bytes)), linesOfTree(buildTree(bytes.toString('utf8'))))
})

test('a page with more elements and texts than any real one is refused', () => {
  const page = '<b>x'.repeat(2_100_000)
  assert.throws(() => buildTree(page), { code: 'extraction_failed', message: /4000000 elements and texts/ })
})

const suite = publicFiles('html5lib-tests/tree-construction', '.dat')
test('the tree is what the html5lib tests expect, in nearly all of them', {
  skip: typeof suite === 'string' && suite,
}, t => {
  const tests = (suite as [string, string][]).flatMap(([, file]) => treeTests(file))
  const wrong = tests.filter(
    ({ page, expected }) => !isDeepStrictEqual(linesOfTree(buildTree(page)), linesOfExpected(expected)),
  )
  const share = 1 - wrong.length / tests.length
  t.diagnostic(`${(100 * share).toFixed(1)} % of ${tests.length} tests`)
  for (const { page } of wrong) t.diagnostic(`another tree: ${JSON.stringify(page.slice(0, 120))}`)
  assert.ok(share >= MIN_SHARE, `${wrong.length} of ${tests.length} trees are other ones`)
})
