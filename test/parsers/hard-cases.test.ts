import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { MAX_PAGE_BYTES } from '../../server/operations/uploads.ts'
import { decodeText } from '../../server/pages/charset.ts'
import { compileParser } from '../../server/parsers/compile/compile-parser.ts'
import type { Fields } from '../../server/parsers/parser-schema.ts'
import { runParser } from '../../server/parsers/run-parser.ts'
import { read, readPage, whyNull } from './support/read-page.ts'
import { readPages } from './support/read-pages.ts'

const CASES: { title: string; page: string; fields: Fields; data: unknown }[] = [
  {
    title: '1: one thing in two rows of a table',
    page: `<table><tr class=thing><td><a class=t href=/1>One</a><tr><td class=s>5 points
      <tr class=thing><td><a class=t href=/2>Two</a><tr><td></table>`,
    fields: {
      things: {
        css: '.thing',
        all: true,
        fields: { title: '.t', points: { css: '+ tr .s', type: 'integer' } },
      },
    },
    data: {
      things: [
        { title: 'One', points: 5 },
        { title: 'Two', points: null },
      ],
    },
  },
  {
    title: '2: a product page in another layout',
    page: '<div class=v2><h1>Kettle</h1><p class=cost>€5</p></div>',
    fields: {
      product: {
        any: [
          {
            css: '.v1',
            fields: { name: { css: 'h2', required: true }, price: { css: '.price', type: 'price' } },
          },
          {
            css: '.v2',
            fields: { name: { css: 'h1', required: true }, price: { css: '.cost', type: 'price' } },
          },
        ],
      },
    },
    data: { product: { name: 'Kettle', price: { amount: 5, currency: 'EUR' } } },
  },
  {
    title: '4: a state that is no strict JSON',
    page: '<script>window.__STATE__={"a":undefined,"items":[1,2,],};</script>',
    fields: { items: { script: '__STATE__', path: 'items', all: true } },
    data: { items: [1, 2] },
  },
  {
    title: '5: German thousands',
    page: '<b>1.226,00 EUR</b><i>3.350</i>',
    fields: { a: { css: 'b', type: 'price' }, b: { css: 'i', type: 'number', locale: 'de' } },
    data: { a: { amount: 1226, currency: 'EUR' }, b: 3350 },
  },
  {
    title: '6: a price in several elements',
    page: '<p class=p><span class=e>68</span><sup class=c>50</sup> €</p>',
    fields: { euros: '.e', cents: '.c', price: { template: '${euros}.${cents} €', type: 'price' } },
    data: { euros: '68', cents: '50', price: { amount: 68.5, currency: 'EUR' } },
  },
  {
    title: '7: a list in which an age is missing',
    page: '<ul><li><b>Ann</b><i>31</i><li><b>Bob</b><li><b>Cy</b><i>7</i></ul>',
    fields: { rows: { css: 'li', all: true, fields: { name: 'b', age: { css: 'i', type: 'integer' } } } },
    data: {
      rows: [
        { name: 'Ann', age: 31 },
        { name: 'Bob', age: null },
        { name: 'Cy', age: 7 },
      ],
    },
  },
  {
    title: '8: an address that stands in no element of its own',
    page: '<p><b>Shop</b><br>Rose St 1<br>10001 Town</p>',
    fields: {
      street: { xpath: '//p/text()[1]' },
      town: { xpath: '//p/text()[2]' },
      whole: { css: 'p', read: 'own_text' },
    },
    data: { street: 'Rose St 1', town: '10001 Town', whole: 'Rose St 1 10001 Town' },
  },
  {
    title: '9: tables with names at the left, heads over two columns, and pictures in cells',
    page: `<table id=s><tr><th>Weight<td>2 kg<tr><th>Colour<td>red</table>
      <table id=t><tr><th>Item<th colspan=2>Price<tr><td><img src=/k.png><td>1<td>2</table>`,
    fields: {
      specs: { table: '#s' },
      rows: {
        table: '#t',
        all: true,
        fields: { picture: { column: 'Item', read: 'image' }, net: { column: 2, type: 'number' } },
      },
    },
    data: { specs: { Weight: '2 kg', Colour: 'red' }, rows: [{ picture: '/k.png', net: 1 }] },
  },
  {
    title: '10: a picture that is loaded late',
    page: '<img src="data:image/gif;base64,R0lG" data-srcset="/s.jpg 1x, /l.jpg 2x">',
    fields: { image: { css: 'img', read: 'image' } },
    data: { image: '/l.jpg' },
  },
  {
    title: '11: neighbouring items whose words must not touch',
    page: '<ul><li>a</li><li>b</li></ul><p>c<br>d</p>',
    fields: { list: 'ul', lines: 'p' },
    data: { list: 'a b', lines: 'c d' },
  },
  {
    title: '12: a link without an address in a list',
    page: '<a href=/1>1</a><a>2</a><a href=/3>3</a>',
    fields: { links: { css: 'a@href', all: true, transform: ['trim', { prefix: 'https://a.example' }] } },
    data: { links: ['https://a.example/1', null, 'https://a.example/3'] },
  },
  {
    title: '13: a picture in the background',
    page: `<div class=hero style="background: #fff url('/hero.jpg') no-repeat"></div>`,
    fields: { image: { css: '.hero', read: 'image' }, same: { css: '.hero@style', transform: ['css_url'] } },
    data: { image: '/hero.jpg', same: '/hero.jpg' },
  },
  {
    title: '16: a declared shadow tree inside another one, and a template that is none',
    page: `<x-card><template shadowrootmode=open><b title=">>">inside</b><x-in><template shadowrootmode="open"><i>deep</i></template></x-in></template>
      <template><b>no part</b></template></x-card>`,
    fields: {
      all: { css: 'b', all: true },
      inside: 'x-card >> b[title=">>"]',
      deep: 'x-card >> x-in >> i',
      cards: { css: 'x-card', all: true, fields: { own: '>> b@title' } },
      byXPath: { xpath: '//b', all: true },
    },
    data: {
      all: ['inside'],
      inside: 'inside',
      deep: 'deep',
      cards: [{ own: '>>' }],
      byXPath: ['inside'],
    },
  },
  {
    title: '16: a declared shadow tree, which is not part of the page’s own text',
    page: '<x-card><template shadowrootmode=open><b>inside</b></template>outside</x-card>',
    fields: { card: 'x-card' },
    data: { card: 'outside' },
  },
  {
    title: '19: a sale that has ended',
    page: '<p class=price>€20</p>',
    fields: {
      price: { any: ['.price .sale', '.price'], type: 'price' },
      on_sale: { css: '.sale', read: 'exists' },
    },
    data: { price: { amount: 20, currency: 'EUR' }, on_sale: false },
  },
]

