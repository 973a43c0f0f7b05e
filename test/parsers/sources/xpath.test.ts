import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HtmlEngine } from '../../../server/html/document.ts'
import { fastEngine } from '../../../server/html/fast-engine.ts'
import { strictEngine } from '../../../server/html/strict/strict-engine.ts'
import { readText } from '../../../server/parsers/html/read-text.ts'
import { compileXPath } from '../../../server/parsers/xpath/compile-xpath.ts'
import { isAttribute, SearchLimitError } from '../../../server/parsers/xpath/xpath-value.ts'

const PAGE = `<html lang="en"><body><h1 id="top">First</h1>
  <ul class="list"><li class="a b">one<li><a href="/two">two</a><li class="c">three</ul>
  <ul><li>four<ul><li>five</ul></ul>
  <dl><dt>Weight</dt><dd>2 kg</dd><dt>Colour</dt><dd>red</dd></dl>
  <p>Rose St 1<br>10001 <b>Town</b><br>Land</p>
  <table><tr><th>Size<td>42</table></body></html>`

/** The value of an expression: the texts of nodes, the values of attributes, or the value itself. */
function find(engine: HtmlEngine, expression: string, page = PAGE) {
  const html = engine.parse(page)
  const value = compileXPath(expression)(html, html.root)
  if (!Array.isArray(value)) return value
  return value.map(node => (isAttribute(node) ? node.value : readText(html, node)))
}

const CASES: [string, unknown][] = [
  ['/html/body/h1', ['First']],
  ['/HTML/@lang', ['en']],
  ['//h1', ['First']],
  ['//li', ['one', 'two', 'three', 'four five', 'five']],
  ['//li[1]', ['one', 'four five', 'five']],
  ['(//li)[1]', ['one']],
  ['//li[last()]', ['three', 'four five', 'five']],
  ['//li[position() < 3]', ['one', 'two', 'four five', 'five']],
  ['(//li)[position() > 1 and position() < 4]', ['two', 'three']],
  ['//ul[@class="list"]/li/a/@href', ['/two']],
  ['//li[@class]', ['one', 'three']],
  ['//li[not(@class)][a]', ['two']],
  ["//li[contains(concat(' ', @class, ' '), ' b ')]", ['one']],
  ["//*[starts-with(@class, 'l')]/li[2]//text()", ['two']],
  ["//dt[.='Weight']/following-sibling::dd[1]", ['2 kg']],
  ["//dd[preceding-sibling::dt[1]='Colour']", ['red']],
  ["//th[normalize-space()='Size']/../td", ['42']],
  ["//a[text()='two']/ancestor::ul/@class", ['list']],
  ['//a/ancestor-or-self::*[1]', ['two']],
  ['//b/preceding::h1 | //b | //h1', ['First', 'Town']],
  [
    '//li[a]/a/text() | //li[a]/a/@href | //li[@class] | //li/@class',
    ['one', 'a b', '/two', 'two', 'three', 'c'],
  ],
  ['//p/text()[2]', ['10001']],
  ['//p/text()[last()]', ['Land']],
  ['//b/following::th', ['Size']],
  ['//li/parent::ul/@class', ['list']],
  ['id("top")', ['First']],
  ['//li/self::li[.="five"]', ['five']],
  ['//ul[count(li) > 2]/li[3]', ['three']],
  ['//td[. > 41 and . <= 42]', ['42']],
  ['//li[string-length(.) = 3][2]/a', ['two']],
  ['.//h1/.', ['First']],
  ['/', ['First one two three four five Weight 2 kg Colour red Rose St 1 10001 Town Land Size 42']],
  ['//h1/ancestor::node()[last()]/html/@lang', ['en']],
  ['count(//h1/ancestor-or-self::node())', 4],
  ['count(/ | //h1 | //@class)', 5],
  ['//nothing', []],
  ['count(//li)', 5],
  ['sum(//td) * 2 - 4 div 2 mod 3', 82],
  ['-(1 + 2)', -3],
  ['string(//h1)', 'First'],
  ['name(//h1/..)', 'body'],
  ['concat(//dt[1], ": ", //dd[1])', 'Weight: 2 kg'],
  ['substring("12345", 2, 3)', '234'],
  ['substring("12345", 1.5)', '2345'],
  ['substring-before("1999/04", "/")', '1999'],
  ['substring-after("1999/04", "/")', '04'],
  ['substring-before("1999", "/")', ''],
  ['translate("bar", "abc", "AB")', 'BAr'],
  ['boolean(//h6) or //h1 = "First"', true],
  ['//dt != "Weight"', true],
  ['floor(2.6) + ceiling(2.2) + round(2.5)', 8],
  ['number("x") = number("x")', false],
  ['true() and not(false())', true],
]

