import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { read, whyNull } from '../support/read-page.ts'

const page = (...scripts: string[]) => scripts.map(script => `<script>${script}</script>`).join('')

const STATE = { script: 'STATE' }

describe('a script rule reads data that is JavaScript', () => {
  const cases: [string, string, unknown][] = [
    ['keys without quotes', 'STATE = {name: "Kettle", $a_1: 1}', { name: 'Kettle', $a_1: 1 }],
    ['texts in single quotes', `STATE = {'name': 'it\\'s "hot"'}`, { name: 'it\'s "hot"' }],
    ['comments', 'STATE = { // a "note" {\n a: 1, /* ] */ b: [2] }', { a: 1, b: [2] }],
    ['template literals', 'STATE = {a: `two\nlines`}', { a: 'two\nlines' }],
    ['template literals with holes that are known', 'STATE = {a: `${1 + 1} kg`}', { a: '2 kg' }],
    ['booleans of minified code', 'STATE = {a: !0, b: !1, c: !!1}', { a: true, b: false, c: true }],
    ['void 0, undefined and NaN', 'STATE = {a: void 0, b: undefined, c: NaN}', { a: null, b: null, c: null }],
    [
      'what is no number as null',
      'STATE = {a: -Infinity, b: 1 + undefined, c: "x" + void 0, d: 1e999}',
      { a: null, b: null, c: null, d: null },
    ],
    [
      'a date whose parts have no certain order as it is written',
      'STATE = {a: new Date("01-05-2024")}',
      { a: '01-05-2024' },
    ],
    [
      'numbers in all notations',
      'STATE = [.5, 1e3, 0x10, 0b11, 1_000, -2, +3, 12n]',
      [0.5, 1000, 16, 3, 1000, -2, 3, 12],
    ],
    ['a BigInt that is no safe number as text', 'STATE = [9007199254740993n]', ['9007199254740993']],
    [
      'a number that would be rounded as text',
      'STATE = {a: 9007199254740993, b: [-1_234_567_890_123_456_789], c: 9007199254740991}',
      { a: '9007199254740993', b: ['-1234567890123456789'], c: 9007199254740991 },
    ],
    [
      'no sum of a number that would be rounded',
      'STATE = {a: 1234567890123456789 + 1, b: 1}',
      { a: null, b: 1 },
    ],
    ['texts of several parts', 'STATE = {a: "one " + "two", b: 60 * 60}', { a: 'one two', b: 3600 }],
    ['escapes', 'STATE = {a: "\\x41\\u{1F600}\\u0042"}', { a: 'A😀B' }],
    ['trailing commas and holes', 'STATE = {a: [1,,2,],}', { a: [1, null, 2] }],
    ['keys that are computed or numbers', 'STATE = {["a" + 1]: 1, 2: 3}', { a1: 1, 2: 3 }],
    ['spread objects and lists', 'STATE = {...{a: 1}, b: [0, ...[1, 2]]}', { a: 1, b: [0, 1, 2] }],
    [
      'variables that are spread',
      'const base = {sku: "K1", price: 5}; var more = {...base, b: [1]}; let list = [2, 3]; var STATE = {a: 0, ...more, name: "Kettle", c: [1, ...list]}',
      { a: 0, sku: 'K1', price: 5, b: [1], name: 'Kettle', c: [1, 2, 3] },
    ],
    [
      'null for an object inside that spreads what is not known',
      'STATE = {a: {...load(), b: 1}, c: [...other], d: 2}',
      { a: null, c: null, d: 2 },
    ],
    [
      'conditions that are spread',
      'STATE = {a: 1, ...(!1 && {b: 1}), ...(!0 && {c: 1}), ...null}',
      { a: 1, c: 1 },
    ],
    [
      'functions as null',
      'STATE = {a: function () { return 1 }, b: () => 2, c() {}, d: 3}',
      { a: null, b: null, c: null, d: 3 },
    ],
    [
      'names that are not known as null',
      'STATE = {a: other, b: other.c(), d: 1}',
      { a: null, b: null, d: 1 },
    ],
    [
      'getters as null, and setters not at all',
      'STATE = {get a() { return 1 }, set b(x) {}, c: 1}',
      { a: null, c: 1 },
    ],
    ['regular expressions as null', 'STATE = {a: /"[{]/g, b: 1}', { a: null, b: 1 }],
    ['a date in milliseconds', 'STATE = {a: new Date(1700000000000)}', { a: '2023-11-14T22:13:20.000Z' }],
    [
      'a date with its offset',
      'STATE = {a: new Date("2024-01-05T10:00:00+02:00")}',
      { a: '2024-01-05T08:00:00.000Z' },
    ],
    [
      'a date without an offset as it is written',
      'STATE = {a: new Date("2024-01-05 10:00")}',
      { a: '2024-01-05 10:00' },
    ],
    [
      'a date of parts without an offset',
      'STATE = {a: new Date(2024, 0, 5, 10)}',
      { a: '2024-01-05T10:00:00' },
    ],
    ['a date of the moment as null', 'STATE = {a: new Date(), b: 1}', { a: null, b: 1 }],
    ['sets and maps', 'STATE = {a: new Set([1, 2]), b: new Map([["k", 3]])}', { a: [1, 2], b: { k: 3 } }],
    ['JSON.parse of a text with a hole', 'STATE = JSON.parse(`{"a": ${1}}`)', { a: 1 }],
    ['JSON.parse inside an object', `STATE = {a: JSON.parse('{"b": [1]}')}`, { a: { b: [1] } }],
    ['JSON.parse of base64', `STATE = JSON.parse(atob("${btoa('{"a": 1}')}"))`, { a: 1 }],
    [
      'JSON.parse of base64 of UTF-8',
      `STATE = JSON.parse(decodeURIComponent(escape(window.atob("${Buffer.from('{"a": "é"}').toString('base64')}"))))`,
      { a: 'é' },
    ],
    [
      'JSON.parse of an encoded text',
      'STATE = JSON.parse(decodeURIComponent("%7B%22a%22%3A%22%C3%A9%22%7D"))',
      { a: 'é' },
    ],
    [
      'JSON.parse of a text that is cleared of entities',
      'STATE = JSON.parse("{&quot;a&quot;:1}".replace(/&quot;/g, \'"\'))',
      { a: 1 },
    ],
    ['JSON escaped for HTML', 'STATE = {&quot;a&quot;: &quot;b &amp; c&quot;}', { a: 'b & c' }],
    ['a text of JSON', `var STATE = '{"a": 1}'`, { a: 1 }],
    ['what is frozen', 'STATE = Object.freeze({a: 1})', { a: 1 }],
    ['objects that are merged', 'STATE = Object.assign({}, {a: 1}, {b: 2})', { a: 1, b: 2 }],
    ['the default of a variable', 'window.STATE = window.STATE || {a: 1}', { a: 1 }],
    ['an assignment where nothing is yet', 'STATE ||= {a: 1}', { a: 1 }],
    ['the last of several targets', 'STATE = window.OTHER = {a: 1}', { a: 1 }],
    ['one of several variables', 'var a = 1, STATE = {b: 1}, c = {d: 1}', { b: 1 }],
    ['what a condition that is known chooses', 'STATE = !0 ? {a: 1} : {a: 2}', { a: 1 }],
    [
      'the values of a function called in place',
      'STATE = (function(a,b){return {x:a,y:[b,a]}})("t",null)',
      { x: 't', y: [null, 't'] },
    ],
    [
      'variables and members of such a function',
      'STATE = (function(a){"use strict";var c=2;a.n=c;a.m={c};return {a:a}}({}))',
      { a: { n: 2, m: { c: 2 } } },
    ],
    ['an arrow function called in place', 'STATE = (a => ({a}))(1)', { a: 1 }],
    ['a member of what is known', 'STATE = [{a: 1}, {a: 2}][1]', { a: 2 }],
    ['a single value', 'var STATE = 24.5;', 24.5],
    ['an object before a single value', 'var STATE = 0; STATE = {a: 1}', { a: 1 }],
    ['what is handed to a function', 'other(1); STATE({a: 1});', { a: 1 }],
    ['JSONP with a comment in front', '/**/ typeof STATE === "function" && STATE({"a": 1}, 2);', { a: 1 }],
    ['arguments after names', 'app.STATE(element, {a: 1}).then(go)', { a: 1 }],
    [
      'what is pushed, as one list',
      'STATE.push({a: 1}); STATE.push({b: !0}, "c")',
      [{ a: 1 }, { b: true }, 'c'],
    ],
    ['what is pushed to a list', 'STATE = [{a: 1}]; STATE.push({b: 2})', [{ a: 1 }, { b: 2 }]],
    [
      'what is pushed to a list where that is made',
      '(window.STATE = window.STATE || []).push({a: 1}); STATE.push({b: 2})',
      [{ a: 1 }, { b: 2 }],
    ],
    [
      'what is behind a comment first',
      '/* STATE = {"a": 1} */ go(); // STATE = {"a": 2}\nSTATE = {"a": 3}',
      { a: 3 },
    ],
    ['nothing in a comment behind code', 'go(); // STATE = {"a": 1}\nSTATE = {"a": 2}', { a: 2 }],
    ['nothing that is pushed in a comment', 'STATE.push({a: 1}); // STATE.push({a: 2})', [{ a: 1 }]],
    [
      'what stands behind marks of comments in texts',
      `a = '//'; b = "/*"; c = \`//\`; STATE = {a: 1}`,
      { a: 1 },
    ],
    [
      'what stands behind quotes in a regular expression',
      'a = /["\'//]/g; if (a) /"/.test(b); STATE = {a: 1}',
      { a: 1 },
    ],
    ['what stands behind divisions', 'a = (b) / 2 + "/"; c = d[0] / 4; STATE = {a: 1}', { a: 1 }],
    ['what stands behind an apostrophe in a comment', "/* don't */ // it's\nSTATE = {a: 1}", { a: 1 }],
    ['what stands behind an address', 'var a = "https://shop.example/*", STATE = {"a": 1}', { a: 1 }],
    ['no sums', 'STATE = a += 1; STATE = {b: 1}', { b: 1 }],
    ['nothing in a comment', '// STATE = {"a": 1}\nSTATE = {"a": 2}', { a: 2 }],
    ['no list that something is called on', 'STATE = [1, 2].map(go); STATE = {a: 1}', { a: 1 }],
    ['a statement without its semicolon', 'STATE = {a: 1}\nvar b = /[{]/', { a: 1 }],
  ]
  for (const [title, script, expected] of cases) {
    test(title, () => assert.deepEqual(read({ x: STATE }, page(script)).x, expected))
  }

  const scripts: [string, string, unknown][] = [
    ['an object without quotes', '{a: 1, b: "c"}', { a: 1, b: 'c' }],
    ['a variable', '\n  var data = {a: 1};\n go(data)', { a: 1 }],
    ['a module', 'export default {a: 1}', { a: 1 }],
    ['a call', 'start({a: 1})', { a: 1 }],
    ['entities', '{&quot;a&quot;: 1}', { a: 1 }],
    ['no end', '{"a": 1, "b": [{"c": "d"}, {"c": "cut of', { a: 1, b: [{ c: 'd' }] }],
    ['a number at its cut end', '{"a": 1, "b": 12', { a: 1 }],
  ]
  for (const [title, text, expected] of scripts) {
    test(`by the id of a script: ${title}`, () =>
      assert.deepEqual(read({ x: STATE }, `<script id=STATE>${text}</script>`).x, expected))
  }

  test('takes all that is pushed, however much', () => {
    const many = page(Array.from({ length: 500 }, (_, n) => `STATE.push({n: ${n}})`).join(';'))
    assert.equal((read({ x: { ...STATE, path: '[*].n', all: true } }, many).x as number[]).length, 500)
  })

  test('takes the first pushed value that has the path', () => {
    const pushes = page(
      'dataLayer = []',
      'dataLayer.push({event: "a"})',
      'dataLayer.push({shop: {price: 5}})',
    )
    assert.equal(read({ x: { script: 'dataLayer', path: 'shop.price' } }, pushes).x, 5)
    assert.deepEqual(read({ x: { script: 'dataLayer', path: '[*].event', all: true } }, pushes).x, [
      'a',
      null,
    ])
  })

  test('reads the rows that a React server streams', () => {
    const text = 'é, {"a"}'
    const stream = `1:HL["/a.css","style"]\n2:T${Buffer.byteLength(text).toString(16)},${text}3:["$","div",null,{"product":{"name":"Kettle"}}]\n4:"$L`
    const chunks = [stream.slice(0, 30), stream.slice(30)]
    const flight = page(
      '(self.__next_f=self.__next_f||[]).push([0])',
      ...chunks.map(chunk => `self.__next_f.push([1,${JSON.stringify(chunk)}])`),
    )
    const rule = (path: string) => ({ script: '__next_f', path })
    assert.deepEqual(
      read({ name: rule('[*][3].product.name'), text: rule("['2']"), one: rule("['3'][1]") }, flight),
      {
        name: 'Kettle',
        text,
        one: 'div',
      },
    )
  })
})

