import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import type { Json, RuleObject } from '../../../server/parsers/parser-schema.ts'
import { ARGUMENT_TRANSFORMS, PLAIN_TRANSFORMS } from '../../../server/parsers/values/transforms.ts'
import { read, readPage } from '../support/read-page.ts'

const TEXTS: [string, Json[], Json][] = [
  [' a ', ['trim'], 'a'],
  ['a   b', ['collapse'], 'a b'],
  ['AbC', ['lower'], 'abc'],
  ['abc', ['upper'], 'ABC'],
  ["the TEA'S pot", ['title'], "The Tea's Pot"],
  ['ßtest ﬁnd', ['title'], 'Sstest Find'],
  ['e\u0301lan cafe\u0301s', ['title'], 'E\u0301lan Cafe\u0301s'],
  ["'hello' world", ['title'], "'Hello' World"],
  ['<b>a</b><p>b', ['strip_tags'], 'a b'],
  ['a &amp;amp; &quot;', ['decode_entities'], 'a &amp; "'],
  ['1&nbsp;234&#32;&NewLine;&unknown; &copy', ['decode_entities'], '1\u00a0234 \n&unknown; &copy'],
  ['a%20b+c', ['url_decode'], 'a b c'],
  ['%E0', ['url_decode'], null],
  ['a b', ['url_encode'], 'a%20b'],
  ['cut \ud83d', ['url_encode'], 'cut%20%EF%BF%BD'],
  ['aMOk', ['base64_decode'], 'hä'],
  ['fj5-Pz8_', ['base64_decode'], '~>~???'],
  ['no base', ['base64_decode'], null],
  ['{"a": [1, 2]}', ['parse_json', { path: 'a[1]' }], 2],
  ['{"value": "v"}', ['parse_json'], { value: 'v' }],
  ['none', ['parse_json'], null],
  ['/x', ['absolute_url'], 'https://a.example/x'],
  ['/s 1x, /l 2x', ['srcset'], '/l'],
  ['s.png 1x,l.png 2x', ['srcset'], 'l.png'],
  ['w_1,h_2/s.png 320w,w_2,h_4/l.png 640w', ['srcset'], 'w_2,h_4/l.png'],
  ['background: url("/b.png")', ['css_url'], '/b.png'],
  [`background: url( '/b (1).png' ) no-repeat`, ['css_url'], '/b (1).png'],
  [`background: url('/b.png)`, ['css_url'], '/b.png'],
  ['background: url(/b.png', ['css_url'], null],
  [`url(${'\\)'.repeat(4_000_000)})`, ['css_url'], null],
  ["url('https\\3a //cdn.example/b.png?x=1\\26 y=2')", ['css_url'], 'https://cdn.example/b.png?x=1&y=2'],
  ['url(/b\\(1\\).png)', ['css_url'], '/b(1).png'],
  ['url("/b\\"c.png")', ['css_url'], '/b"c.png'],
  ['-4', ['number', 'abs'], 4],
  ['4', ['integer', { multiply: 3 }], 12],
  ['3.14159', ['number', { round: 2 }], 3.14],
  ['€3', ['price'], { amount: 3, currency: 'EUR' }],
  ['2026-01-02T03:04', ['date'], '2026-01-02'],
  ['2026-01-02T03:04', ['datetime'], '2026-01-02T03:04:00'],
  ['a', [{ prefix: 'x-' }, { suffix: '-y' }], 'x-a-y'],
  ['a.b.c', [{ replace: ['.', '-'] }], 'a-b-c'],
  ['a1b22', [{ replace: { pattern: '\\d+', with: '#' } }], 'a#b#'],
  ['Size 20 cm', [{ regex: '(\\d+)' }], '20'],
  ['20x30', [{ regex: { pattern: '(?<w>\\d+)x(?<h>\\d+)', group: 'h' } }], '30'],
  ['none', [{ regex: '\\d' }], null],
  ['1 and 2', [{ regex_all: '\\d' }], ['1', '2']],
  ['<p><b>a</b><b>c</b>', [{ select: 'p > b' }], 'a'],
  ['<a href="/x">a</a>', [{ select: 'a@href' }, 'absolute_url'], 'https://a.example/x'],
  ['<p>a', [{ select: 'b' }], null],
  ['<!-- <b>no</b><script><b>no', [{ select: 'b' }], null],
  ['<li>a<li><li>c', [{ select_all: 'li' }], ['a', 'c']],
  ['a, b,,c', [{ split: ',' }], ['a', 'b', 'c']],
  ['a1b2c', [{ split: { pattern: '\\d' } }, 'upper'], ['A', 'B', 'C']],
  ['abcdef', [{ slice: [1, -1] }], 'bcde'],
  ['in stock', [{ map: { 'in stock': true, '*': false } }], true],
  ['gone', [{ map: { here: 1 } }], null],
  ['https://a.example/?id=7', [{ query_param: 'id' }], '7'],
  ['7', [{ template: 'No. ${value}' }], 'No. 7'],
  ['sale', [{ if: { when: { equals: 'sale' }, do: ['upper'], else: [{ prefix: 'no ' }] } }], 'SALE'],
  ['x', [{ if: { when: { equals: 'sale' }, do: ['upper'], else: [{ prefix: 'no ' }] } }], 'no x'],
  ['b,a,b', [{ split: ',' }, 'unique', 'sort', { join: '+' }], 'a+b'],
  ['1,2,3', [{ split: ',' }, 'number', 'sum'], 6],
  ['[1, "2"]', ['parse_json', 'sum'], null],
  ['[1, null, 2]', ['parse_json', 'sum'], 3],
  ['1,2,3', [{ split: ',' }, 'number', 'avg'], 2],
  ['1,2,3', [{ split: ',' }, 'number', 'min'], 1],
  ['1,2,3', [{ split: ',' }, 'number', 'max'], 3],
  ['1,2,3', [{ split: ',' }, 'reverse', 'first'], '3'],
  ['1,2,3', [{ split: ',' }, 'last'], '3'],
  ['1,2,3', [{ split: ',' }, 'count'], 3],
  ['1,2,3', [{ split: ',' }, { nth: 1 }], '2'],
  ['a b', [{ split: ' ' }, 'flatten', 'compact'], ['a', 'b']],
]

