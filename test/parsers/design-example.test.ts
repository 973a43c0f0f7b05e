import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../server/parsers/parser-schema.ts'
import { readPage } from './support/read-page.ts'

const FIELDS: Fields = {
  title: { css: 'h1' },
  tags: { css: '.tag', all: true },
  seller: { css: '.seller', fields: { name: 'b', link: 'a@href' } },
  offers: { css: '.offer', all: true, fields: { price: { css: '.p', type: 'number' }, sku: '@data-sku' } },
  rating: {
    any: [{ jsonld: 'Product', path: 'aggregateRating.ratingValue' }, '.stars@data-score'],
    type: 'number',
  },
}

const PAGE = `<!doctype html>
  <script type="application/ld+json">{"@type": "Product", "aggregateRating": {"ratingValue": "n/a"}}</script>
  <h1>Copper <em>kettle</em></h1>
  <span class="tag">kitchen</span><span class="tag">copper</span>
  <p class="seller"><b>Ann</b> <a href="/ann">her shop</a></p>
  <div class="offer" data-sku="K1"><span class="p">$1,024.50</span></div>
  <div class="offer" data-sku="K2"></div>
  <div class="offer"><span class="p">sold out</span></div>
  <i class="stars" data-score="4.5"></i>`

describe('the example schema of the design', () => {
  const result = readPage(FIELDS, PAGE)

  test('gives the documented data', () => {
    assert.deepEqual(result.data, {
      title: 'Copper kettle',
      tags: ['kitchen', 'copper'],
      seller: { name: 'Ann', link: '/ann' },
      offers: [
        { price: 1024.5, sku: 'K1' },
        { price: null, sku: 'K2' },
        { price: null, sku: null },
      ],
      rating: 4.5,
    })
  })

  test('reports why values are null, by data path and by rule', () => {
    assert.deepEqual(result.nulls, [
      {
        field: 'offers[1].price',
        rule: 'schema.fields.offers.fields.price',
        reason: 'no element matches ".p"',
      },
      {
        field: 'offers[2].price',
        rule: 'schema.fields.offers.fields.price',
        reason: '"sold out" holds no number',
      },
      {
        field: 'offers[2].sku',
        rule: 'schema.fields.offers.fields.sku',
        reason: 'matched, but its attribute "data-sku" is absent',
      },
    ])
  })

  test('counts how often each field was filled', () => {
    assert.deepEqual(result.fields, {
      title: { filled: 1, total: 1 },
      tags: { filled: 1, total: 1 },
      seller: { filled: 1, total: 1 },
      'seller.name': { filled: 1, total: 1 },
      'seller.link': { filled: 1, total: 1 },
      offers: { filled: 1, total: 1 },
      'offers.price': { filled: 1, total: 3 },
      'offers.sku': { filled: 2, total: 3 },
      rating: { filled: 1, total: 1, hits: [0, 1] },
    })
  })

  test('shows in the trace which rule of `any` had the value', () => {
    const entry = result.trace?.find(({ field }) => field === 'rating')
    assert.deepEqual(entry, {
      field: 'rating',
      rule: 'schema.fields.rating',
      matched: 1,
      nodes: [16],
      passed: ['0: "n/a" holds no number'],
      raw: '4.5',
      value: 4.5,
      chosen: 1,
    })
  })

  test('can be extended with prices', () => {
    const offers = {
      css: '.offer',
      all: true,
      limit: 1,
      fields: { price: { css: '.p', type: 'price', currency: 'USD' } },
    } as const
    assert.deepEqual(readPage({ offers }, PAGE).data.offers, [{ price: { amount: 1024.5, currency: 'USD' } }])
  })
})
