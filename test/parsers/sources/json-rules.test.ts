import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parsePath } from '../../../server/parsers/json/json-path.ts'
import type { Fields, Json, RuleObject } from '../../../server/parsers/parser-schema.ts'
import { read, readPage, whyNull } from '../support/read-page.ts'

const SHOP = {
  name: 'Corner',
  'first name': 'Ann',
  '@id': 's1',
  open: true,
  none: null,
  items: [
    { sku: 'a', price: 2, tags: ['x', 'y'] },
    { sku: 'b', tags: [] },
    { sku: 'c', price: 5, tags: ['z'] },
  ],
  byKey: { k1: { n: 1 }, k2: { n: 2 } },
  empty: [],
}

describe('a json rule on a page that is JSON', () => {
  const cases: [string, Fields[string], unknown][] = [
    ['takes keys apart at dots', { json: 'byKey.k2.n' }, 2],
    ['may start with $', { json: '$.name' }, 'Corner'],
    ['takes an item by index', { json: 'items[0].sku' }, 'a'],
    ['counts from the end with a negative index', { json: 'items[-1].sku' }, 'c'],
    ['takes a key in quotes', { json: "['first name']" }, 'Ann'],
    ['takes a key in double quotes', { json: '$["first name"]' }, 'Ann'],
    ['takes odd keys without quotes', { json: '@id' }, 's1'],
    ['takes the first value under [*]', { json: 'items[*].price' }, 2],
    ['takes a list as it is', { json: 'items[0].tags' }, ['x', 'y']],
    ['takes the items of a list with all', { json: 'items[0].tags', all: true }, ['x', 'y']],
    ['takes all values under [*], in step', { json: 'items[*].price', all: true }, [2, null, 5]],
    ['goes through several [*]', { json: 'items[*].tags[*]', all: true }, ['x', 'y', 'z']],
    ['goes through the values of an object', { json: 'byKey[*].n', all: true }, [1, 2]],
    ['makes one value a list with all', { json: 'name', all: true }, ['Corner']],
    ['makes nothing an empty list with all', { json: 'nothing', all: true }, []],
    [
      'takes several keys in their order',
      { json: 'items[*]["price", "sku"]', all: true },
      [2, 'a', 'b', 5, 'c'],
    ],
    ['takes a key at any depth', { json: '..n', all: true }, [1, 2]],
    ['takes a key at any depth below a place', { json: '$.items..tags', all: true }, [['x', 'y'], [], ['z']]],
    ['goes on below a key at any depth', { json: '..tags[*]', all: true }, ['x', 'y', 'z']],
    ['takes several keys at any depth', { json: "byKey..['n', 'm']", all: true }, [1, 2]],
    ['takes a key that is named twice once', { json: 'items[0]["sku", "sku"]', all: true }, ['a']],
    ['takes the first of several without all', { json: '..sku' }, 'a'],
    ['does not see what every object inherits', { json: 'constructor.name' }, null],
    ['does not see the length of a text', { json: 'name.length' }, null],
  ]
  for (const [title, rule, expected] of cases) {
    test(title, () => assert.deepEqual(read({ x: rule }, JSON.stringify(SHOP)).x, expected))
  }

  test('takes no longer when a key is repeated at every step of the path', () => {
    const depth = 100
    const page = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const path = '["a", "a"]'.repeat(depth)
    assert.deepEqual(read({ x: { json: path, all: true } }, page).x, [1])
  })

  test('allows at most 20 keys in one step of the path', () => {
    const step = (keys: number) => JSON.stringify(Array.from({ length: keys }, (_, at) => `k${at}`))
    assert.ok(parsePath(step(20)))
    assert.equal(parsePath(step(21)), null)
  })

  test('reads fields from each item', () => {
    const fields = { sku: { json: 'sku' }, price: { json: 'price' }, tags: { json: 'tags', all: true } }
    const page = ` \uFEFF${JSON.stringify(SHOP)}\n`.trimStart()
    assert.deepEqual(read({ x: { json: 'items', all: true, fields } }, page).x, [
      { sku: 'a', price: 2, tags: ['x', 'y'] },
      { sku: 'b', price: null, tags: [] },
      { sku: 'c', price: 5, tags: ['z'] },
    ])
  })

  test('reads fields from the first item of a list in the same way as from one object', () => {
    const fields = { sku: { json: 'sku' } }
    assert.deepEqual(read({ x: { json: 'items', fields } }, JSON.stringify(SHOP)).x, { sku: 'a' })
    assert.deepEqual(read({ x: { json: 'items[1]', fields } }, JSON.stringify(SHOP)).x, { sku: 'b' })
  })

  test('refers to the item itself by an empty css or an empty path', () => {
    const fields = { text: '', value: { json: '' }, number: { css: '', type: 'number' } } as const
    assert.deepEqual(read({ x: { json: '', all: true, fields } }, '[1, "2"]').x, [
      { text: '1', value: 1, number: 1 },
      { text: '2', value: '2', number: 2 },
    ])
  })

  const reasons: [string, Json, string][] = [
    ['items[0].colour', SHOP, 'items[0] has nothing at .colour: there are sku, price, tags'],
    ['items.sku', SHOP, 'items is a list: choose with [0] or [*]'],
    ['items[7].sku', SHOP, 'items has 3 items, none at [7]'],
    ['empty[*].a', SHOP, 'empty has 0 items, none at [*]'],
    ['name.first', SHOP, 'name is neither an object nor a list'],
    ['none.x', SHOP, 'the JSON has null at .none'],
    ['items["a", "b"]', SHOP, 'items is a list: choose with [0] or [*]'],
    ['items..colour', SHOP, 'items has 3 items, none at ..colour'],
    ['..["colour", "size"]', SHOP, 'the JSON has nothing at ..["colour", "size"]'],
    [
      "['last name']",
      SHOP,
      'the JSON has nothing at ["last name"]: there are name, first name, @id, open, none, items, byKey, empty',
    ],
    ['a', {}, 'the JSON has nothing at .a'],
    [
      'a',
      Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, 1])),
      'the JSON has nothing at .a: there are k0, k1, k2, k3, k4, k5, k6, k7, k8, k9 …',
    ],
  ]
  for (const [path, page, reason] of reasons) {
    test(`reports for ${path}: ${reason}`, () =>
      assert.equal(whyNull({ json: path }, JSON.stringify(page)), reason))
  }
})

