import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { importSchema } from '../../server/parsers/import/import-schema.ts'
import { outputSchema } from '../../server/parsers/output-schema.ts'
import { read } from './support/read-page.ts'

const PAGE = `<h1>Shop</h1><div class=card data-id=7><h2> Kettle </h2><a href=/k><img src=/k.png></a><p class=price>$24.50</p>
  <ul><li>steel</li><li>1.7 l</li></ul><div class=review><b>Ann</b><i>5</i></div></div><p class=below>in stock</p>
  <table><tr><th>A<th>B<tr><td>1<td>2</table>`

const data = (source: unknown) => read(importSchema(source).schema.fields, PAGE)
const losses = (source: unknown) => importSchema(source).losses.map(({ at, reason }) => `${at}: ${reason}`)

describe('a schema of scrape-it', () => {
  const source = {
    title: 'h1',
    cards: {
      listItem: '.card',
      data: {
        name: 'h2',
        id: { attr: 'data-id' },
        image: { selector: 'img', attr: 'src' },
        tags: { listItem: 'li' },
        second: { selector: 'li', eq: 1 },
        html: { selector: 'h2', how: 'html', trim: false },
        price: { selector: '.price', convert: 'x => Number(x)', closest: 'div' },
      },
    },
  }

  test('reads the same data after its import', () => {
    assert.equal(importSchema(source).format, 'scrape-it')
    assert.deepEqual(data(source), {
      title: 'Shop',
      cards: [{ name: 'Kettle', id: '7', image: '/k.png', tags: ['steel', '1.7 l'], second: '1.7 l', html: 'Kettle', price: '$24.50' }], // biome-ignore format: a row
    })
  })

  test('reports what this language has no counterpart for', () => {
    assert.deepEqual(losses(source), [
      'cards.data.html.trim: Texts are always trimmed.',
      'cards.data.price.convert: There is no counterpart of "convert".',
      'cards.data.price.closest: There is no counterpart of "closest".',
    ])
  })
})

describe('a schema of `extract_rules`', () => {
  const source = {
    title: 'h1',
    path: '//h1',
    link: 'a@href',
    image: { selector: 'img', output: '@src' },
    images: { selector: 'img', output: '@src', type: 'list' },
    html: { selector: 'h2', output: 'html' },
    cards: { selector: '.card', type: 'list', output: { name: 'h2', tags: { selector: 'li', all: 1 } } },
    table: { selector: 'table', output: 'table_json' },
  }

  test('reads the same data after its import', () => {
    assert.equal(importSchema(source).format, 'extract_rules')
    assert.deepEqual(data(source), {
      title: 'Shop',
      path: 'Shop',
      link: '/k',
      image: '/k.png',
      images: ['/k.png'],
      html: '<h2> Kettle </h2>',
      cards: [{ name: 'Kettle', tags: ['steel', '1.7 l'] }],
      table: [{ A: '1', B: '2' }],
    })
    assert.deepEqual(losses(source), [])
  })

  test('reports what this language has no counterpart for, and leaves out invalid rules', () => {
    const wrong = {
      a: { selector: 'h1', clean: false },
      b: { selector: 'h1', output: 'screenshot' },
      c: { selector: 'table', output: 'table_array' },
      d: { selector: 'h1[' },
      e: { output: 'text' },
      f: { selector: 'div', output: { g: '::after' } },
      h: { selector: 'h1', type: 'number' },
    }
    const { schema } = importSchema(wrong)
    assert.deepEqual(Object.keys(schema.fields), ['a', 'b', 'c', 'h'])
    const warnings = losses(wrong)
    assert.deepEqual(
      warnings.map(line => line.split(':')[0]),
      ['a.clean', 'b.output', 'c.output', 'e', 'h.type', 'schema.fields.d', 'schema.fields.f.fields.g'],
    )
  })
})