describe('a script rule that finds nothing', () => {
  const reasons: [string, string, Fields[string], string][] = [
    [
      'names what there is',
      `<script id=DATA>{}</script>${page('window.APP_STATE = {a: 1}; var items = [1]; a = {}; dataLayer.push({})')}`,
      STATE,
      'no script holds JSON by the name "STATE": there are DATA, APP_STATE, items, dataLayer',
    ],
    [
      'names ten at most',
      page(Array.from({ length: 14 }, (_, index) => `name${index} = {}`).join(';')),
      STATE,
      `no script holds JSON by the name "STATE": there are ${Array.from({ length: 10 }, (_, index) => `name${index}`).join(', ')} and 4 more`,
    ],
    [
      'says that there is none',
      '<p>x</p>',
      STATE,
      'no script holds JSON by the name "STATE", or by any other',
    ],
    [
      'quotes what only running would tell',
      page('STATE = load("/state.json?with=a&long=query")'),
      STATE,
      'scripts use the name "STATE", but load("/state.json?with=a&long=query") has no value before it is run',
    ],
    [
      'quotes forty characters at most',
      page(`STATE = load("${'x'.repeat(100)}")`),
      STATE,
      `scripts use the name "STATE", but load("${'x'.repeat(34)}… has no value before it is run`,
    ],
    [
      'knows what stands in a comment behind code',
      page('init(); // var STATE = {"amount": 99};\nrun();'),
      STATE,
      'scripts set "STATE" in comments only',
    ],
    [
      'knows what stands in a line of comment',
      page('\n// var STATE = {"amount": 99};\nvar SHOP = {a: 1}'),
      STATE,
      'scripts set "STATE" in comments only: there are SHOP',
    ],
    [
      'knows what stands in a long comment',
      page(`/* ${'x'.repeat(2_000)} STATE = {"amount": 99} */`),
      STATE,
      'scripts set "STATE" in comments only',
    ],
    ...['load()', 'base', 'shop.base', 'a.b()', '(a, b)'].map(
      (spread): [string, string, Fields[string], string] => [
        `names the spread of ${spread} in an object`,
        page(`STATE = {a: 1, ...${spread}, b: 2}`),
        STATE,
        `it holds ...${spread.replace('(a, b)', '(…)')}, which has no value before the script is run`,
      ],
    ),
    [
      'names the spread of a list',
      page('STATE = {list: [1, ...other]}'),
      { ...STATE, path: 'list', all: true },
      'it holds ...other, which has no value before the script is run',
    ],
    [
      'names the spread that may hold what a path leads to, or set it anew',
      page('STATE = {shop: {a: 1, ...base, b: 2}}'),
      { ...STATE, path: 'shop.a' },
      'shop has nothing at .a: it holds ...base, which has no value before the script is run',
    ],
    [
      'does not copy what is spread without all of it',
      page('STATE = Object.assign({}, {...base})'),
      STATE,
      'scripts use the name "STATE", but Object.assign({}, {...base}) has no value before it is run',
    ],
    ...[
      'var base = {a: 1}; base.b = 2',
      'var base = {a: 1}; base = {a: 2}',
      'var base = {a: 1}; change(base)',
      'var base = {a: 1}; function f(base) {}',
      'var base = load()',
      'var base; base = {a: 1}',
      'base = {a: 1}',
      'var base = {...base}',
      '// var base = {a: 1}\n',
    ].map((script): [string, string, Fields[string], string] => [
      `does not take ${JSON.stringify(script)} for all that is spread`,
      page(`${script};STATE = {...base, c: 1}`),
      STATE,
      'it holds ...base, which has no value before the script is run',
    ]),
    [
      'knows what is no JavaScript',
      page('STATE = {a: '),
      STATE,
      'scripts use the name "STATE", but what stands there is no JavaScript',
    ],
  ]
  for (const [title, text, rule, reason] of reasons) {
    test(title, () => assert.equal(whyNull(rule, text), reason))
  }
})