describe('a transform', () => {
  for (const [text, transform, expected] of TEXTS) {
    test(`${JSON.stringify(transform)} of ${text.slice(0, 100)}`, () => {
      const page = JSON.stringify({ v: text })
      const rule = { json: 'v', transform }
      const { data } = readPage({ x: rule }, page, { url: 'https://a.example/' })
      assert.deepEqual(data.x, expected)
    })
  }

  test('has at least one case in the table above', () => {
    const testedTransforms = new Set(
      TEXTS.flatMap(([, list]) =>
        list.map(one => (typeof one === 'string' ? one : Object.keys(one as object)[0])),
      ),
    )
    assert.deepEqual(
      [...Object.keys(PLAIN_TRANSFORMS), ...Object.keys(ARGUMENT_TRANSFORMS)].filter(
        name => !testedTransforms.has(name),
      ),
      [],
    )
  })

  test('writes letters as in the language of the `locale`', () => {
    const text = (transform: string, locale?: string) =>
      read({ x: { css: 'b', transform: [transform], ...(locale && { locale }) } }, '<b>ILIK istanbul</b>').x
    assert.equal(text('lower'), 'ilik istanbul')
    assert.equal(text('lower', 'tr'), 'ılık istanbul')
    assert.equal(text('upper', 'tr'), 'ILIK İSTANBUL')
    assert.equal(text('title', 'tr-TR'), 'Ilık İstanbul')
  })

  test('on a list is applied to each item, until one takes the whole list', () => {
    const page = '<b>€1</b><b>free</b><b>€3</b>'
    assert.deepEqual(read({ x: { css: 'b', all: true, transform: ['lower'] } }, page).x, ['€1', 'free', '€3'])
    assert.equal(read({ x: { css: 'b', all: true, transform: ['number', 'sum'] } }, page).x, 4)
    assert.deepEqual(
      read({ x: { css: 'b', all: true, transform: ['number', 'compact'], type: 'integer' } }, page).x,
      [1, 3],
    )
  })

  const reasonsOf = (rule: RuleObject, page: string) => {
    const { data, nulls } = readPage({ x: rule }, page)
    return { value: data.x, nulls: nulls.map(({ field, reason }) => [field, reason]) }
  }

  test('that makes a list reports why an item of it is null', () => {
    const expected = { value: [1, null], nulls: [['x[1]', '"x" holds no number']] }
    const split = { split: ',' }
    assert.deepEqual(reasonsOf({ css: 'p', transform: [split], type: 'integer' }, '<p>1,x</p>'), expected)
    assert.deepEqual(reasonsOf({ css: 'p', transform: [split, 'number'] }, '<p>1,x</p>'), expected)
    assert.deepEqual(
      reasonsOf({ css: 'p', transform: [split, 'number', { multiply: 2 }] }, '<p>1,x</p>').nulls,
      expected.nulls,
    )
    assert.deepEqual(
      reasonsOf({ css: 'p', all: true, transform: [split], type: 'integer' }, '<p>1</p><p>x</p>'),
      expected,
    )
    assert.deepEqual(
      reasonsOf({ any: ['b', { css: 'p', transform: [split], type: 'integer' }] }, '<p>1,x</p>').nulls,
      expected.nulls,
    )
  })

  test('that makes a list reports no reasons for items that moved or were left out', () => {
    const moved = { css: 'p', transform: [{ split: ',' }, 'number', 'compact'] }
    assert.deepEqual(reasonsOf(moved, '<p>x,1</p>'), { value: [1], nulls: [] })
    const rule: RuleObject = { css: 'p', transform: [{ split: ',' }], type: 'integer' }
    assert.deepEqual(reasonsOf({ any: [rule, 'b'] }, '<p>x,y</p><b>1</b>'), { value: '1', nulls: [] })
  })

  const DECIMALS: [string, Json[], Json][] = [
    ['19.99', ['number', { multiply: 100 }], 1999],
    ['1.005', ['number', { multiply: 1000 }], 1005],
    ['-0.1', ['number', { multiply: 3 }], -0.3],
    ['0.1,0.2', [{ split: ',' }, 'number', 'sum'], 0.3],
    ['0.1,0.2,-0.3', [{ split: ',' }, 'number', 'sum'], 0],
    ['0.1,0.1,0.1', [{ split: ',' }, 'number', 'avg'], 0.1],
    ['1,0,0', [{ split: ',' }, 'number', 'avg'], 1 / 3],
    ['-1,0,0', [{ split: ',' }, 'number', 'avg'], -1 / 3],
    ['1.005', ['number', { round: 2 }], 1.01],
    ['-1.005', ['number', { round: 2 }], -1.01],
    ['2.5', ['number', { round: 0 }], 3],
    ['3', ['number', { round: 100 }], 3],
    ['1250', ['number', { round: -2 }], 1300],
    ['-1249.99', ['number', { round: -2 }], -1200],
    ['4', ['number', { round: -100 }], 0],
    ['1', ['number', { multiply: 1e308 }, { multiply: 1e-308 }], 1],
    ['0', ['number', { multiply: -1 }], 0],
  ]
  for (const [text, transform, expected] of DECIMALS)
    test(`calculates with decimals: ${JSON.stringify(transform)} of ${text}`, () => {
      assert.equal(read({ x: { json: 'v', transform } }, JSON.stringify({ v: text })).x, expected)
    })

  test('gives null for a number that JSON cannot represent', () => {
    for (const transform of [[{ multiply: 2 }], ['sum'], ['avg'], [{ round: 1 }]])
      assert.equal(read({ x: { json: 'v', transform } }, '{"v": 1e999}').x, null)
  })

  test('sums many numbers of any size quickly', () => {
    const page = JSON.stringify({ v: Array.from({ length: 50_000 }, (_, at) => (at % 2 ? 5e-324 : 1e300)) })
    const started = performance.now()
    assert.equal(read({ x: { json: 'v', transform: ['sum'] } }, page).x, 2.5e304)
    assert.ok(performance.now() - started < 5_000)
  })

  test('gives null with the reason when the result is too large', () => {
    const transform = ['number', { multiply: 1e308 }, { multiply: 1e308 }]
    assert.deepEqual(reasonsOf({ css: 'p', transform }, '<p>2</p>'), {
      value: null,
      nulls: [['x', 'the number is too large']],
    })
  })

  const faults: [Json, RegExp][] = [
    ['shout', /no transform "shout"/],
    [{ trim: 1 }, /takes no argument/],
    ['prefix', /needs an argument/],
    [{ regex: '(' }, /missing closing/],
    [{ replace: ['a'] }, /two texts/],
    [{ slice: ['a'] }, /whole numbers/],
    [{ path: 'a...b' }, /takes a path/],
    [{ trim: 1, lower: 1 }, /one name/],
    [{ if: { when: {}, do: [] } }, /A condition is/],
    [{ prefix: 1 }, /takes a text/],
    [{ multiply: 'x' }, /takes a number/],
    [{ join: 3 }, /takes a text/],
    [{ select: 'b[' }, /Expected/],
    [{ select_all: '@href' }, /no selector/],
  ]
  for (const [one, hint] of faults) {
    test(`${JSON.stringify(one)} is refused`, () => {
      const [problem] = checkSchema({ fields: { x: { css: 'b', transform: [one] } } })
      assert.equal(problem?.field, 'schema.fields.x')
      assert.match(problem?.hint ?? '', hint)
    })
  }
})