test('a selector inside JSON says that keys are read by "json"', () => {
  const page = '<script id=d>{"items": [{"name": "Pot"}]}</script><h1>Shop</h1>'
  const fields = { name: 'name', shop: 'h1' }
  const { data, nulls } = readPage({ x: { script: 'd', path: 'items', all: true, fields } }, page)
  assert.deepEqual(data.x, [{ name: null, shop: 'Shop' }])
  assert.deepEqual(
    nulls.map(({ reason }) => reason),
    ['no element matches "name"; the object around is JSON, whose keys {"json": "name"} reads'],
  )
})

describe('on a page of JSON', () => {
  for (const rule of [
    'h1',
    '@id',
    '',
    { css: 'li', all: true },
    { meta: 'a' },
    { jsonld: 'A' },
    { script: 'a' },
  ]) {
    test(`${JSON.stringify(rule)} finds nothing, and reports why`, () => {
      assert.equal(whyNull(rule, '{"a": 1}'), 'the page is JSON, not HTML')
    })
  }
})

describe('on a page of HTML', () => {
  for (const page of ['<p>[1]</p>', '[1] and more', '{"a": 1', '', '[not json]']) {
    test(`a json rule finds nothing in ${JSON.stringify(page)}`, () => {
      assert.equal(whyNull({ json: 'a' }, page), 'the page is not JSON')
    })
  }

  test("css in a field of a script's JSON still reads the page around it", () => {
    const page = '<h1>Kettle</h1><script id="s" type="application/json">{"p": 3}</script>'
    const { data } = readPage({ x: { script: 's', fields: { price: { json: 'p' }, title: 'h1' } } }, page)
    assert.deepEqual(data.x, { price: 3, title: 'Kettle' })
  })
})

describe('an id that is too large for a JavaScript number', () => {
  const id = '1234567890123456789'
  const script = (body: string) => `<script>${body}</script>`
  const data = (body: string, type: string) => `<script id=d type="application/${type}">${body}</script>`
  const cut = `[{"id": ${id}, "name": "cut`
  const row = `self.__next_f.push([1, ${JSON.stringify(`1:{"id":${id}}\n`)}])`
  const places: [string, RuleObject, string][] = [
    ['the data of a script', { script: 'd', path: 'id' }, data(`{"id":${id}}`, 'json')],
    ['data with comments', { script: 'd', path: 'id' }, data(`{"id": ${id}, /* a */ }`, 'json')],
    ['data that is cut', { script: 'd', path: '[0].id' }, data(cut, 'json')],
    ['linked data', { jsonld: 'A', path: 'id' }, data(`{"@type":"A","id":${id}}`, 'ld+json')],
    ['an attribute', { css: 'p@data-x', path: 'id' }, `<p data-x='{"id":${id}}'>`],
    ['a page that is JSON', { json: 'id' }, `{"id":${id}}`],
    ['an item of a list', { json: '[*].id' }, `[{"id":${id}}]`],
    ['a text of JSON', { css: 'p', transform: ['parse_json', { path: 'id' }] }, `<p>{"id":${id}}</p>`],
    ['JavaScript', { script: 'd', path: 'id' }, script(`d = {id: ${id}}`)],
    ['JSON.parse', { script: 'd', path: 'a.id' }, script(`d = {a: JSON.parse('{"id":${id}}')}`)],
    ['rows of a server', { script: '__next_f', path: "['1'].id" }, script(row)],
  ]
  for (const [title, rule, page] of places) {
    test(`keeps its digits in ${title}`, () => {
      assert.equal(read({ x: { ...rule, type: 'string' } }, page).x, id)
      assert.equal(read({ x: rule }, page).x, id)
    })

    test(`is refused as a number in ${title}`, () => {
      const reason = `${id} is too large for a number: read it as a "string"`
      assert.equal(whyNull({ ...rule, type: 'number' }, page), reason)
      assert.equal(whyNull({ ...rule, type: 'integer' }, page), reason)
    })
  }

  test('keeps its digits in lines of JSON', () => {
    const page = `{"id": ${id}}\n{"id": 5}\n`
    const { data } = readPage({ x: { json: '[*].id', all: true } }, page, {
      contentType: 'application/x-ndjson',
    })
    assert.deepEqual(data.x, [id, 5])
  })

  test('leaves the other numbers as they are', () => {
    const page = `{"a": ${id}, "b": 9007199254740991, "c": 1e300, "d": 0.12345678901234567, "e": -${id}, "__proto__": 1}`
    const own = JSON.parse(
      `{"a": "${id}", "b": 9007199254740991, "c": 1e300, "d": 0.12345678901234567, "e": "-${id}", "__proto__": 1}`,
    )
    assert.deepEqual(read({ x: { json: '' } }, page).x, own)
  })
})
