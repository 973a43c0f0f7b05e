import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json, ValueType } from '../../../server/parsers/parser-schema.ts'
import { read, readPage, whyNull } from '../support/read-page.ts'

/** The value of a text on an HTML page. */
const fromText = (text: string, type: ValueType) => read({ x: { css: 'b', type } }, `<b>${text}</b>`).x

/** The value that is read from a JSON value, or the reason when it is null. */
function fromJson(value: Json, type?: ValueType) {
  const { data, nulls } = readPage({ x: { json: 'v', ...(type && { type }) } }, JSON.stringify({ v: value }))
  return data.x ?? nulls[0]?.reason
}

describe('a number', () => {
  const cases: [string, number | null][] = [
    ['42', 42],
    ['about 42 of 100', 42],
    ['$1,234.50', 1234.5],
    ['1,234,567', 1234567],
    ['12,34,567', 1234567],
    ['1 234 567 kr', 1234567],
    ['1&nbsp;234,', 1234],
    ['1&#x2009;234', 1234],
    ['1&#x202f;234', 1234],
    ['2024 120 people', 2024],
    ['5 12', 5],
    ['-3.5', -3.5],
    ['&minus;3', -3],
    ['﹣3', -3],
    ['10⁻³', null],
    ['-$3', -3],
    ['10-20', 10],
    ['model X-5', 5],
    ['.5 l', 0.5],
    ['file.7', 7],
    ['0', 0],
    ['-0', 0],
    ['ends with 7.', 7],
    ['1, 2 and 3', 1],
    ['007', 7],
    ['none', null],
    ['1,23', null],
    ['1.234,56', null],
    ['1 234,56', null],
    ['1.2.3', null],
    ["1'234", null],
    ['12,345,6', null],
    ['0,123', null],
    ['030 123 456', null],
    ['9'.repeat(400), null],
    ['9007199254740991', 9007199254740991],
    ['9,007,199,254,740,993', null],
    ['-9007199254740993.5', null],
    ['100000000000000000000', 100000000000000000000],
    ['3.350', 3.35],
    ['1.250 kg', 1.25],
    ['0.500 €', 0.5],
    ['1,140.000 €', 1140],
    ['140.000 €', null],
    ['$ 140.000', null],
    ['140.000 zł', null],
    ['1.2M', null],
    ['$10k', null],
    ['3 million', null],
    ['3 Mio.', null],
    ['3 trillion', null],
    ['1.6 × 10⁻³', null],
    ['4.5 ⋅ 10⁹', null],
    ['1.0 E−7', null],
    ['3 × 10 cm', 3],
    ['1-1/2 cups', null],
    ['1 and 1/2 cups', null],
    ['1 and a half', null],
    ['5 1/16 in', null],
    ['4/5', 4],
    ['½ to 1 tsp', null],
    ['1,234.00 DR', null],
    ['DR 1,234.00', null],
    ['250.00 OD', null],
    ['12.50 S', null],
    ['12 Dr', 12],
    ['0.45 ▼', null],
    ['12 ▼', 12],
    ['S 33.8688°', null],
    ['‒12.5', -12.5],
    ['+49 30 123456', null],
    ['0800 123 456', null],
    ['(555) 123-4567', null],
    ['4111 1111 1111 1111', null],
    ['+12 (3.45%)', 12],
    ['+12 345 678', 12345678],
    ['2024 2025', 2024],
    ['1.2T', null],
    ['3 Mld', null],
    ['2 billones', null],
    ['3 трлн', null],
    ['3千人', null],
    ['120K/yr', null],
    ['€ 5 mi', null],
    ['300 k €', null],
    ['1.2–1.5M', null],
    ['200 to 300 million', null],
    ['5 bio-eggs', 5],
    ['12 md.', 12],
    ['5টি', 5],
    ['5 M/s', 5],
    ['1,234.00 CR', 1234],
    ['1 millón', null],
    ['5 milhões', null],
    ['5 миллионов', null],
    ['2 тысячи', null],
    ['5 εκατομμύρια', null],
    ['5 tusen', null],
    ['5 milyon', null],
    ['5 mii de lei', null],
    ['5 هزار', null],
    ['5 mile run', 5],
    ['▼ 5.5', null],
    ['▲ 5.5', 5.5],
    ['▼-5.5', -5.5],
    ['1,234.56 -', null],
    ['12.50 - Kettle', 12.5],
    ['1.6 × 10<sup>6</sup>', null],
    ['1.6×10<sup>−19</sup>', null],
    ['10<sup>-6</sup> m', null],
    ['3 kg·m<sup>−2</sup>', 3],
    ['5 milles nautiques', 5],
    ['1.2万', null],
    ['5 m', 5],
    ['5 mi', 5],
    ['300 K', 300],
    ['5 kg', 5],
    ['3 millimetres', 3],
    ['12 thousandths', 12],
    ['12:30', null],
    ['1:02:03', null],
    ['16:9', 16],
    ['-€ 5', -5],
    ['− 5 °C', null],
    ['Rooms - 5', 5],
    ['4/5', 4],
    ['4.5/5', 4.5],
    ['۱۲/۵', null],
    ['۱۲', 12],
    ['5/2024', 5],
    ['1/2', null],
    ['3/4 cup', null],
    ['1 1/2 l', null],
    ['01/02/2024', null],
    ['2024-05-01', null],
    ['+1 555 123 4567', null],
    ['555-123-4567', null],
    ['123 45 67', null],
    ['12 345 6', null],
    ['12 345 678', 12345678],
    ['MP3 128', null],
    ['CO2 12 g/km', null],
    ['CO2', 2],
    ['EUR12 (20 %)', 12],
    ['0x1F', null],
    ['0.0₄123', null],
    ['1011₂', null],
    ['H₂O 12 g', 12],
    ['△5.2', null],
    ['営業利益 ▲1,234', null],
    ['営業利益は ▲1,234', null],
    ['▲1,234', 1234],
    ['(12)', 12],
    ['Reviews (1,234)', 1234],
    ['(1,234.50)', null],
    ['$(50)', null],
    ['(5 €)', null],
    ['(5 kg)', 5],
    ['minus 5 °C', null],
    ['- $5', 5],
    ['minus $5', null],
    ['Down 5 points', null],
    ['Slow down 5 minutes', 5],
    ['terminus 5', 5],
    ['51° 30′ 26″ N', null],
    ['33.8688° S', null],
    ['51.5074° N', 51.5074],
    ['20 °C', 20],
    ['360° Spin', 360],
  ]
  for (const [text, expected] of cases) {
    test(`of "${text.slice(0, 30)}" is ${expected}`, () => assert.equal(fromText(text, 'number'), expected))
  }
})

