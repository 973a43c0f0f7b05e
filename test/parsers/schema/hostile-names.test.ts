import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { differences } from '../../../server/parsers/differences.ts'
import { addRun, emptyWindow, recentFill } from '../../../server/parsers/fill-window.ts'
import { typeOfFile } from '../../../server/parsers/json/rows-of-text.ts'
import { read, readPage } from '../support/read-page.ts'

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

describe('a name that every object inherits', () => {
  for (const name of NAMES) {
    test(`is not found among the headers of an answer: ${name}`, () => {
      const answer = { status: 200, headers: { server: 'nginx' } }
      assert.equal(read({ x: { header: name } }, '<p>', { answer }).x, null)
    })

    test(`is no known media type or file ending: ${name}`, () => {
      assert.equal(read({ x: 'h1' }, '<h1>T', { contentType: name }).x, 'T')
      assert.equal(typeOfFile(`page.${name}`), null)
    })

    test(`is not found among the attributes of XML: ${name}`, () => {
      assert.equal(read({ x: `a@${name}` }, '<?xml version="1.0"?><r><a b="1"/></r>').x, null)
    })

    test(`is not found among the groups of a pattern: ${name}`, () => {
      const rule = { css: 'h1', transform: [{ regex: { pattern: '(?P<a>T)', group: name } }] }
      const [problem] = checkSchema({ fields: { x: rule } })
      assert.match(problem?.hint ?? '', /^The pattern has no group/)
    })

    test(`is an ordinary name of a column: ${name}`, () => {
      const data = read({ x: { json: '', all: true } }, `${name},b\n1,2`, { contentType: 'text/csv' })
      assert.equal(JSON.stringify(data.x), `[{"${name}":"1","b":"2"}]`)
    })

    test(`is counted like any other field: ${name}`, () => {
      const fills = JSON.parse(`{"${name}": {"filled": 1, "total": 2}}`)
      assert.deepEqual(recentFill(addRun(emptyWindow(), fills), name), {
        runs: 1,
        share: 0.5,
        filled: 1,
        total: 2,
      })
    })

    test(`is compared like any other field: ${name}`, async () => {
      const after = JSON.parse(`{"${name}": 1}`)
      assert.deepEqual(await differences({}, after), [{ field: name, before: null, after: 1 }])
    })
  }

  test('is an ordinary name of an element', () => {
    const page = '<div itemscope itemtype=T><constructor itemprop=a>x</constructor></div>'
    assert.deepEqual(read({ x: { microdata: 'T', path: 'a' } }, page).x, 'x')
    assert.equal(read({ x: { css: 'div', read: 'markdown' } }, page).x, 'x')
  })
})

describe('the value that a rule makes of a page', () => {
  test('is null when a text grows too long from transform to transform', () => {
    const doubled = Array(40).fill({ template: `${'${value}'}${'${value}'}` })
    const { data, nulls } = readPage({ x: { css: 'h1', transform: doubled } }, '<h1>word')
    assert.equal(data.x, null)
    assert.match(nulls[0]!.reason, /longer than 16,777,216 characters/)
  })

  test('ends the parse when it is longer than the longest possible text', () => {
    const rule = { css: 'p', all: true, transform: [{ join: 'x'.repeat(500_000) }] }
    assert.throws(() => read({ x: rule }, '<p>a</p>'.repeat(2_000)), { code: 'extraction_failed' })
  })

  test('is not read from a short CSV text that would expand to millions of cells', () => {
    const csv = `${'a,'.repeat(10_000)}z\n${'1\n'.repeat(10_000)}`
    assert.deepEqual(read({ x: { json: '', all: true } }, csv, { contentType: 'text/csv' }).x, [])
  })

  test('is not read from lines of JSON when one is nested too deeply', () => {
    const lines = `{"a": 1}\n${'['.repeat(5_000)}${']'.repeat(5_000)}`
    assert.deepEqual(read({ x: { json: '[0].a' } }, lines, { contentType: 'application/x-ndjson' }).x, null)
  })

  test('has each column of a very wide table once', () => {
    const names = '<td>a'.repeat(20_000)
    const { x } = read(
      { x: { table: 'table', all: true, limit: 1 } },
      `<table><tr>${names}<tr>${names.replaceAll('a', 'b')}</table>`,
    )
    assert.equal(Object.keys((x as object[])[0]!).length, 20_000)
  })

  test('has microdata nested at most a hundred items deep', () => {
    const page = `${'<i itemscope itemtype=T itemprop=a>'.repeat(300)}x`
    let depth = 0
    for (let at: unknown = read({ x: { microdata: 'T' } }, page).x; typeof at === 'object'; depth++)
      at = (at as { a: unknown }).a
    assert.equal(depth, 100)
  })

  test('is null for a script rule that names only `window.`', () => {
    assert.equal(read({ x: { script: 'window.' } }, '<script>= {"a": 1}</script>').x, null)
  })
})

describe('a selector of many steps', () => {
  test('is matched in limited time although each step matches many elements', () => {
    const page = `<u>u</u>${'<b>'.repeat(120)}x`
    assert.equal(read({ x: { css: `u ${'b '.repeat(60)}`, read: 'exists' } }, page).x, false)
    assert.equal(read({ x: { css: `${'b '.repeat(90)}`, read: 'exists' } }, page).x, true)
    assert.equal(read({ x: { css: `i > b ${'b '.repeat(60)}`, read: 'exists' } }, `<i>${page}`).x, true)
  })
})