describe('hostile scripts', () => {
  const large =
    'scripts use the name "STATE", but what stands there is larger or deeper than what is read as JavaScript'
  const unread: [string, string][] = [
    ['brackets in brackets', `STATE = ${'['.repeat(100_000)}`],
    ['parentheses in parentheses', `STATE = ${'('.repeat(100_000)}`],
    ['objects in objects', `STATE = ${'{a:'.repeat(100_000)}`],
    ['a row of negations', `STATE = ${'!'.repeat(100_000)}0`],
    ['a row of assignments', `STATE = ${'a='.repeat(100_000)}1`],
    ['lists 300 levels deep', `STATE = ${'['.repeat(300)}!0${']'.repeat(300)}`],
    ['a script of 16 MB that is not JSON', `STATE = {a: [${'1,'.repeat(8_000_000)}]}`],
  ]
  for (const [title, script] of unread) {
    test(`${title} are too much`, () => assert.equal(whyNull(STATE, page(script)), large))
  }

  test('JSON of 16 MB is read all the same', () => {
    const text = `STATE = {"a": [${'1,'.repeat(8_000_000)}1], "b": 2}`
    assert.equal(read({ x: { script: 'STATE', path: 'b' } }, page(text)).x, 2)
  })

  test('values that repeat one another without end are none', () => {
    const levels = Array.from({ length: 40 }, () => '(a=>[a,a])').join('(')
    assert.equal(whyNull(STATE, page(`STATE = ${levels}(1${')'.repeat(40)}`)), large)
    assert.equal(whyNull(STATE, page('STATE = (function(a){a.b=a;return a})({})')), large)
    const texts = `${'(a=>a+a)('.repeat(60)}"xx"${')'.repeat(60)}`
    assert.equal(whyNull(STATE, page(`STATE = [${texts}]; STATE = go()`)), large)
  })

  test('rows, objects and comments without number are read in one pass', () => {
    const stream = page(`__next_f.push([1,"${'a:T1,'.repeat(100_000)}"])`)
    assert.deepEqual(read({ x: { script: '__next_f', path: "['a']" } }, stream).x, 'a')
    const objects = `<script type="application/ld+json">${'{}'.repeat(200_000)}{"@type": "Book", "name": "a"}</script>`
    assert.equal(read({ x: { jsonld: 'Book', path: 'name' } }, objects).x, 'a')
    assert.match(whyNull(STATE, page(`STATE = {${'/*'.repeat(2_000_000)}`))!, /is no JavaScript$/)
  })

  test('what is behind a spread that is not known is read all the same', () => {
    const script = page('window.STATE = {...window.STATE, items: [{a: 1}], shop: {b: 2, ...more}}')
    const fields = {
      a: { ...STATE, path: 'items[*].a', all: true },
      shop: { ...STATE, path: 'shop' },
    }
    assert.deepEqual(read(fields, script), { a: [1], shop: null })
  })

  test('comments, texts and spreads without number are read in one pass', () => {
    const values = ['"', "'", '`', '/*', '//', '/[', '=/[', '=/a', '\\\\"', '/**/', '//\n'].map(piece => {
      const script = `STATE={a:1};${piece.repeat(1_000_000)}STATE={b:2}`
      return read({ x: { ...STATE, path: 'a' } }, page(script)).x
    })
    assert.deepEqual(values, Array(11).fill(1))
    const chain = Array.from({ length: 20_000 }, (_, n) => `var v${n}={...v${n + 1}}`).join(';')
    assert.equal(read({ x: { ...STATE, path: 'a' } }, page(`STATE={...v0,a:1};${chain}`)).x, 1)
    const many = Array.from({ length: 20_000 }, (_, n) => `...v${n}`).join()
    assert.equal(whyNull({ ...STATE, path: 'a' }, page(`STATE={${many},a:1};${chain}`)), large)
  })

  test('__proto__ is a key like others', () => {
    const found = read({ x: STATE }, page('STATE = {__proto__: {polluted: 1}, ["constructor"]: 2, a: 3}'))
      .x as object
    assert.deepEqual(Object.keys(found), ['__proto__', 'constructor', 'a'])
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
    assert.equal(Object.getPrototypeOf(found), Object.prototype)
  })

  test('getters, calls and loops of the page are never run', () => {
    const ran = '(globalThis.__ran = true)'
    const script = `STATE = {get a() { return ${ran} }, b: (function () { ${ran}; return 1 })(), c: (function () { for (;;) ${ran} })(), d: 1}`
    assert.deepEqual(read({ x: STATE }, page(script)).x, { a: null, b: null, c: null, d: 1 })
    assert.equal(Object.hasOwn(globalThis, '__ran'), false)
  })

  test('a name that cannot be read is tried fifty times', () => {
    const many = 'STATE = {a: ];'.repeat(50)
    assert.deepEqual(read({ x: { ...STATE, path: 'b' } }, page(`${many}STATE = {b: 1}`)).x, null)
  })

  test('all rules of a page share what is parsed', () => {
    const big = `{a: [${'1,'.repeat(400_000)}]}`
    const fields = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`f${n}`, { script: `S${n}`, path: 'a[0]' }]),
    )
    const found = read(
      fields,
      page(
        Object.keys(fields)
          .map((_, n) => `S${n} = ${big}`)
          .join(';\n'),
      ),
    )
    assert.deepEqual(Object.values(found).slice(0, 3), [1, null, null])
  })
})
