import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../server/parsers/parser-schema.ts'
import { read, readPage } from './support/read-page.ts'

const FIELDS: Fields = {
  title: 'h1',
  deep: '.end',
  rows: { css: 'li', all: true, fields: { name: 'b', link: 'a@href' } },
  state: { script: 'STATE', path: 'a' },
}

describe('a hostile page', () => {
  test('of 3,000 nested elements is read to its end', () => {
    const page = `<h1>T</h1>${'<div>x'.repeat(3000)}<b class="end">end</b>`
    const data = read({ ...FIELDS, all: 'div', has: 'div:has(.end)@id', contains: 'b:contains("end")' }, page)
    assert.equal(data.deep, 'end')
    assert.equal(data.contains, 'end')
    assert.equal(String(data.all).length, 2 * 3000 + 2)
  })

  test('of 5,000 nested lists gives its rows', () => {
    const rows = { css: 'li', all: true, fields: { name: 'b' } }
    const data = read({ rows }, '<ul><li><b>a</b>'.repeat(5000))
    assert.deepEqual(data.rows, Array(5000).fill({ name: 'a' }))
  })

  test('of 20,000 siblings gives a range from each of them, if none ends it', () => {
    const ranges = { css: 'h2', until: 'hr', all: true, fields: { last: 'b' } }
    const data = read({ ranges }, `${'<h2>a</h2>'.repeat(20_000)}<b>z</b>`)
    assert.deepEqual(data.ranges, Array(20_000).fill({ last: 'z' }))
  })

  // Where the time grew with the square of the length, each of these would take half an hour.
  const long: [string, string, Fields[string]][] = [
    ['a style', `<p><b style="${'line-throughtext-decoration:'.repeat(40_000)}">9</b> €</p>`, { css: 'p', type: 'price' }],
    ['the address of a background', `<p data-bg="/${'.gif#'.repeat(200_000)}\t">`, { css: 'p', read: 'image' }],
    ['a table with names at the left', `<table><tr><th>a${'<td>'.repeat(1e5)}${'<tr><th>b'.repeat(1e5)}`, { table: 'table' }],
    ['a table with rows of names', `<table><thead><tr>${'<th>a'.repeat(1e5)}${'<tr><th>b'.repeat(1e5)}</thead><tr><td>1`, { table: 'table' }],
    ['nested properties', `<div itemscope itemtype=A>${'<div itemprop=a>x'.repeat(1e5)}`, { microdata: 'A', path: 'b' }],
    ['nested items', '<div itemprop=a itemscope itemtype=A>x'.repeat(1e5), { microdata: 'A', path: 'b' }],
    ['siblings that are counted', '<p>a'.repeat(250_000), 'p:nth-last-child(1)'],
    ['siblings that follow another', '<p>a'.repeat(250_000), 'b + p'],
    ['siblings of any distance', '<p>a'.repeat(250_000), 'b ~ p ~ p'],
    ['siblings before others', '<p>a'.repeat(250_000), 'p:has(~ b)'],
    ['siblings of two names', `${'<b></b>'.repeat(70_000)}${'<p>a'.repeat(130_000)}`, { css: 'p:first-of-type', all: true }],
    ['siblings of many names', Array.from({ length: 90_000 }, (_, i) => `<x${i}></x${i}>`).join(''), 'p:only-of-type, :nth-of-type(2)'],
    ['siblings that are counted among others', '<p>a'.repeat(250_000), 'p:nth-child(0 of p)'],
    ['elements inside a missing one', '<div>x'.repeat(160_000), 'div:not(.x) b div, :is(p div)'],
    ['elements that hold none', '<div>x'.repeat(160_000), 'div:has(p b)'],
    ['elements without a text', '<div>x'.repeat(160_000), 'div:contains("y"), div:icontains("Y")'],
    ['elements that all have a text', `${'<div>x'.repeat(160_000)}<b>y`, { css: 'div:contains("y")', read: 'count' }],
    ['rows that read the next row', '<p class=a>x<p>y<b>z</b>'.repeat(9_000), { css: '.a', all: true, limit: 9_000, fields: { b: '+ p b', i: '+ p i' } }],
    ['rows that are read by XPath', '<p class=a><b>x</b><b>y</b></p>'.repeat(9_000), { css: '.a', all: true, limit: 9_000, fields: { b: { xpath: './b', all: true }, before: { xpath: 'preceding-sibling::p[1]/b', all: true } } }],
    ['rows that read the page by XPath', '<p class=a><b>x</b></p>'.repeat(9_000), { css: '.a', all: true, limit: 9_000, fields: { i: { xpath: '//i' }, b: { xpath: 'count(//b)' } } }],
    ['ranges inside each other', '<div><p>x'.repeat(2_000), { css: 'div', until: 'div', all: true, limit: 2_000, fields: { p: 'p' } }],
    ['unclosed tags of templates', `<p shadowrootmode=a>${'<template '.repeat(100_000)}`, 'p >> b'],
  ] // biome-ignore format: a table
  for (const [what, page, rule] of long)
    test(`with a million characters of ${what} is read in one pass`, () => {
      readPage({ x: rule }, page)
    })

  const broken: [string, string, Record<string, unknown>][] = [
    ['with unclosed tags', '<h1>T<b class=end>e', { title: 'Te', deep: 'e' }],
    ['with wrongly nested tags', '<h1><b class=end>e</h1>f</b>', { title: 'e', deep: 'e' }],
    ['with an unclosed quote', '<h1>T</h1><b class="end>e</b><a href="/x">f</a>', { title: 'T', deep: null }],
    ['with an unclosed comment', '<h1>T</h1><!-- <b class=end>e</b>', { title: 'T', deep: null }],
    ['with an unclosed script', '<h1>T</h1><script>STATE = {"a": 1} <b class=end>', { title: 'T', state: 1 }],
    [
      'with a row outside of its table',
      '<table><li><b>n</b></li></table>',
      { rows: [{ name: 'n', link: null }] },
    ],
    ['of nothing', '', { title: null, deep: null, rows: [], state: null }],
    ['of a NUL', '\0', { title: null }],
    ['of open brackets', '<'.repeat(10_000), { title: null }],
    ['of open quotes', '<a b="'.repeat(10_000), { title: null }],
    ['of unclosed formatting', '<b><p>'.repeat(2000), { title: null }],
  ]
  for (const [title, page, expected] of broken) {
    test(`${title} is read as a browser reads it`, () => {
      const data = read(FIELDS, page)
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(data[field], value, field)
    })
  }

  test('of endless assignments is given up after a while', () => {
    const { data } = readPage(FIELDS, `<script>${'STATE = [[]; '.repeat(100_000)}STATE = {"a": 1}</script>`)
    assert.equal(data.state, null)
  })

  test('with JSON that is nested too deeply is treated as having no JSON', () => {
    const { data } = readPage(
      { x: { json: '' }, y: { script: 's' } },
      `<script id=s>${'['.repeat(1e5)}</script>`,
    )
    assert.deepEqual(data, { x: null, y: null })
  })
})

describe('the notes of a run', () => {
  const list = `<ul>${'<li>'.repeat(6000)}</ul>`
  const fields: Fields = { rows: { css: 'li', all: true, fields: { name: 'b' } } }

  test('have at most a thousand nulls, although all are counted', () => {
    const { nulls, fields: fills } = readPage(fields, list)
    assert.equal(nulls.length, 1000)
    assert.deepEqual(fills['rows.name'], { filled: 0, total: 6000 })
  })

  test('have at most five thousand trace entries, with values of at most 200 characters', () => {
    assert.equal(readPage(fields, list).trace?.length, 5000)
    const { trace } = readPage({ x: 'p', y: { css: 'p', all: true } }, `<p>${'x'.repeat(999)}`)
    assert.deepEqual(
      trace?.map(({ raw, value }) => [String(raw).length, String(value).length]),
      [
        [200, 200],
        [200, 200],
      ],
    )
  })

  test('also count fields in lists that are empty', () => {
    assert.deepEqual(readPage(fields, '<p>').fields, {
      rows: { filled: 0, total: 1 },
      'rows.name': { filled: 0, total: 0 },
    })
  })
})
