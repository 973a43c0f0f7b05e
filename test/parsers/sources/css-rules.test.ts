import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { read, readPage } from '../support/read-page.ts'

const PAGE = `<html lang="en"><body>
  <h1 id="top" data-n="1">First</h1><h1>Second</h1>
  <a href=" /one " title="">one</a><a>two</a>
  <svg viewBox="0 0 9 9"></svg>
  <p>a)b (c</p><p>d</p><p>e (f) g</p>
  <input disabled name="q"></body></html>`

describe('a css rule', () => {
  test('that names the item itself gives a reason that says how it is read', () => {
    const rule = { css: 'a', all: true, fields: { link: 'a@href', text: 'b' } } as const
    const [link, text] = readPage({ x: rule }, '<a href=/k>k</a>').nulls
    assert.equal(
      link!.reason,
      'no element matches "a" inside this one: its own text is "", and its own attributes are read as in "@href"',
    )
    assert.equal(text!.reason, 'no element matches "b"')
  })

  const cases: [string, Fields[string], unknown][] = [
    ['reads the text of the first match', { css: 'h1' }, 'First'],
    ['is what a string is short for', 'h1', 'First'],
    ['reads every match with all', { css: 'h1', all: true }, ['First', 'Second']],
    ['reads an attribute after @', 'a@href', '/one'],
    ['reads an attribute of every match', { css: 'a@href', all: true }, ['/one', null]],
    ['takes a data attribute', 'h1@data-n', '1'],
    ['leaves an @ inside a selector alone', 'a:not([href="x@y.z"])', 'one'],
    ['lets blanks stand before @', 'h1 @id', 'top'],
    ['finds attributes in any case', 'a@HREF', '/one'],
    ['finds attributes of SVG', 'svg@viewBox', '0 0 9 9'],
    ['is null where nothing matches', 'h6', null],
    ['is an empty list where nothing matches', { css: 'h6', all: true }, []],
    ['is null where the attribute is empty', 'a@title', null],
    ['is null where the attribute has no value', 'input@disabled', null],
    [
      'takes several selectors, in document order',
      { css: 'a, h1', all: true },
      ['First', 'Second', 'one', 'two'],
    ],
    ['sees the html element', 'html@lang', 'en'],
    ['takes a bracket in quotes as a part of the text', 'p:contains("a)b")', 'a)b (c'],
    ['takes an open bracket, too, in blanks', "p:icontains( 'A)B (' )", 'a)b (c'],
    ['takes a bracket behind a backslash', 'p:contains("a\\)b")', 'a)b (c'],
    ['takes a bracket in quotes inside another selector', 'p:not(:contains("a)b"), :contains(\')\'))', 'd'],
    ['takes brackets in pairs without quotes', 'p:contains(e (f) g)', 'e (f) g'],
    ['sees the html element as :scope of the page', ':scope > body > h1', 'First'],
    ['may start with a combinator', '> body > h1', 'First'],
  ]
  for (const [title, rule, expected] of cases) {
    test(title, () => assert.deepEqual(read({ x: rule }, PAGE), { x: expected }))
  }
})

