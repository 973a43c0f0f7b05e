import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { inferParser } from '../../../server/parsers/infer/infer-parser.ts'
import type { Json, JsonObject } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

/** The names of the fields proposed for a list of which two items were clicked. */
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

describe('the fields proposed for the items of a list', () => {
  test('have names without the prefixes of script and test hooks', () => {
    assert.deepEqual(
      namesOf(text => `<li><b class="js-headline">${text}</b><i class="qa-stock">${text} left</i></li>`),
      ['headline', 'stock'],
    )
  })

  test('are only one for an element and an unnamed part of it', () => {
    assert.deepEqual(
      namesOf(
        text => `<li><b class="name">${text}</b><p class="rating"><b>${text.slice(-1)}</b> of 5</p></li>`,
      ),
      ['name', 'rating'],
    )
  })
})

test('items with loose text between their elements have fields for those elements', () => {
  const item = (name: string) => `<dt>${name} kettle</dt> loose ${name} <dd>${name} litres</dd>`
  const page = {
    page: { text: `<dl>${['One', 'Two', 'Three'].map(item).join('')}</dl>`, url: 'https://shop.example/' },
    values: {},
    items: [{ css: 'dt' }, { css: 'dd + dt' }],
  }
  const { fields } = inferParser([page], 'items')
  assert.equal(fields.length, 3)
})

/** The items read by a list rule that was learned from two clicks. */
function itemsOf(html: string, first: string, second: string): Json {
  const page = { text: html, url: 'https://shop.example/' }
  const items = [{ css: first }, { css: second }]
  const { schema } = inferParser([{ page, values: {}, items }], 'items')
  return (runParser(compileParser(schema!), page).data as JsonObject).items!
}

const TERMS = '<dl><dt>Fir<dd>A tree.<dt>Oak<dd>Another.<dt>Elm<dd>One more.</dl>'
const DEFINITIONS = [
  { text: 'Fir', text_2: 'A tree.' },
  { text: 'Oak', text_2: 'Another.' },
  { text: 'Elm', text_2: 'One more.' },
]

describe('items whose names contain characters with a meaning in selectors', () => {
  test('are found when a word processor put a colon into element names', () => {
    const page = '<div><o:p>Fir</o:p><o:p>Oak</o:p><o:p>Elm</o:p></div>'
    assert.deepEqual(itemsOf(page, 'div > :first-child', 'div > :last-child'), [
      { text: 'Fir' },
      { text: 'Oak' },
      { text: 'Elm' },
    ])
  })

  test('are found when a framework put a dot into an attribute name', () => {
    const item = (text: string) => `<div data-card.name><u>${text}</u><i>${text.length}</i></div>`
    const page = `<main>${['Fir', 'Maple', 'Sycamore'].map(item).join('')}</main>`
    assert.deepEqual(itemsOf(page, 'main > :first-child', 'main > :last-child'), [
      { text: 'Fir', text_2: 3 },
      { text: 'Maple', text_2: 5 },
      { text: 'Sycamore', text_2: 8 },
    ])
  })
})

describe('items of several rows', () => {
  test('are complete, whichever of their rows was clicked', () => {
    assert.deepEqual(itemsOf(TERMS, 'dt', 'dd + dt'), DEFINITIONS)
    assert.deepEqual(itemsOf(TERMS, 'dd', 'dd + dt + dd'), DEFINITIONS)
  })

  test('are single elements when different numbers of rows lie between them', () => {
    const plain =
      '<main><h2>Fir</h2><p>A tree.</p><h2>Oak</h2><p>Another.</p><p>It is old.</p><h2>Elm</h2></main>'
    assert.deepEqual(itemsOf(plain, 'h2', 'p + h2'), [{ title: 'Fir' }, { title: 'Oak' }, { title: 'Elm' }])
  })

  test('are single elements when only rules (`<hr>`) separate them', () => {
    const lines = '<div><p>Fir</p><hr><p>Oak</p><hr><p>Elm</p><hr></div>'
    assert.deepEqual(itemsOf(lines, 'p', 'hr + p'), [{ text: 'Fir' }, { text: 'Oak' }, { text: 'Elm' }])
  })
})