describe('a schema of Crawl4AI', () => {
  const schemaOf = (...fields: object[]) => ({ name: 'cards', baseSelector: '.card', fields })

  test('applies each of several selectors to the sibling in `source`', () => {
    const source = schemaOf({ name: 'stock', selector: '.gone, b', source: '+ .below', type: 'text' })
    assert.deepEqual(data(source), { cards: [{ stock: null }] })
  })

  test('reports types that do not exist, and types without the key that they require', () => {
    const source = schemaOf(
      { name: 'a', selector: 'h2', type: 'atribute', attribute: 'id' },
      { name: 'b', selector: 'h2', type: 'attribute' },
      { name: 'c', selector: 'h2', type: ['text', 'regex'] },
    )
    assert.deepEqual(losses(source), [
      'fields[0].type: There is no type "atribute"; the text is read.',
      'fields[1].type: "attribute" needs "attribute"; the text is read.',
      'fields[2].type: "regex" needs "pattern"; the text is read.',
    ])
  })

  test('reports a field whose name is not allowed', () => {
    const source = schemaOf({ name: '__proto__', selector: 'h2', type: 'text' }, { name: 'x', selector: 'i' })
    assert.deepEqual(losses(source), [
      'schema.fields.cards.fields.__proto__: "__proto__" cannot be the name of a field.',
    ])
  })

  const source = {
    name: 'Product cards',
    baseSelector: '.card',
    baseFields: [{ name: 'id', type: 'attribute', attribute: 'data-id' }],
    fields: [
      { name: 'name', selector: 'h2', type: 'text', transform: 'uppercase' },
      { name: 'price', selector: '.price', type: ['text', 'regex'], pattern: '([\\d.]+)' },
      { name: 'image', selector: 'img', type: 'attribute', attribute: 'src', default: 'none' },
      { name: 'tags', selector: 'li', type: 'list' },
      { name: 'stock', selector: '', source: '+ .below', type: 'text' },
      {
        name: 'review',
        selector: '.review',
        type: 'nested',
        fields: [{ name: 'by', selector: 'b', type: 'text' }],
      },
      {
        name: 'reviews',
        selector: '.review',
        type: 'nested_list',
        fields: [{ name: 'stars', selector: 'i', type: 'text' }],
      },
      { name: 'total', type: 'computed', expression: 'price * 2' },
    ],
  }

  test('reads the same data after its import', () => {
    assert.equal(importSchema(source).format, 'crawl4ai')
    assert.deepEqual(data(source), {
      product_cards: [
        {
          id: '7',
          name: 'KETTLE',
          price: '24.50',
          image: '/k.png',
          tags: ['steel', '1.7 l'],
          stock: 'in stock',
          review: { by: 'Ann' },
          reviews: [{ stars: '5' }],
        },
      ],
    })
    assert.deepEqual(losses(source), [
      'fields[7]: What an expression computes cannot be carried over; "template" may do.',
    ])
  })

  test('may use XPath', () => {
    const paths = {
      baseSelector: "//div[@class='card']",
      fields: [{ name: 'name', selector: './/h2', type: 'text' }],
    }
    assert.deepEqual(data(paths), { items: [{ name: 'Kettle' }] })
  })

  test('loses patterns with lookaround', () => {
    const scraperConfig = { baseSelector: '.card', fields: [{ name: 'a', selector: 'h2', type: 'text' }, { name: 'p', selector: '.price', type: 'regex', pattern: '(?<=\\$)\\d+' }] } // biome-ignore format: one thought
    assert.match(losses(scraperConfig)[0]!, /^schema\.fields\.items\.fields\.p: "transform"/)
  })
})

