import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import type { Fields, RuleObject } from '../../../server/parsers/parser-schema.ts'
import { read, readPage, whyNull } from '../support/read-page.ts'

const SHOP = `<ul><li class=tea><b>Green</b><i>5</i><li class=pot><b>Jug</b><i>30</i><li class=tea><b>Black</b><i>4</i></ul>`
const ITEMS: RuleObject = {
  css: 'li',
  all: true,
  fields: { kind: '@class', name: 'b', price: { css: 'i', type: 'number' } },
}
const problem = (rule: unknown) => checkSchema({ fields: { x: rule } })[0]?.error

describe('a list of objects', () => {
  test('is grouped into lists by the value of a field with `group_by`', () => {
    const fields: Fields = { x: { ...ITEMS, group_by: 'kind', sort_by: 'price' } }
    assert.deepEqual(read(fields, SHOP).x, {
      tea: [
        { kind: 'tea', name: 'Black', price: 4 },
        { kind: 'tea', name: 'Green', price: 5 },
      ],
      pot: [{ kind: 'pot', name: 'Jug', price: 30 }],
    })
    assert.equal(read(fields, '<p>').x, null)
  })

  test('becomes an object of names and values with `entries`', () => {
    const rule: RuleObject = {
      css: 'li',
      all: true,
      fields: { n: 'b', v: { css: 'i', type: 'integer' } },
      entries: ['n', 'v'],
    }
    assert.deepEqual(read({ x: rule }, SHOP).x, { Green: 5, Jug: 30, Black: 4 })
  })

  test('cannot have several shapes at once', () => {
    assert.match(problem({ ...ITEMS, group_by: 'kind', entries: ['name', 'price'] })!, /do not go together/)
    assert.match(problem({ css: 'b', all: true, group_by: 'x' })!, /list of objects/)
    assert.match(problem({ css: 'li', fields: { a: 'b' }, group_by: 'a' })!, /is for lists/)
  })

  test('leaves out objects without any value with `empty: drop`', () => {
    const rule = (empty: 'keep' | 'drop') => ({ css: 'p', all: true, empty, fields: { a: 'b', c: { css: 'u', all: true } } }) as RuleObject // biome-ignore format: one thought
    const page = '<p><b>x</b></p><p>ad</p><p><b>y</b></p>'
    assert.deepEqual(read({ x: rule('drop') }, page).x, [
      { a: 'x', c: [] },
      { a: 'y', c: [] },
    ])
    assert.equal((read({ x: rule('keep') }, page).x as unknown[]).length, 3)
    assert.equal(whyNull({ css: 'p', empty: 'drop', fields: { a: 'i' } }, page), 'all its fields are empty')
    assert.equal(read({ x: { empty: 'drop', fields: { a: 'i' } } }, page).x, null)
  })

  test('uses the first matching alternative of `any` for each item, in page order', () => {
    const rule: RuleObject = {
      css: '.r',
      all: true,
      any: [
        { fields: { kind: { const: 'video' }, title: { css: 'h3', required: true }, length: 'time' } },
        { fields: { kind: { const: 'page' }, title: { css: 'h2', required: true }, at: { index: 0 } } },
      ],
    }
    const page =
      '<p class=r><h2>A</h2></p><div class=r><h2>A</h2></div><div class=r><h3>B</h3><time>3:00</time></div>'
    assert.deepEqual(read({ x: rule }, page).x, [
      null,
      { kind: 'page', title: 'A', at: 1 },
      { kind: 'video', title: 'B', length: '3:00' },
    ])
  })
})

