import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import type { Fields } from '../../../server/parsers/parser-schema.ts'
import { read, readPage, whyNull } from '../support/read-page.ts'

const ADDRESS = 'https://shop.example:8443/a%20b/kettles/?page=2&q=tea#top'

describe('a url rule', () => {
  const cases: [string, unknown][] = [
    ['', null],
    ['href', ADDRESS],
    ['host', 'shop.example:8443'],
    ['origin', 'https://shop.example:8443'],
    ['protocol', 'https'],
    ['path', '/a%20b/kettles/'],
    ['segments[0]', 'a b'],
    ['segments[-1]', 'kettles'],
    ['query.page', '2'],
    ['query.none', null],
    ['fragment', 'top'],
  ]
  for (const [path, expected] of cases.slice(1)) {
    test(path, () => assert.equal(read({ x: { url: path } }, '<p>', { url: ADDRESS }).x, expected))
  }

  test('can have a type like any other rule', () => {
    assert.equal(read({ x: { url: 'query.page', type: 'integer' } }, '<p>', { url: ADDRESS }).x, 2)
  })

  test('is null when the address is not known', () => {
    assert.equal(whyNull({ url: 'host' }, '<p>'), 'the address of the page is not known')
  })
})

describe('a header rule', () => {
  const answer = { status: 203, headers: { 'last-modified': 'today' } }
  test('reads headers in any case, and the status', () => {
    const fields: Fields = { a: { header: 'Last-Modified' }, b: { header: ':status' }, c: { header: 'etag' } }
    assert.deepEqual(read(fields, '<p>', { answer }), { a: 'today', b: 203, c: null })
  })

  test('is null on a page that did not come from a site', () => {
    assert.equal(whyNull({ header: 'etag' }, '<p>'), 'the page did not come from a site')
  })
})

describe('index, parent and template', () => {
  const page = `<h1>Shop</h1><ul><li><b>A</b><i>1</i><i>2</i><li><b>B</b><i>3</i></ul>`

  test('read the position of an item and the fields around it', () => {
    const fields: Fields = {
      rows: {
        css: 'li',
        all: true,
        fields: {
          label: { template: '${n}/${shop}: ${name}' },
          n: { index: 1 },
          name: 'b',
          parts: {
            css: 'i',
            all: true,
            fields: { i: { index: 0 }, of: { parent: 'name' }, at: { parent: 'shop' } },
          },
        },
      },
      shop: 'h1',
    }
    assert.deepEqual(read(fields, page), {
      rows: [
        {
          label: '1/Shop: A',
          n: 1,
          name: 'A',
          parts: [
            { i: 0, of: 'A', at: 'Shop' },
            { i: 1, of: 'A', at: 'Shop' },
          ],
        },
        { label: '2/Shop: B', n: 2, name: 'B', parts: [{ i: 0, of: 'B', at: 'Shop' }] },
      ],
      shop: 'Shop',
    })
    assert.deepEqual(Object.keys(read(fields, page)), ['rows', 'shop'])
  })

  test('give null for a template when one of its parts is null', () => {
    const { data, nulls } = readPage({ a: 'h6', x: { template: 'a ${a}' } }, page)
    assert.equal(data.x, null)
    assert.equal(nulls.find(({ field }) => field === 'x')?.reason, 'its part "a" is null or no text')
  })

  test('can follow a path into the parent', () => {
    const fields: Fields = {
      shop: { fields: { name: 'h1' } },
      b: { css: 'b', fields: { of: { parent: 'shop.name' } } },
    }
    assert.deepEqual(read(fields, page).b, { of: 'Shop' })
  })

  const faults: [Fields, string, string][] = [
    [{ a: { template: '${a}' } }, 'schema', 'Its fields refer to one another in a circle.'],
    [
      { a: { template: '${b}' }, b: { template: '${a}' } },
      'schema',
      'Its fields refer to one another in a circle.',
    ],
    [{ a: { template: '${c}' } }, 'schema.fields.a', '"template": there is no field "c" here.'],
    [{ a: { template: 'plain' } }, 'schema.fields.a', '"template" is a text with names of fields in it.'],
    [
      { a: { template: '${a'.repeat(300_000) } },
      'schema.fields.a',
      '"template" is a text with names of fields in it.',
    ],
    [{ a: { parent: 'b' }, b: 'b' }, 'schema.fields.a', 'No object around has a field "b".'],
  ]
  for (const [fields, field, error] of faults) {
    test(`${JSON.stringify(fields).slice(0, 100)}: ${error}`, () => {
      const [problem] = checkSchema({ fields })
      assert.deepEqual([problem?.field, problem?.error], [field, error])
    })
  }
})

describe('pick and limit', () => {
  const page = '<b>1</b><b>2</b><b>3</b>'
  const cases: [Fields[string], unknown][] = [
    [{ css: 'b', pick: 'first' }, '1'],
    [{ css: 'b', pick: 'last' }, '3'],
    [{ css: 'b', pick: 1 }, '2'],
    [{ css: 'b', pick: -2 }, '2'],
    [{ css: 'b', pick: 7 }, null],
    [{ css: 'b', all: true, limit: 2 }, ['1', '2']],
    [{ css: 'b', read: 'count' }, 3],
    [{ css: 'i', read: 'count' }, 0],
    [{ css: 'b', read: 'exists' }, true],
    [{ css: 'i', read: 'exists' }, false],
  ]
  for (const [rule, expected] of cases) {
    test(JSON.stringify(rule), () => assert.deepEqual(read({ x: rule }, page).x, expected))
  }
})
