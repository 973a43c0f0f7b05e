import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { read, whyNull } from '../support/read-page.ts'

const ld = (...blobs: unknown[]) =>
  blobs
    .map(
      blob =>
        `<script type="application/ld+json">${typeof blob === 'string' ? blob : JSON.stringify(blob)}</script>`,
    )
    .join('')

describe('a meta rule', () => {
  const page = `<meta property="og:title" content=" Kettle "><meta name="Description" content="Made of copper">
    <meta itemprop="price" content="24.50"><meta property="og:image" content="/1"><meta property="og:image" content="/2">
    <meta name="robots" content=""><meta name="bare"><meta name="keywords" content=""><meta name="keywords" content="tea">`
  const cases: [string, Fields[string], unknown][] = [
    ['reads by property', { meta: 'og:title' }, 'Kettle'],
    ['reads by name, in any case', { meta: 'DESCRIPTION' }, 'Made of copper'],
    ['reads by itemprop', { meta: 'price', type: 'number' }, 24.5],
    ['takes the first of several', { meta: 'og:image' }, '/1'],
    ['takes the first of several that says something', { meta: 'keywords' }, 'tea'],
    ['takes all of several', { meta: 'og:image', all: true }, ['/1', '/2']],
    ['is null without the element', { meta: 'og:url' }, null],
    ['is null without content', { meta: 'bare' }, null],
  ]
  for (const [title, rule, expected] of cases) {
    test(title, () => assert.deepEqual(read({ x: rule }, page).x, expected))
  }

  test('reports why it is null', () => {
    assert.equal(whyNull({ meta: 'og:url' }, page), 'no meta element is named "og:url"')
    assert.equal(whyNull({ meta: 'robots' }, page), 'matched, but its text is empty')
  })
})

describe('a css rule with a path', () => {
  const page = `<div id="app" data-page="{&quot;a&quot;: {&quot;b&quot;: 1}, &quot;n&quot;: null}"></div><u>[1, 2]</u>
    <i data-p='{"k": "x"}'></i><i data-p='{"l": "y"}'></i><i data-p='oops'></i><i data-p='{"l": "z"}'></i>`
  const cases: [string, Fields[string], unknown][] = [
    ['reads JSON in an attribute', { css: '#app@data-page', path: 'a.b' }, 1],
    ['reads JSON in a text', { css: 'u', path: '[1]' }, 2],
    ['takes the first element that has something there', { css: 'i@data-p', path: 'l' }, 'y'],
    ['takes all that have something there', { css: 'i@data-p', path: 'l', all: true }, ['y', 'z']],
    ['reads fields', { css: '#app@data-page', path: 'a', fields: { b: { json: 'b' } } }, { b: 1 }],
    [
      'reads the item of a list itself',
      { css: 'i', all: true, limit: 2, fields: { k: { css: '@data-p', path: 'k' } } },
      [{ k: 'x' }, { k: null }],
    ],
    ['has the type that it names', { css: '#app@data-page', path: 'a.b', type: 'string' }, '1'],
  ]
  for (const [title, rule, expected] of cases) {
    test(title, () => assert.deepEqual(read({ x: rule }, page).x, expected))
  }

  const reasons: [Fields[string], string][] = [
    [{ css: 'b@data-p', path: 'k' }, 'no element matches "b"'],
    [{ css: 'u@data-p', path: 'k' }, 'matched, but what it reads is not JSON'],
    [{ css: '#app@data-page', path: 'a.c' }, 'a has nothing at .c: there is b'],
  ]
  for (const [rule, reason] of reasons) {
    test(`reports: ${reason}`, () => assert.equal(whyNull(rule, page), reason))
  }
})

