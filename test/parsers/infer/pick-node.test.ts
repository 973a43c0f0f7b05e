import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openPage } from '../../../server/parsers/infer/page/learning-page.ts'
import type { NodeReference } from '../../../server/parsers/infer/page/node-name.ts'
import { pickNode } from '../../../server/parsers/infer/pick-node.ts'

const HTML = `<script type="application/ld+json">{"@type":"Product","offers":{"price":"24.50"}}</script>
<ul id="list"><li class="item css-1x2y3z"><h3>One</h3><b class="price">24.50</b></li>
<li class="item css-4x5y6z"><h3>Two</h3></li><li class="item ad"><h3>Ad</h3><b class="price">9.99</b></li></ul>`

interface PickOptions {
  also?: NodeReference[]
  not?: NodeReference[]
  within?: string
}
const pick = (node: NodeReference, { also = [], not = [], within }: PickOptions = {}) =>
  pickNode(openPage({ text: HTML }), { node, also, not, within })

describe('an element that was picked', () => {
  test('has selectors with what each finds, the most stable first', () => {
    const { tag, text, name, type, selectors } = pick({ css: '.price' })
    assert.deepEqual([tag, text, name, type], ['b', '24.50', 'price', 'number'])
    const [first] = selectors
    assert.deepEqual([first!.css, first!.matches], ['.price', 2])
    assert.doesNotMatch(JSON.stringify(selectors), /1x2y3z/)
  })

  test('has rules of every kind with their values, structured data first', () => {
    const { rules } = pick({ css: '.price' })
    assert.deepEqual(rules[0]!.rule, { jsonld: 'Product', path: 'offers.price', type: 'number' })
    for (const { value } of rules) assert.equal(value, 24.5)
  })

  test('can be given by its node number, which all of its selectors find', () => {
    const { number, selectors } = pick({ css: '.price' })
    assert.deepEqual(pick({ node: number }).selectors, selectors)
    for (const { nodes } of selectors) assert.ok(nodes.includes(number))
  })

  test('together with another one gives selectors that find both', () => {
    const { selectors } = pick({ css: '.item' }, { also: [{ css: '.item + .item' }] })
    assert.deepEqual([selectors[0]!.matches, selectors[0]!.nodes.length], [3, 3])
    assert.match(selectors[0]!.css, /\.item$/)
  })

  test('has no selector within itself', () => {
    const { text, selectors } = pick({ css: '.item' }, { within: '.item' })
    assert.deepEqual([text, selectors], ['One 24.50', []])
  })

  test('gives selectors that exclude elements marked as wrong', () => {
    const { selectors } = pick({ css: '.price' }, { not: [{ css: '.ad .price' }] })
    assert.ok(selectors.length > 0)
    for (const { matches } of selectors) assert.equal(matches, 1)
  })

  test('within items has selectors relative to its item, with the number of items that have one', () => {
    const { selectors } = pick({ css: '.price' }, { within: '.item' })
    assert.deepEqual([selectors[0]!.css, selectors[0]!.matches], ['.price', 2])
  })

  test('of the same text as the title of the page has no rule for the head of the page', () => {
    const page = openPage({ text: '<title>Blue kettle</title><h1>Blue kettle</h1><p>It whistles.</p>' })
    const { rules } = pickNode(page, { node: { css: 'h1' }, also: [], not: [], within: undefined })
    const selectors = rules.map(({ rule }) => rule.css)
    assert.deepEqual(selectors, [
      'h1',
      'html > head > title:nth-of-type(1)',
      'html > body > h1:nth-of-type(1)',
      'title',
    ])
  })

  test('but does not exist is an error that says how to fix it', () => {
    assert.throws(() => pick({ css: '.none' }), { code: 'invalid_input', message: /no element/ })
    assert.throws(() => pick({ node: 5_000 }), { code: 'invalid_input' })
    assert.throws(() => pick({ css: 'p[' }), { code: 'invalid_input', message: /not a valid selector/ })
  })
})