const ENGINES = { 'the strict engine': strictEngine, 'the fast engine': fastEngine }

for (const [name, engine] of Object.entries(ENGINES)) {
  describe(`XPath on a page of ${name}`, () => {
    for (const [expression, expected] of CASES) {
      test(expression, () => assert.deepEqual(find(engine, expression), expected))
    }

    test('handles 20,000 rows and 5,000 levels of nesting', () => {
      const page = `<ul>${'<li><b>x</b>'.repeat(20_000)}</ul>${'<div>'.repeat(5000)}<i>end</i>`
      assert.equal(find(engine, 'count(//li[b="x"])', page), 20_000)
      assert.deepEqual(find(engine, '//i/ancestor::div[last()]//i', page), ['end'])
    })

    test('stops when it would visit too many nodes', () => {
      const page = '<div>'.repeat(3000)
      assert.throws(() => find(engine, '//*[.//*[.//*[.//*]]]/h1', page), SearchLimitError)
    })
  })
}

describe('the content of a template is not part of the page', () => {
  const page = '<ul id=u><template><li id=in>{{name}}</li></template><li>A</ul><p>B<template>C</template>'
  const cases: [string, unknown][] = [
    ['//li', ['A']],
    ['count(//li)', 1],
    ['//ul//li[1]', ['A']],
    ['//ul/*[1]/node()', []],
    ['string(//ul)', 'A'],
    ['string(//template)', ''],
    ['//p[. = "B"]', ['B']],
    ['id("in")', []],
    ['//body//text()', ['A', 'B']],
    ['//ul/li/preceding::li', []],
    ['//ul/following::text()', ['B']],
    ['count(//ul/descendant-or-self::node())', 4],
  ]
  for (const [expression, expected] of cases) {
    test(`for ${expression}`, () => {
      for (const engine of Object.values(ENGINES)) assert.deepEqual(find(engine, expression, page), expected)
    })
  }
})

describe('attributes of SVG', () => {
  const page = '<svg viewBox="0 0 1 1"><use xlink:href="#a" href="#b"/><use xlink:href="#c"/></svg>'
  const cases: [string, unknown][] = [
    ['//svg/@viewbox', ['0 0 1 1']],
    ['//svg[@viewBox]/@VIEWBOX', ['0 0 1 1']],
    ['//use/@href', ['#b']],
    ['//use/@xlink:href', ['#a', '#c']],
  ]
  for (const [expression, expected] of cases) {
    test(`${expression} finds them by their names in any case`, () => {
      for (const engine of Object.values(ENGINES)) assert.deepEqual(find(engine, expression, page), expected)
    })
  }
})

describe('an invalid XPath', () => {
  const faults: [string, RegExp][] = [
    ['', /the end/],
    ['//', /the end/],
    ['//a[', /the end/],
    ['//a[1', /"\]" is missing/],
    ['//a]', /cannot continue with "]"/],
    ['//a and', /the end/],
    ['foo(1)', /no function foo/],
    ['contains(//a)', /another number of arguments/],
    ['count(1)', /takes nodes/],
    ['//@*', /Name the attribute/],
    ['//comment()', /cannot be asked for/],
    ['sideways::a', /no axis sideways/],
    ['//a[#]', /means nothing in XPath/],
    ['1 | 2', /joins nodes/],
    [`//a${'[1]'.repeat(1000)}`, /longer than/],
  ]
  for (const [expression, message] of faults) {
    test(`${expression.slice(0, 20) || 'nothing'} is refused with the reason`, () =>
      assert.throws(() => compileXPath(expression), message))
  }
})
