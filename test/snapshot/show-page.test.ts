import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DocumentNode } from '../../server/html/document.ts'
import { fastEngine } from '../../server/html/fast-engine.ts'
import { NUMBER_ATTRIBUTE } from '../../server/parsers/node-number.ts'
import { numberElements } from '../../server/parsers/number-elements.ts'
import { showPage } from '../../server/snapshot/show-page.ts'

const show = (html: string, most = 10_000) =>
  showPage(html, fastEngine, { most, url: undefined, resources: new Map() })

const PAGE = `<!doctype html><title>Shop</title><script>run()</script><meta http-equiv=refresh content="0;url=/gone">
  <base href=/x/><link rel=stylesheet href=a.css><body onload=go()><noscript><p>no</noscript>
  <table><tr><td>1<td class=x>2</table><template><b>t</b></template><p>A &lt; B<p data-winnow="9">last`

/** The name and text of each element in a page, by its number. */
const byNumber = (html: string, numberOf: (node: DocumentNode, number: number) => number) => {
  const page = fastEngine.parse(html)
  return new Map(
    [...numberElements(page, fastEngine)].map(([node, number]) => [
      numberOf(node, number),
      `${page.elementName(node)} ${page.text(node, new Set())}`,
    ]),
  )
}

describe('the snapshot of a page', () => {
  test('gives elements the same numbers as in the page that rules read, even though parts are left out', () => {
    const { html } = show(PAGE)
    const parsed = fastEngine.parse(html)
    const shownElements = byNumber(html, node => Number(parsed.attribute(node, NUMBER_ATTRIBUTE)))
    const read = byNumber(PAGE, (_, number) => number)
    assert.ok(shownElements.size > 8)
    for (const [number, text] of shownElements)
      if (!/^(html|head|body) /.test(text)) assert.equal(text, read.get(number))
  })

  test('shows shadow trees with their own styles; elements in them have no numbers', () => {
    const card =
      '<x-card><template shadowrootmode="open"><style>b{}</style><b>in <x-a><template shadowrootmode=open>deep</template></x-a></b></template><i>light</i></x-card>'
    const { html } = show(`${card}<p>last`)
    assert.match(
      html,
      /<x-card data-winnow="3"><template shadowrootmode="open"><style>b\{\}<\/style><b>in <x-a><template shadowrootmode="open">deep<\/template><\/x-a><\/b><\/template><i data-winnow="5">light/,
    )
    assert.match(html, /<p data-winnow="6">last/)
  })

  test('leaves out a shadow tree where showing it would move other elements', () => {
    const { html } = show('<table><template shadowrootmode=open><b>in</b></template><tr><td>1</table><p>last')
    assert.doesNotMatch(html, /in<|template/)
  })

  test('contains nothing that runs scripts, redirects or loads by itself', () => {
    assert.doesNotMatch(show(PAGE).html, /<(script|noscript|meta|base|link|template)/)
    assert.match(show(PAGE).html, /A &lt; B/)
  })

  test('that is XML or JSON has no numbers, since rules read it in another way', () => {
    for (const text of ['<?xml version="1.0"?><shop><b>1</b></shop>', ' {"a": "<b>1</b>"}']) {
      assert.doesNotMatch(show(text).html, /data-winnow/)
    }
  })

  test('is cut at the length limit, and says so', () => {
    const long = show('<p>one of many</p>'.repeat(1_000), 500)
    assert.equal(long.cut, true)
    assert.equal(long.html.length, 500)
    assert.equal(show('<p>one</p>').cut, false)
  })
})