describe('fields', () => {
  test('may be nested to any depth, objects and lists alike', () => {
    const shops = { css: '.shop', all: true, fields: { name: 'h2', shelves: shelvesPage() } }
    function shelvesPage() {
      return { css: '.shelf', all: true, fields: { books: { css: 'li', all: true, fields: { title: '' } } } }
    }
    const page = `<div class=shop><h2>A</h2><ul class=shelf><li>a<li>b</ul><ul class=shelf></ul></div>
      <div class=shop><ul class=shelf><li>c</ul></div>`
    assert.deepEqual(read({ shops }, page), {
      shops: [
        { name: 'A', shelves: [{ books: [{ title: 'a' }, { title: 'b' }] }, { books: [] }] },
        { name: null, shelves: [{ books: [{ title: 'c' }] }] },
      ],
    })
  })

  test('that are missing in a row are not taken from the next row', () => {
    const rows = { css: 'li', all: true, fields: { name: 'b', age: { css: 'i', type: 'integer' } } } as const
    const page = '<ul><li><b>Ann</b><i>31</i><li><b>Bob</b><li><b>Cy</b><i>7</i></ul>'
    assert.deepEqual(read({ rows }, page).rows, [
      { name: 'Ann', age: 31 },
      { name: 'Bob', age: null },
      { name: 'Cy', age: 7 },
    ])
  })

  test('are read inside the match: selectors may name the match itself, but nothing around it', () => {
    const page = '<div class=a><p class=card><b class=n>1</b><i class=card><b class=n>2</b></i></p></div>'
    const fields = { outer: '.a .n', own: '.n', itself: '.card > .n', inner: 'i.card .n', direct: '> .n' }
    const { card } = read({ card: { css: '.card', fields } }, page)
    assert.deepEqual(card, { outer: null, own: '1', itself: '1', inner: '2', direct: '1' })
  })

  test('may refer to the match as :scope', () => {
    const page = '<ul><li>1<ul><li>2</ul></ul><p class=x><b>no</b><i><b>yes</b></i></p>'
    const fields = {
      inner: ':scope > i > b',
      not: 'b:not(:scope > b)',
      self: { css: '', fields: { b: ':scope b' } },
    }
    const scoped = read({ p: { css: 'p', fields } }, page).p
    assert.deepEqual(scoped, { inner: 'yes', not: 'yes', self: { b: 'no' } })
  })

  test('are read separately in nested matches of one selector', () => {
    const page =
      '<div class=x><div class=y><i></i><b class=p>1</b></div></div><div class=x><b class=p>2</b></div>'
    const rows = { css: 'div', all: true, fields: { p: '.x:has(i) .p' } }
    assert.deepEqual(read({ rows }, page).rows, [{ p: '1' }, { p: null }, { p: null }])
  })

  test('of an item in two table rows are read with + and ~', () => {
    const page = `<table><tr class=thing><td class=title>One<tr><td class=score>5 points
      <tr class=thing><td class=title>Two<tr><td class=none>
      <tr class=thing><td class=title>Three<tr><td class=score>7 points</table>`
    const things = {
      css: '.thing',
      all: true,
      fields: { title: '.title', score: { css: '+ tr .score', type: 'integer' }, next: '~ .thing .title' },
    } as const
    assert.deepEqual(read({ things }, page).things, [
      { title: 'One', score: 5, next: 'Two' },
      { title: 'Two', score: null, next: 'Three' },
      { title: 'Three', score: 7, next: null },
    ])
  })

  test('without a source form a group at the same place', () => {
    const page = '<div class=p><b>1</b><i>2</i></div><b>3</b>'
    const group = { fields: { i: 'i', more: { fields: { b: 'b' } } } }
    assert.deepEqual(read({ group, p: { css: '.p', fields: { group } } }, page), {
      group: { i: '2', more: { b: '1' } },
      p: { group: { i: '2', more: { b: '1' } } },
    })
  })

  test('are not read for a missing object, which is null as a whole', () => {
    const { data, nulls } = readPage({ seller: { css: '.seller', fields: { name: 'b' } } }, '<p>')
    assert.deepEqual(data, { seller: null })
    assert.equal(nulls[0]?.reason, 'no element matches ".seller"')
  })

  test('may have unusual names', () => {
    const { data, nulls } = readPage(
      { 'unit price': 'b', constructor: 'b', 'a.b': { fields: { c: 'i' } } },
      '<i>1',
    )
    assert.deepEqual(data, { 'unit price': null, constructor: null, 'a.b': { c: '1' } })
    assert.deepEqual(nulls[0], {
      field: '["unit price"]',
      rule: 'schema.fields["unit price"]',
      reason: 'no element matches "b"',
    })
  })
})

describe('rows named as children of a table', () => {
  const html = '<table class="a"><tr><td>1</td></tr></table>'

  test('are missing for a reason', () => {
    const rules = [{ css: 'table.a > tr' }, { xpath: "//table[@class='a']/tr[1]" }, { table: 'table > tr' }]
    for (const rule of rules)
      assert.match(
        readPage({ rows: rule }, html).nulls[0]!.reason,
        /; in HTML, the rows of a table are in its tbody$/,
      )
  })

  test('are no reason where the path takes the tbody into account', () => {
    for (const rule of [{ css: 'table tr b' }, { xpath: '//table//tr/b' }, { css: 'table > tbody > tr > b' }])
      assert.doesNotMatch(readPage({ rows: rule }, html).nulls[0]!.reason, /tbody$/)
  })
})