describe('an integer', () => {
  const cases: [string, number | string][] = [
    ['1,234', 1234],
    ['3.0', 3],
    ['-8', -8],
    ['3.7', '3.7 is not whole'],
    ['12345678901234567890', '12345678901234567890 is too large for a number: read it as a "string"'],
    ['100000000000000000000', '100000000000000000000 is too large'],
    ['many', '"many" holds no number'],
    ['1,5', 'it is not certain which number "1,5" is'],
    ['140.000 €', 'it is not certain which number "140.000" is: give a "locale"'],
    ['2.000 reviews', 'it is not certain which number "2.000" is: give a "locale"'],
    ['2.00', 2],
    ['0.000', 0],
    ['1.2M views', 'it is not certain how much "1.2M views" is: "type": "count" reads rounded numbers'],
  ]
  for (const [text, expected] of cases) {
    test(`of "${text}": ${expected}`, () => {
      const { data, nulls } = readPage({ x: { css: 'b', type: 'integer' } }, `<b>${text}</b>`)
      assert.equal(data.x ?? nulls[0]?.reason, expected)
    })
  }
})

describe('a small digit right next to a number', () => {
  const cases: [string, ValueType, Json][] = [
    ['24<sup>1</sup>', 'number', null],
    ['<sup>1</sup>24', 'number', null],
    ['10<sup>3</sup>', 'number', null],
    ['68<small>50</small> €', 'number', null],
    ['Capacity: 8<sup>1</sup> l', 'number', null],
    ['1<sup>1</sup>/<sub>2</sub>', 'number', null],
    ['2024<sup>1</sup>', 'integer', null],
    ['2024<sup>1</sup>', 'count', null],
    ['25<sup>1</sup> %', 'percent', null],
    ['5<sup>1</sup> min', 'duration', null],
    ['from €5<sup>1</sup> to €9<sup>2</sup>', 'range', null],
    ['5<sup>1</sup> – 9', 'range', null],
    ['5 <sup>1</sup> – 9', 'range', null],
    ['24<sup>1)</sup>', 'number', 24],
    ['2024<sup><a href="#n">1</a></sup>', 'integer', 2024],
    ['5<a href="/x#n"><sup>12</sup></a> – 9<a href="#m"><sup>2</sup></a> l', 'range', { min: 5, max: 9 }],
    ['5 <sup>1</sup>', 'number', 5],
    ['95 m<sup>2</sup>', 'number', 95],
    ['8 l (at 5<sup>1</sup> bar)', 'number', 8],
    ['20 % of 5<sup>1</sup>', 'percent', 20],
    ['<i>1</i><i>2</i><i>9</i>', 'integer', 129],
    ['<i>12</i><i>34</i>', 'integer', 1234],
  ]
  for (const [html, type, expected] of cases)
    test(`${type} of ${html}: ${JSON.stringify(expected)}`, () => {
      const { data, nulls } = readPage({ x: { css: 'p', type } }, `<p>${html}</p>`)
      assert.deepEqual(data.x, expected)
      if (expected === null) assert.match(nulls[0]!.reason, /a small digit stands right at a number/)
    })

  test('also makes the value null in a transform', () => {
    const transform = ['number', { multiply: 2 }]
    assert.equal(read({ x: { css: 'p', transform } }, '<p>24<sup>1</sup></p>').x, null)
    assert.equal(read({ x: { css: 'p', transform } }, '<p>24<sup>1)</sup></p>').x, 48)
  })
})