describe('lists that are joined with `zip`', () => {
  const page = `<script id=s>[{"sku": "a", "n": 2}, {"sku": "c", "n": 9}, {"n": 1}]</script>
    <li data-sku=a>Pot</li><li data-sku=b>Cup</li>`
  const zip: RuleObject = {
    zip: [
      { css: 'li', all: true, fields: { sku: '@data-sku', name: '' } },
      { script: 's', all: true, fields: { sku: { json: 'sku' }, stock: { json: 'n', type: 'integer' } } },
    ],
    by: 'sku',
    all: true,
  }

  test('have the fields of both, with null where one list lacks the item', () => {
    const { data, fields } = readPage({ x: zip }, page)
    assert.deepEqual(data.x, [
      { sku: 'a', name: 'Pot', stock: 2 },
      { sku: 'b', name: 'Cup', stock: null },
      { sku: 'c', name: null, stock: 9 },
    ])
    assert.deepEqual(fields.x, { filled: 1, total: 1 })
  })

  test('keep all items with the same key in one list, each with the fields from the other', () => {
    const stocks = (json: string) =>
      `<script id=s>${json}</script><li data-sku=a>Pot<li data-sku=b>Cup<li data-sku=a>Pan`
    assert.deepEqual(read({ x: zip }, stocks('[{"sku": "a", "n": 2}]')).x, [
      { sku: 'a', name: 'Pot', stock: 2 },
      { sku: 'b', name: 'Cup', stock: null },
      { sku: 'a', name: 'Pan', stock: 2 },
    ])
    assert.deepEqual(
      read({ x: zip }, stocks('[{"sku": "b", "n": 2}, {"sku": "c", "n": 5}, {"sku": "b", "n": 3}]')).x,
      [
        { sku: 'a', name: 'Pot', stock: null },
        { sku: 'b', name: 'Cup', stock: 2 },
        { sku: 'a', name: 'Pan', stock: null },
        { sku: 'c', name: null, stock: 5 },
        { sku: 'b', name: 'Cup', stock: 3 },
      ],
    )
  })

  test('do not guess which items belong together when both lists repeat a key', () => {
    const page =
      '<script id=s>[{"sku": "a", "n": 2}, {"sku": "a", "n": 3}]</script><li data-sku=a>Pot<li data-sku=a>Pan'
    assert.deepEqual(read({ x: zip }, page).x, [
      { sku: 'a', name: 'Pot', stock: null },
      { sku: 'a', name: 'Pan', stock: null },
      { sku: 'a', name: null, stock: 2 },
      { sku: 'a', name: null, stock: 3 },
    ])
  })

  test('are joined in linear time even when all keys are the same', () => {
    const many = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ sku: 'a', n })))
    const found = read({ x: zip }, `<script id=s>${many}</script><li data-sku=a>Pot`).x as unknown[]
    assert.equal(found.length, 20_000)
  })

  test('are filtered, sorted and shaped like other lists', () => {
    const rule: RuleObject = {
      ...zip,
      where: { stock: { exists: true } },
      sort_by: '-stock',
      entries: ['sku', 'stock'],
    }
    assert.deepEqual(read({ x: rule }, page).x, { c: 9, a: 2 })
    assert.deepEqual(read({ x: zip }, '<p>').x, [])
    assert.deepEqual(read({ x: zip }, '<li data-sku=a>Pot').x, [{ sku: 'a', name: 'Pot', stock: null }])
  })

  test('require a key field and two lists', () => {
    assert.match(problem({ zip: ['a', 'b'], all: true })!, /needs "by"/)
    assert.match(problem({ zip: ['a', 'b'], by: 'x' })!, /yields a list/)
    assert.match(problem({ zip: ['a'], by: 'x', all: true })!, /two rules at least/)
  })
})

describe('a section between two headings', () => {
  const page = `<h1>T</h1><h2>One <sup>1</sup></h2><p>a</p>text<ul><li>b</li></ul><h2>Two</h2><section><p>c</p></section><h2>Three</h2>`
  const sections: RuleObject = {
    css: 'h2',
    until: 'h1, h2',
    all: true,
    fields: {
      title: 'h2',
      paragraphs: { css: 'p', all: true },
      items: { css: 'li', read: 'count' },
      link: '@id',
    },
  }

  test('is read as one item', () => {
    assert.deepEqual(read({ x: sections }, page).x, [
      { title: 'One 1', paragraphs: ['a'], items: 1, link: null },
      { title: 'Two', paragraphs: ['c'], items: 0, link: null },
      { title: 'Three', paragraphs: [], items: 0, link: null },
    ])
  })

  test('is read as one text, without removed elements', () => {
    const texts = { css: 'h2', until: 'h2', all: true, remove: 'h2' } as const
    assert.deepEqual(read({ x: { ...texts, transform: ['collapse'] } as RuleObject }, page).x, [
      'a text b',
      'c',
      null,
    ])
    assert.deepEqual(read({ x: { ...texts, all: false, read: 'markdown' } }, page).x, 'a\ntext\n- b')
  })

  test('ends where its parent ends', () => {
    assert.equal(read({ x: { css: 'b', until: 'i' } }, '<p><b>x</b>y</p>z').x, 'x\ny')
  })

  test('is read in limited time on a page of 20,000 headings', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `<h2>${n}</h2><p>${n}</p>`).join('')
    const rows = read(
      { x: { css: 'h2', until: 'h2', all: true, fields: { p: { css: 'p', type: 'integer' } } } },
      many,
    ).x
    assert.deepEqual((rows as unknown[]).at(-1), { p: 19_999 })
  })
})

