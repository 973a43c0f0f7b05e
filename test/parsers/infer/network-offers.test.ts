import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { offersOf, patternOf } from '../../../server/parsers/infer/network-offers.ts'
import type { Json } from '../../../server/parsers/parser-schema.ts'

const items = (count: number): Json[] =>
  Array.from({ length: count }, (_, id) => ({ id, displayName: `n${id}`, tags: ['a'], gone: null }))

describe('the fields that are proposed for a network answer', () => {
  test('are its lists of objects, the largest first, with the keys of simple values', () => {
    const offers = offersOf('/api/items/*', { page: 1, data: { 'the items': items(3) }, also: items(2) })
    assert.deepEqual(offers, [
      {
        name: 'the_items',
        rule: {
          network: '/api/items/*',
          path: 'data["the items"]',
          all: true,
          fields: { id: { json: 'id' }, display_name: { json: 'displayName' } },
        },
        count: 3,
      },
      {
        name: 'also',
        rule: {
          network: '/api/items/*',
          path: 'also',
          all: true,
          fields: { id: { json: 'id' }, display_name: { json: 'displayName' } },
        },
        count: 2,
      },
    ])
  })

  test('are those of one object, named by the address, when there is no list', () => {
    assert.deepEqual(offersOf('/v1/price/17', { amount: 5, more: { a: 1 } }), [
      {
        name: 'price',
        rule: { network: '/v1/price/17', fields: { amount: { json: 'amount' } } },
        count: null,
      },
    ])
    for (const value of ['text', 5, null, [], {}, [1, 2]] as Json[])
      assert.deepEqual(offersOf('/a', value), [])
  })

  test('are computed without delay for huge or deeply nested data', () => {
    let deep: Json = 1
    for (let level = 0; level < 10_000; level++) deep = { a: deep, b: level }
    assert.equal(offersOf('/a', deep).length, 1)
    assert.equal(
      offersOf('/a', Object.fromEntries(items(50_000).map((item, at) => [`k${at}`, item]))).length,
      0,
    )
  })
})

test('the pattern of an address has a star where addresses of the same form differ', () => {
  const all = ['https://a.example/items/1?x', 'https://a.example/items/2', 'https://a.example/users/7'].map(
    url => ({ url }),
  )
  assert.deepEqual(
    all.map(({ url }) => patternOf(url, all)),
    ['/items/*', '/items/*', '/users/7'],
  )
})
