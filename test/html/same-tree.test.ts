import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { createBreaker } from './support/broken-pages.ts'
import { compareTrees, createTally, describeTally } from './support/compare-trees.ts'
import { publicFiles, testPages } from './support/public-pages.ts'

const RANDOM_PAGES = 5_000

describe('the tree of a page is that of parse5, or left to it', () => {
  test('for pages of tags in no order', t => {
    const seed = Number(process.env.WINNOW_SEED ?? randomInt(2 ** 32))
    t.diagnostic(`WINNOW_SEED=${seed}`)
    const breakPage = createBreaker(seed)
    const tally = createTally()
    for (let i = 0; i < RANDOM_PAGES; i++) compareTrees(breakPage(), tally)
    t.diagnostic(describeTally(tally))
    assert.ok(tally.built > tally.left, describeTally(tally))
  })

  const suite = publicFiles('html5lib-tests/tree-construction', '.dat')
  test('for the tests of html5lib', { skip: typeof suite === 'string' && suite }, t => {
    const tally = createTally()
    for (const [, file] of suite as [string, string][])
      for (const page of testPages(file)) compareTrees(page, tally)
    t.diagnostic(describeTally(tally))
    assert.ok(tally.built > tally.left, describeTally(tally))
  })

  const pages = publicFiles('pages', '.html')
  test('for real pages, of which less than one in a hundred is left', {
    skip: typeof pages === 'string' && pages,
  }, t => {
    const tally = createTally()
    for (const [, page] of pages as [string, string][]) compareTrees(page, tally)
    t.diagnostic(describeTally(tally))
    assert.ok(tally.left * 100 < tally.built, describeTally(tally))
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
    ['a template', '<template><p>1<template>2</template></template>3'],
    ['line breaks', '<pre>\r\n\r\n1</pre><textarea>\n2\r3</textarea><p a="4\r\n5">'],
    ['attributes that look like others', `<p a=b==">" ="c' d='>' e/f/>1`],
    ['comments of all kinds', '1<!-->2<!--->3<!--4--!>5<?6>7</ 8>9<!0>a<!--b'],
  ]
  for (const [what, page] of hard) {
    test(`for ${what}`, () => {
      const tally = createTally()
      compareTrees(page, tally)
      assert.equal(tally.built, 1, describeTally(tally))
    })
  }
})