describe('a jsonld rule', () => {
  const price = { jsonld: 'Product', path: 'offers.price' }
  const product = { '@type': 'Product', offers: { price: '24.50' } }
  const shapes: [string, string][] = [
    ['an object', ld(product)],
    ['a list', ld([{ '@type': 'Person' }, product])],
    ['@graph', ld({ '@graph': [{ '@type': 'WebPage' }, product] })],
    ['another object', ld({ '@type': 'WebPage', mainEntity: product })],
    ['the second script', ld({ '@type': 'Organization' }, product)],
    ['a script after a broken one', ld('{"@type": "Product", ', product)],
    [
      'a script with comments',
      ld(`/* the "shop" { */ {"@type": "Product", // a note
      "offers": {"price": /* net */ "24.50"}}`),
    ],
    [
      'the second object of a script',
      ld('{"@type": "Book"}\n{"@type": "Product", "offers": {"price": "24.50"}}'),
    ],
    [
      'the second object behind a comma',
      ld('{"@type": "Book"}, {"@type": "Product", "offers": {"price": "24.50"}},'),
    ],
    ['a script written with entities', ld(JSON.stringify(product).replaceAll('"', '&quot;'))],
    ['a script without its end', ld(JSON.stringify(product).slice(0, -2))],
    ['a script with keys without quotes', ld("{'@type': 'Product', offers: {price: '24.50'}}")],
    ['several types', ld({ ...product, '@type': ['Thing', 'Product'] })],
    ['a type by its address', ld({ ...product, '@type': 'http://www.schema.org/Product/' })],
    ['a type by an address without a scheme', ld({ ...product, '@type': '//schema.org/Product' })],
    ['a type with its address', ld({ ...product, '@type': 'https://schema.org/Product' })],
    ['an object whose first of that type lacks the path', ld({ '@type': 'Product', name: 'a' }, product)],
    [
      'an object whose first of that type has null there',
      ld({ '@type': 'Product', offers: { price: null } }, product),
    ],
    [
      'a script with capitals and parameters in its type',
      ld(product).replace('application/ld+json', 'Application/LD+JSON; charset=utf-8'),
    ],
  ]
  for (const [title, page] of shapes) {
    test(`finds its value in ${title}`, () => assert.equal(read({ x: price }, page).x, '24.50'))
  }

  test('without a path reads fields from the whole object', () => {
    const page = ld({ ...product, name: 'Kettle', image: ['/1', '/2'] })
    const fields: Fields = {
      name: { json: 'name' },
      price: { json: 'offers.price', type: 'number' },
      images: { json: 'image', all: true },
    }
    assert.deepEqual(read({ x: { jsonld: 'Product', fields } }, page).x, {
      name: 'Kettle',
      price: 24.5,
      images: ['/1', '/2'],
    })
  })

  test('follows references to objects in other scripts along a path', () => {
    const page = ld(
      {
        '@type': 'Product',
        '@id': '#p',
        offers: [{ '@id': '#o' }],
        review: [{ '@id': '#r' }],
        isPartOf: { '@id': '#p' },
      },
      { '@graph': [{ '@type': 'Offer', '@id': '#o', price: '5', seller: { '@id': '#s' } }] },
      { '@type': 'Offer', '@id': '#o' },
      { '@type': 'Organization', '@id': '#s', name: 'Shop' },
      { '@type': 'Review', '@id': '#r', author: { name: 'Ann' } },
    )
    const at = (path: string, more = {}) => read({ x: { jsonld: 'Product', path, ...more } }, page).x
    assert.equal(at('offers[0].price'), '5')
    assert.equal(at('offers[0].seller.name'), 'Shop')
    assert.deepEqual(at('review[*].author.name', { all: true }), ['Ann'])
    assert.equal(at('isPartOf.isPartOf.offers[0].price'), '5')
    assert.deepEqual(at('offers', { all: true }), [{ '@id': '#o' }])
    assert.equal(at('offers[0].sku'), null)
    const fields = { by: { json: 'review[0].author.name' } }
    assert.deepEqual(read({ x: { jsonld: 'Product', fields } }, page).x, { by: 'Ann' })
  })

  test('follows references to objects without a type, and those beside items that are whole', () => {
    const page = ld({
      '@graph': [
        { '@type': 'Product', brand: { '@id': '#b' }, offers: [{ '@id': '#o' }, { price: 3 }] },
        { '@id': '#b', name: 'Pots & Co' },
        { '@id': '#o', price: 5 },
      ],
    })
    const prices = { json: 'offers[*].price', all: true } as const
    const fields = { brand: { json: 'brand.name' }, prices }
    assert.deepEqual(read({ x: { jsonld: 'Product', fields } }, page).x, {
      brand: 'Pots & Co',
      prices: [5, 3],
    })
    assert.deepEqual(read({ x: { jsonld: 'Product', path: prices.json, all: true } }, page).x, [5, 3])
    assert.equal(
      whyNull({ jsonld: 'Product', path: 'brand.logo' }, page),
      'brand has nothing at .logo: there are @id, name',
    )
  })

  test('with `all` takes every object of the type', () => {
    const page = ld(
      { '@type': 'Review', author: 'Ann' },
      { '@graph': [{ '@type': 'Review', author: 'Bob' }, { '@type': 'Review' }] },
    )
    assert.deepEqual(read({ x: { jsonld: 'Review', path: 'author', all: true } }, page).x, ['Ann', 'Bob'])
    assert.deepEqual(
      read({ x: { jsonld: 'Review', all: true, fields: { by: { json: 'author' } } } }, page).x,
      [{ by: 'Ann' }, { by: 'Bob' }, { by: null }],
    )
  })

  test('takes no part of a text whose quotes are not escaped', () => {
    const page =
      '<script type="application/ld+json">{"@type": "Product", "sku": "a", "name": "12" pipe"}</script>'
    const fields = { sku: { json: 'sku' }, name: { json: 'name' } }
    assert.deepEqual(read({ x: { jsonld: 'Product', fields } }, page).x, { sku: 'a', name: null })
  })

  test('reads the complete parts of a script that is cut off', () => {
    const cut = ld('{"@type": "Product", "name": "Kettle", "tags": ["a", "b"], "sku": "K')
    const fields = { name: { json: 'name' }, tags: { json: 'tags', all: true }, sku: { json: 'sku' } }
    assert.deepEqual(read({ x: { jsonld: 'Product', fields } }, cut).x, {
      name: 'Kettle',
      tags: ['a', 'b'],
      sku: null,
    })
  })

  test('keeps entities and text that looks like a comment in valid JSON-LD', () => {
    const page = ld({ '@type': 'Book', name: 'Tom &amp; Jerry', url: 'https://shop.example/*/x' })
    const fields = { name: { json: 'name' }, url: { json: 'url' } }
    assert.deepEqual(read({ x: { jsonld: 'Book', fields } }, page).x, {
      name: 'Tom &amp; Jerry',
      url: 'https://shop.example/*/x',
    })
  })

  test('matches objects of any type with `*`', () => {
    const page = ld({ '@type': 'Book', name: 'a' }, { '@type': 'Film', name: 'b' })
    assert.deepEqual(read({ x: { jsonld: '*', path: 'name', all: true } }, page).x, ['a', 'b'])
  })

  test('reports which script cannot be read', () => {
    const page = ld({ '@type': 'Book' }, '{"@type": Product of ours}')
    assert.equal(
      whyNull(price, page),
      'no JSON-LD is of type Product: there is Book; script 2 of it cannot be read: it starts "{\\"@type\\": Product of ours}"',
    )
  })

  test('matches any of several types', () => {
    assert.equal(
      read({ x: { jsonld: ['Offer', 'Book'], json: 'name' } }, ld({ '@type': 'Book', name: 'B' })).x,
      'B',
    )
  })

  test('reports why it is null', () => {
    assert.equal(whyNull(price, ld({ '@type': 'Book' })), 'no JSON-LD is of type Product: there is Book')
    assert.equal(whyNull(price, '<p>x</p>'), 'no JSON-LD is of type Product: there is none')
    assert.equal(whyNull({ jsonld: '*', path: 'name' }, '<p>x</p>'), 'the page has no JSON-LD')
    assert.match(
      whyNull({ jsonld: '*', path: 'name' }, ld('{"@type": Book of ours}')) ?? '',
      /^there is no readable JSON-LD; script 1 of it cannot be read/,
    )
    assert.equal(whyNull({ microdata: '*', path: 'name' }, '<p>x</p>'), 'the page has no microdata')
    assert.equal(whyNull(price, ld({ '@type': 'Product', offers: {} })), 'offers has nothing at .price')
  })
})