describe('microdata', () => {
  const page = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Kettle</h1>
    <img itemprop=image src=/k.jpg><span itemprop="brand alias">Acme</span>
    <p itemprop=offers itemscope itemtype=https://schema.org/Offer><meta itemprop=price content=24.5><link itemprop=availability href=InStock></p>
    <p itemprop=offers itemscope itemtype=https://schema.org/Offer><b itemprop=price>30</b></p></div><i itemprop=name>stray</i>`

  test('is read like linked data', () => {
    const product: RuleObject = {
      microdata: 'Product',
      fields: {
        name: { json: 'name' },
        image: { json: 'image' },
        brand: { json: 'alias' },
        prices: { json: 'offers[*].price', all: true, type: 'number' },
      },
    }
    assert.deepEqual(read({ product }, page).product, {
      name: 'Kettle',
      image: '/k.jpg',
      brand: 'Acme',
      prices: [24.5, 30],
    })
    assert.equal(read({ x: { microdata: 'Offer', path: 'availability' } }, page).x, 'InStock')
    assert.equal(
      whyNull({ microdata: 'Person', path: 'name' }, page),
      'no microdata is of type Person: there is Product, Offer',
    )
  })

  test('has properties that are elsewhere, by `itemref`', () => {
    const apart = `<p id=a>Brand: <b itemprop=brand>Acme</b></p>
      <div itemscope itemtype=https://schema.org/Product itemref="a c none"><h1 itemprop=name>Kettle</h1></div>
      <div itemscope itemtype=https://schema.org/Product itemref=a><h1 itemprop=name>Pot</h1></div>
      <div id=c itemprop=offers itemscope itemtype=https://schema.org/Offer><i itemprop=price>5</i></div>`
    const rule: RuleObject = { microdata: 'Product', all: true }
    assert.deepEqual(read({ x: rule }, apart).x, [
      {
        '@type': 'https://schema.org/Product',
        name: 'Kettle',
        brand: 'Acme',
        offers: { '@type': 'https://schema.org/Offer', price: '5' },
      },
      { '@type': 'https://schema.org/Product', name: 'Pot', brand: 'Acme' },
    ])
  })

  test('without a type is matched by `*`, like any other', () => {
    const untyped =
      '<div itemscope><b itemprop=name>Kettle</b></div><p itemscope itemtype=Thing><b itemprop=name>Pot</b></p>'
    assert.deepEqual(read({ x: { microdata: '*', path: 'name', all: true } }, untyped).x, ['Kettle', 'Pot'])
    assert.equal(
      whyNull({ microdata: 'Product' }, untyped),
      'no microdata is of type Product: there is untyped, Thing',
    )
  })

  test('with circular references, or references to the whole page, stays bounded', () => {
    const circle =
      '<div id=a itemprop=x itemscope itemref=b></div><div id=b itemprop=y itemscope itemref=a></div>'
    assert.deepEqual(read({ x: { microdata: '*', all: true } }, circle).x, [
      { '@type': '', y: '' },
      { '@type': '', x: '' },
    ])
    const itself = '<div id=a><div itemscope itemref=a><b itemprop=n>1</b></div></div>'
    assert.deepEqual(read({ x: { microdata: '*' } }, itself).x, { '@type': '', n: '1' })
    const all = `<div id=a>${'<b itemprop=n>1</b>'.repeat(1000)}</div>${'<p itemscope itemref=a></p>'.repeat(1000)}`
    const counts = read({ x: { microdata: '*', path: 'n', all: true } }, all).x as string[]
    assert.ok(counts.length < 110_000, String(counts.length))
  })
})
