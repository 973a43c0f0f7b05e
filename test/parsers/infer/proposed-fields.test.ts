import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inferParser } from '../../../server/parsers/infer/infer-parser.ts'

/** The names of the fields that are proposed for the items of a list of which two were clicked. */
function namesOf(item: (text: string) => string): string[] {
  const text = `<ul class="list">${['one 1', 'two 2', 'three 3'].map(item).join('')}</ul>`
  const page = {
    page: { text, url: 'https://shop.example/' },
    values: {},
    items: [{ css: '.list > li' }, { css: '.list > li + li' }],
  }
  return inferParser([page], 'items').fields.flatMap(({ name }) =>
    name.startsWith('items.') ? [name.slice('items.'.length)] : [],
  )
}

describe('the fields that are proposed for the items of a list', () => {
  test('have names without what scripts and tests find them by', () => {
    assert.deepEqual(
      namesOf(text => `<li><b class="js-headline">${text}</b><i class="qa-stock">${text} left</i></li>`),
      ['headline', 'stock'],
    )
  })

  test('are one for an element and a piece of it that has no name of its own', () => {
    assert.deepEqual(
      namesOf(
        text => `<li><b class="name">${text}</b><p class="rating"><b>${text.slice(-1)}</b> of 5</p></li>`,
      ),
      ['name', 'rating'],
    )
  })
})
