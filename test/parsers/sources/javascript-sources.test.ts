import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read } from '../support/read-page.ts'
import { page, STATE } from '../support/scripts.ts'

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
      'what is not a number as null',
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

  test('reads very many pushed values', () => {
    const many = page(Array.from({ length: 500 }, (_, n) => `STATE.push({n: ${n}})`).join(';'))
    assert.equal((read({ x: { ...STATE, path: '[*].n', all: true } }, many).x as number[]).length, 500)
  })

  test('reads the first pushed value that has the path', () => {
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