describe('a script rule', () => {
  const value = { script: 'STATE', path: 'items[0].name' }
  const json = '{"items": [{"name": "Kettle; </b> {"}]}'
  const shapes: [string, string][] = [
    ['a script with that id', `<script id="STATE" type="application/json">${json}</script>`],
    ['a property of window', `<script>window.STATE = ${json};</script>`],
    ['a property in brackets', `<script>window["STATE"]=${json}</script>`],
    ['a var', `<script>var a = 1; var STATE = ${json};\nrun(STATE)</script>`],
    ['a const without blanks', `<script>const STATE=${json}</script>`],
    ['JSON.parse of a double-quoted text', `<script>STATE = JSON.parse(${JSON.stringify(json)})</script>`],
    [
      'JSON.parse of a single-quoted text',
      `<script>STATE = JSON.parse('{"items": [{"name": "Kettle; <\\/b> \\x7b"}]}')</script>`,
    ],
    [
      'an assignment after other uses',
      `<script>if (STATE == 1) MY_STATE = {}; f(STATE); STATE = ${json}</script>`,
    ],
    [
      'the second script of that name',
      `<script>STATE = {"items": []}</script><script>STATE = ${json}</script>`,
    ],
    ['an assignment after a broken one', `<script>STATE = {oh: no}; STATE = ${json}</script>`],
    ['a script that goes on after it', `<script id="STATE">${json} ; more } ] "</script>`],
  ]
  for (const [title, page] of shapes) {
    test(`finds its value in ${title}`, () => assert.equal(read({ x: value }, page).x, 'Kettle; </b> {'))
  }

  test('accepts a name that starts with `window`', () => {
    assert.equal(
      read({ x: { script: 'window.A.b', path: 'c' } }, '<script>window.A.b = {"c": 1}</script>').x,
      1,
    )
  })

  test('reads fields from its items', () => {
    const page = '<script>rows = [{"n": 1}, {"n": 2}]</script>'
    const rows = { script: 'rows', all: true, fields: { n: { json: 'n' } } }
    assert.deepEqual(read({ rows }, page).rows, [{ n: 1 }, { n: 2 }])
  })

  test('reports why it is null', () => {
    assert.equal(
      whyNull(value, '<script>STATE = load()</script>'),
      'scripts use the name "STATE", but load() has no value before it is run',
    )
    assert.equal(whyNull(value, '<script>STATE = {}</script>'), 'the JSON has nothing at .items')
  })
})