describe('a hard case', () => {
  for (const { title, page, fields, data } of CASES) {
    test(title, () => assert.deepEqual(read(fields, page), data))
  }

  test('3: the product with a SKU is chosen among two in linked data, even inside a graph', () => {
    const page = `<script type="application/ld+json">{"@type":"Product","name":"Similar thing"}</script>
      <script type="application/ld+json">{"@graph":[{"@type":"WebPage"},{"@type":"Product","name":"Kettle","sku":"K1"}]}</script>`
    const product = {
      jsonld: 'Product',
      where: { sku: { exists: true } },
      fields: { name: { json: 'name' }, sku: { json: 'sku' } },
    }
    assert.deepEqual(read({ product }, page), { product: { name: 'Kettle', sku: 'K1' } })
  })

  test('14: the bytes of a page that declares windows-1252 are decoded as such', () => {
    const bytes = Uint8Array.from('<meta charset=windows-1252><b>caf\xe9 \x80 5</b>', char =>
      char.charCodeAt(0),
    )
    assert.equal(read({ x: 'b' }, decodeText(bytes)).x, 'café € 5')
  })

  test('15: 5,000 nested elements, and a quote that is never closed, are read', () => {
    assert.equal(read({ x: 'i' }, `${'<div>'.repeat(5000)}<i>end</i>`).x, 'end')
    assert.deepEqual(read({ a: 'h1', b: 'p' }, '<h1>T</h1><a href="x>link</a><p>lost</p>'), {
      a: 'T',
      b: null,
    })
  })

  test('15: a page of 15.9 MB is read, while one of 16.1 MB would exceed the limit', () => {
    const rows = '<li><b>name</b></li>'.repeat(795_000)
    assert.equal(read({ count: { css: 'li', read: 'count' } }, `<ul>${rows}</ul>`).count, 795_000)
    assert.ok(rows.length >= 15.9e6 && rows.length < MAX_PAGE_BYTES && MAX_PAGE_BYTES < 16.1 * 1_048_576)
  })

  test('16: a page in a frame is followed like one behind a link', async () => {
    const items = { css: 'section', all: true, fields: { name: 'h2' } }
    const schema = { fields: { items: { ...items, follow: { link: 'iframe@src', fields: { left: 'b' } } } } }
    const site = { '/': '<section><h2>Pot</h2><iframe src=/frame></iframe></section>', '/frame': '<b>3</b>' }
    assert.deepEqual((await readPages(schema, site)).result.data, { items: [{ name: 'Pot', left: '3' }] })
  })

  test('18: a bot wall with status 200 is reported as `blocked`', () => {
    const wall = '<title>Just a moment...</title><h1>Checking</h1><div id=challenge></div>'
    const schema = {
      fields: { title: 'h1' },
      expect: { must_not: ['#challenge', { css: 'title', pattern: '^Just' }] },
    }
    assert.throws(
      () => runParser(compileParser(schema), { text: wall }),
      error => error instanceof AppError && error.code === 'blocked' && error.status === 502,
    )
  })

  for (const base of ['javascript:1', 'data:,x', 'http://['])
    test(`17: links are relative to the page when its <base> is ${base}`, () => {
      const page = `<base href="${base}"><a href=kettle>k</a>`
      const rule = { css: 'a@href', type: 'url' } as const
      assert.equal(read({ x: rule }, page, { url: 'https://a.example/b' }).x, 'https://a.example/kettle')
      assert.equal(read({ x: rule }, page).x, null)
    })

  test('17: links are relative to the page, or to its own <base>, when a drawing or a formula has one', () => {
    const rule = { css: 'a@href', type: 'url' } as const
    const url = 'https://a.example/b'
    for (const element of ['svg', 'math']) {
      const page = `<${element}><base href="https://c.example/"></base></${element}><a href=kettle>k</a>`
      assert.equal(read({ x: rule }, page, { url }).x, 'https://a.example/kettle')
      assert.equal(read({ x: rule }, `${page}<base href=/shop/>`, { url }).x, 'https://a.example/shop/kettle')
    }
  })

  test('17: links are relative to a valid <base>', () => {
    const page = '<base href="https://cdn.example/shop/"><a href=kettle>k</a>'
    assert.equal(
      read({ x: { css: 'a@href', type: 'url' } }, page, { url: 'https://a.example/' }).x,
      'https://cdn.example/shop/kettle',
    )
  })

  test('19: the trace shows which rule gave the price', () => {
    const rule = { any: ['.sale', '.price'], type: 'price' } as const
    const entry = readPage({ x: rule as never }, '<p class=price>€20').trace!.find(
      ({ field }) => field === 'x',
    )
    assert.equal(entry?.chosen, 1)
  })

  test('20: a pattern with exponential backtracking in other engines ends', () => {
    assert.equal(
      whyNull({ regex: '(x+x+)+y' }, `<p>${'x'.repeat(50_000)}`),
      'nothing matches the pattern "(x+x+)+y"',
    )
  })
})