describe('a number that is struck out before another one', () => {
  const html = '<del>12</del> <ins>10</ins>'
  for (const [page, type] of [
    [html, 'number'],
    [html, 'integer'],
    [`${html} sold`, 'count'],
    ['<s>12 %</s> 10 %', 'percent'],
    ['<s>12–14 h</s> 10–11 h', 'range'],
    ['<i style="text-decoration: line-through">12 min</i> 10 min', 'duration'],
  ] as [string, ValueType][])
    test(`is not read as ${type}`, () =>
      assert.match(whyNull({ css: 'p', type }, `<p>${page}</p>`)!, /its first number is struck out/))

  test('is not read in a transform, but is left out by `remove`', () => {
    const transform = ['number', { multiply: 2 }]
    assert.equal(read({ x: { css: 'p', transform } }, `<p>${html}</p>`).x, null)
    assert.equal(read({ x: { css: 'p', remove: 'del', transform } }, `<p>${html}</p>`).x, 20)
  })

  test('is read if all of the text is struck out, or only what is behind it', () => {
    const numberIn = (page: string) => read({ x: { css: 'p', type: 'number' } }, `<p>${page}</p>`).x
    assert.equal(numberIn('<del>12 of 14</del>'), 12)
    assert.equal(numberIn('12 <del>14</del>'), 12)
  })
})

describe('numbers that are parts of a formula', () => {
  const half = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'
  const power = '<math><msup> <mn>10</mn> <mn>6</mn> </msup></math>'
  for (const [html, type] of [
    [half, 'number'],
    [`<i>1</i>${half} l`, 'number'],
    [power, 'integer'],
    [`${power} views`, 'count'],
    [`${half} %`, 'percent'],
    [half, 'range'],
    [`${half} h`, 'duration'],
    [`€ ${half}`, 'price'],
    [`€ ${power}`, 'price'],
  ] as [string, ValueType][])
    test(`are not read as ${type}: ${html.replace(/<[^>]*>/g, '|')}`, () =>
      assert.equal(fromText(html, type), null))

  test('is null if it begins with a part of a formula', () => {
    assert.equal(fromText('<math><mfrac><mi>a</mi><mn>2</mn></mfrac></math>', 'number'), null)
    assert.equal(fromText('<math><msqrt><mn>2</mn></msqrt></math>', 'number'), null)
    assert.equal(fromText('<math><msub><mi>x</mi><mn>1</mn></msub></math>', 'number'), null)
    assert.equal(fromText('<math><mn>5</mn><msup><mi>m</mi><mn>2</mn></msup></math>', 'number'), 5)
  })

  test('are read when they stand alone in it', () =>
    assert.equal(fromText('<math><mi>x</mi><mo>=</mo><mn>3.5</mn></math>', 'number'), 3.5))
})

describe('a boolean', () => {
  const cases: [string, boolean | null][] = [
    ['true', true],
    ['YES', true],
    [' On ', true],
    ['1', true],
    ['false', false],
    ['No', false],
    ['off', false],
    ['0', false],
    ['Ja', true],
    ['нет', false],
    ['✔️', true],
    ['✗', false],
    ['x', null],
    ['☒', null],
    ['perhaps', null],
    ['constructor', null],
  ]
  for (const [text, expected] of cases) {
    test(`of "${text}" is ${expected}`, () => assert.equal(fromText(text, 'boolean'), expected))
  }
})

describe('a JSON value', () => {
  const cases: [Json, ValueType | undefined, Json][] = [
    [3.5, undefined, 3.5],
    [false, undefined, false],
    [0, undefined, 0],
    ['3', undefined, '3'],
    [['a', 1], undefined, ['a', 1]],
    [{ a: 1 }, undefined, { a: 1 }],
    [3.5, 'string', '3.5'],
    [true, 'string', 'true'],
    [3.5, 'number', 3.5],
    ['1,200', 'number', 1200],
    [7, 'integer', 7],
    [7.5, 'integer', '7.5 is not whole'],
    [true, 'integer', 'true, not a number'],
    [true, 'boolean', true],
    [0, 'boolean', false],
    ['off', 'boolean', false],
    [2, 'boolean', '2, not yes or no'],
    [{}, 'string', 'an object, not a text'],
    [[], 'number', 'a list, not a number'],
    [[], 'boolean', 'a list, not yes or no'],
    [' ', undefined, 'v is empty'],
    [null, undefined, 'the JSON has null at .v'],
  ]
  for (const [value, type, expected] of cases) {
    test(`${JSON.stringify(value)} as ${type ?? 'it is'}: ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(fromJson(value, type), expected)
    })
  }
})

describe('a list with a type', () => {
  test('has null for an item of another type, with the reason', () => {
    const { data, nulls } = readPage(
      { x: { css: 'b', all: true, type: 'integer' } },
      '<b>1</b><b>two</b><b>3</b>',
    )
    assert.deepEqual(data.x, [1, null, 3])
    assert.deepEqual(nulls, [{ field: 'x[1]', rule: 'schema.fields.x', reason: '"two" holds no number' }])
  })
})