describe('a JSON Schema', () => {
  const SOURCE = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      name: { type: 'string', description: 'As on the box.' },
      price: { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] },
      size: { enum: ['S', 'L', null], default: 'L' },
      link: { type: ['string', 'null'], format: 'uri' },
      tags: { type: 'array', items: { type: 'string' } },
      review: { type: 'array', items: { $ref: '#/$defs/review' } },
      odd: { type: 'string', pattern: '^a' },
    },
    required: ['name'],
    $defs: { review: { type: 'object', properties: { stars: { type: 'integer' } } } },
  }

  test('becomes fields with placeholder selectors, and keeps types, enums and limits', () => {
    const { format, schema } = importSchema(SOURCE)
    assert.equal(format, 'json-schema')
    assert.deepEqual(schema.fields, {
      name: { css: '[itemprop="name"]', description: 'As on the box.' },
      price: { css: '[itemprop="price"]', type: 'number', min: 0 },
      size: { css: '[itemprop="size"]', enum: ['S', 'L'], default: 'L' },
      link: { css: '[itemprop="link"]', type: 'url' },
      tags: { css: '[itemprop="tags"]', all: true },
      review: {
        css: '[itemprop="review"]',
        all: true,
        fields: { stars: { css: '[itemprop="stars"]', type: 'integer' } },
      },
      odd: { css: '[itemprop="odd"]' },
    })
    assert.deepEqual(losses(SOURCE).slice(1), [
      'properties.odd.pattern: There is no counterpart of "pattern".',
    ])
  })

  test("made from a parser's output is imported with the same output", () => {
    const { schema } = importSchema(SOURCE)
    assert.deepEqual(outputSchema(importSchema(outputSchema(schema)).schema), outputSchema(schema))
  })

  test('that expands to countless fields is cut short', () => {
    const twice = { a: { $ref: '#/$defs/x' }, b: { $ref: '#/$defs/x' }, c: { $ref: '#/$defs/x' } }
    const many = { type: 'object', properties: twice, $defs: { x: { type: 'object', properties: twice } } }
    assert.ok(losses(many).some(loss => /More than 1000 fields/.test(loss)))
  })

  test('of a list becomes a list, and recursive or missing references are reported', () => {
    const tree = {
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } },
    }
    assert.match(losses(tree).at(-1)!, /levels/)
    assert.match(
      losses({ type: 'object', properties: { a: { $ref: '#/no' } } }).at(-1)!,
      /nothing at "#\/no"/,
    )
    const { fields } = importSchema({ type: 'array', items: { type: 'integer' } }).schema
    assert.deepEqual(fields, { items: { css: '[itemprop="items"]', type: 'integer', all: true } })
  })
})

describe('a source that is no schema is refused', () => {
  for (const source of [null, 'h1', 7, [], {}, { a: 1 }, { baseSelector: '.x', fields: [] }])
    test(JSON.stringify(source), () => {
      assert.throws(
        () => importSchema(source),
        error =>
          error instanceof AppError && error.code === 'invalid_input' && error.facts.field === 'source',
      )
    })
})

describe('a schema of another tool that exceeds the limits of this language', () => {
  const crawl = (name: string, selector: string) => ({
    name: 'x',
    baseSelector: 'li',
    fields: [{ name, type: 'nested', selector: 'a', fields: [{ name: 'a', type: 'text', selector }] }],
  })

  test('is refused when its selectors are too long, even below a name that is shortened in errors', () => {
    const source = crawl('k'.repeat(150), 'b'.repeat(100_001))
    assert.throws(() => importSchema(source), /The selectors of a schema have at most 100,000 characters/)
  })

  test('is refused when a name is too long', () => {
    assert.throws(() => importSchema({ ['k'.repeat(501)]: 'h1' }), /500 characters/)
    assert.throws(() => importSchema(crawl('k'.repeat(501), 'b')), /500 characters/)
  })

  test('has short paths in its reported losses, however deep they are', () => {
    let rules: Record<string, unknown> = { a: { selector: 'b', colour: 'red' } }
    for (let level = 0; level < 20; level++)
      rules = { ['k'.repeat(100)]: { selector: 'b', type: 'list', output: rules } }
    for (const { at } of importSchema(rules, 'extract_rules').losses) assert.ok(at.length <= 500)
  })
})
