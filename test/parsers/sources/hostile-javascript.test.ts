import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { read, whyNull } from '../support/read-page.ts'
import { page, STATE } from '../support/scripts.ts'

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
    test(`${title} are too large or deep to read`, () => assert.equal(whyNull(STATE, page(script)), large))
  }

  test('JSON of 16 MB is read', () => {
    const text = `STATE = {"a": [${'1,'.repeat(8_000_000)}1], "b": 2}`
    assert.equal(read({ x: { script: 'STATE', path: 'b' } }, page(text)).x, 2)
  })

  test('values that repeat or contain one another endlessly are not read', () => {
    const levels = Array.from({ length: 40 }, () => '(a=>[a,a])').join('(')
    assert.equal(whyNull(STATE, page(`STATE = ${levels}(1${')'.repeat(40)}`)), large)
    assert.equal(whyNull(STATE, page('STATE = (function(a){a.b=a;return a})({})')), large)
    const texts = `${'(a=>a+a)('.repeat(60)}"xx"${')'.repeat(60)}`
    assert.equal(whyNull(STATE, page(`STATE = [${texts}]; STATE = go()`)), large)
  })

  test('very many rows, objects or comments are read in linear time', () => {
    const stream = page(`__next_f.push([1,"${'a:T1,'.repeat(100_000)}"])`)
    assert.deepEqual(read({ x: { script: '__next_f', path: "['a']" } }, stream).x, 'a')
    const objects = `<script type="application/ld+json">${'{}'.repeat(200_000)}{"@type": "Book", "name": "a"}</script>`
    assert.equal(read({ x: { jsonld: 'Book', path: 'name' } }, objects).x, 'a')
    assert.match(whyNull(STATE, page(`STATE = {${'/*'.repeat(2_000_000)}`))!, /is not JavaScript$/)
  })

  test('a call with very many arguments is read', () => {
    const call = page(`load(${'{},'.repeat(200_000)}{"a": 1})`)
    assert.equal(read({ x: { script: 'load', path: 'a' } }, call).x, 1)
  })

  test('a key after an unknown spread is read, but not the spreading object as a whole', () => {
    const script = page('window.STATE = {...window.STATE, items: [{a: 1}], shop: {b: 2, ...more}}')
    const fields = {
      a: { ...STATE, path: 'items[*].a', all: true },
      shop: { ...STATE, path: 'shop' },
    }
    assert.deepEqual(read(fields, script), { a: [1], shop: null })
  })

  test('very many comments, texts or spreads are read in linear time', () => {
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

  test('__proto__ is read as an ordinary key', () => {
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

  test('a name is given up after fifty values that cannot be read', () => {
    const many = 'STATE = {a: ];'.repeat(50)
    assert.deepEqual(read({ x: { ...STATE, path: 'b' } }, page(`${many}STATE = {b: 1}`)).x, null)
  })

  test('all rules of a page share one limit of parsed text', () => {
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
