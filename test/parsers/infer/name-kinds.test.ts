import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kindOfName, stemOf } from '../../../server/parsers/infer/rules/name-kinds.ts'

const KINDS = {
  machine:
    'css-1x2y3z sc-bdVaJa jsx-2871293 _3xK9f a1b2c3d4 Button_root__2Xy9z svelte-1tky8bj kQzWxyZb ember1234 hmdgfj',
  meaningful:
    'price product-title entry-title card__price comments-count h-card postMeta sku currentPrice byline',
  looks: 'mt-4 text-gray-500 md:flex col-6 row container w-1/2 hidden',
  state: 'is-active has-image selected lazyload first',
  numbered: 'post-4711 item-1 page-12 product100245',
}

describe('the name of a class', () => {
  for (const [kind, names] of Object.entries(KINDS))
    test(`is recognized as one that is ${kind}`, () => {
      for (const name of names.split(' ')) assert.equal(kindOfName(name), kind, name)
    })

  test('is reduced to the part that a person wrote', () => {
    assert.equal(stemOf('Product_price__a1B2c'), 'Product_price__')
    assert.equal(stemOf('css-1x2y3z'), null)
    assert.equal(stemOf('price'), null)
  })
})
