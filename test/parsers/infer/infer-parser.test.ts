import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { type ExamplePage, inferParser } from '../../../server/parsers/infer/infer-parser.ts'
import type { Json } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

const exampleOf = (
  html: string,
  values: Record<string, Json>,
  items: ExamplePage['items'] = [],
): ExamplePage => ({
  page: { text: html, url: 'https://shop.example/p/1' },
  values,
  items,
})

const learn = (html: string, values: Record<string, Json>) => inferParser([exampleOf(html, values)], 'items')
const ruleOf = (html: string, values: Record<string, Json>) => learn(html, values).fields[0]!.rule

/** The data that the learned schema reads from a page. */
function read(pages: ExamplePage[], html: string) {
  const { schema } = inferParser(pages, 'items')
  assert.deepEqual(checkSchema(schema), [])
  return runParser(compileParser(schema!), { text: html, url: 'https://shop.example/p/2' }).data
}

describe('a learned rule', () => {
  test('prefers structured data to visible text', () => {
    const html =
      '<script type="application/ld+json">{"@type":"Product","name":"Kettle"}</script><h1 id="name">Kettle</h1>'
    const [field] = learn(html, { name: 'Kettle' }).fields
    assert.deepEqual((field!.rule as { any: unknown[] }).any[0], { jsonld: 'Product', path: 'name' })
    assert.ok(field!.alternatives.some(({ rule }) => JSON.stringify(rule) === '{"css":"#name"}'))
  })

  test('prefers a semantic attribute to a class, and a class to a position', () => {
    assert.deepEqual(ruleOf('<p><b class="price" itemprop="price">5</b></p>', { price: 5 }), {
      any: [
        { css: '[itemprop="price"]', type: 'number' },
        { css: '.price', type: 'number' },
      ],
    })
    assert.deepEqual(ruleOf('<p><b>4</b><b class="price">5</b></p>', { price: 5 }), {
      css: '.price',
      type: 'number',
    })
  })

  test('never uses a class name that a build tool generated', () => {
    const html = '<div class="css-1x2y3z"><span class="sc-bdVaJa kQzWxy _3xK9f">4711-B</span></div>'
    assert.doesNotMatch(JSON.stringify(learn(html, { sku: '4711-B' })), /1x2y3z|bdVaJa|kQzWxy|3xK9f/)
    const module = '<p>1</p><p class="Price_amount__a1B2c">2</p>'
    assert.deepEqual(ruleOf(module, { amount: 2 }), { css: '[class*="Price_amount__"]', type: 'number' })
  })

  test('finds a value by its label', () => {
    const html = '<dl><dt>Width</dt><dd>3 m</dd><dt>Weight:</dt><dd>2 kg</dd></dl>'
    const other = '<dl><dt>Weight</dt><dd>9 kg</dd></dl>'
    assert.deepEqual(read([exampleOf(html, { weight: '2 kg' })], other), { weight: '9 kg' })
  })

  test('finds a value within a sentence', () => {
    const pages = [
      exampleOf('<p class="by">Posted by Ada Keller on 1 May</p>', { author: 'Ada Keller' }),
      exampleOf('<p class="by">Posted by Bo on 2 June</p>', { author: 'Bo' }),
    ]
    assert.deepEqual(read(pages, '<p class="by">Posted by Cy Young on 3 July</p>'), { author: 'Cy Young' })
  })

  test('takes three digits behind a point of a price for thousands, also in English', () => {
    for (const html of ['<html lang="en">', '']) {
      const page = `${html}<b class="price">285.000 €</b><b class="price">1.150 €</b>`
      assert.deepEqual(read([exampleOf(page, { price: '285.000 €' })], page), {
        price: { amount: 285_000, currency: 'EUR' },
      })
    }
    const power = '<html lang="en"><b class="price">€0.285</b>'
    assert.deepEqual(read([exampleOf(power, { price: '€0.285' })], power), {
      price: { amount: 0.285, currency: 'EUR' },
    })
  })

  test('reads dates in digits only if the language or an example shows their order', () => {
    const page = (language: string, date: string) => `<html lang="${language}"><b class="day">${date}</b>`
    const learned = (language: string, ...dates: string[]) =>
      read(
        dates.map(date => exampleOf(page(language, date), { day: date })),
        page(language, '05/06/2026'),
      ).day
    assert.equal(learned('en', '01/02/2026'), '05/06/2026')
    assert.equal(learned('cn', '01/02/2026'), '05/06/2026')
    assert.equal(learned('en', '01/02/2026', '13/02/2026'), '2026-06-05')
    assert.equal(learned('en', '01/02/2026', '02/13/2026'), '2026-05-06')
    assert.equal(learned('en-US', '13/02/2026'), '2026-06-05')
    assert.equal(learned('sv', '01/02/2026'), '05/06/2026')
    assert.equal(learned('en-GB', '01/02/2026'), '2026-06-05')
    assert.equal(learned('fr', '01/02/2026'), '2026-06-05')
  })

  test('reads numbers, prices, dates, addresses and images with their types', () => {
    const html = `<html lang="de"><b class="price">1.299,00 €</b><i class="count">1.024</i>
<time datetime="2026-03-12T10:00:00Z">12. März 2026</time><a class="more" href="/more?x=1">More</a><img class="pic" src="data:," data-src="/a.jpg">`
    const values = {
      price: '1.299,00 €',
      count: '1.024',
      date: '12. März 2026',
      more: 'https://shop.example/more?x=1',
      pic: 'https://shop.example/a.jpg',
    }
    const { fields } = learn(html, values)
    assert.deepEqual(
      fields.map(({ type }) => type),
      ['price', 'number', 'date', 'url', 'image'],
    )
    assert.deepEqual(read([exampleOf(html, values)], html), {
      price: { amount: 1299, currency: 'EUR' },
      count: 1024,
      date: '2026-03-12',
      more: 'https://shop.example/more?x=1',
      pic: 'https://shop.example/a.jpg',
    })
  })

  const prices: [string, string, number, string, number][] = [
    ['de', '24,50 €', 24.5, '1.226,00 €', 1226],
    ['fr', '1 234,50 €', 1234.5, '7,05 €', 7.05],
    ['de-CH', '1’234.50 CHF', 1234.5, '12.05 CHF', 12.05],
    ['en', '24,50 €', 24.5, '1.226,00 €', 1226],
    ['en', '€1,234.50', 1234.5, '€3', 3],
  ]
  for (const [language, text, price, otherText, other] of prices) {
    test(`finds the number ${price} where a page in ${language} shows it as ${text}`, () => {
      const html = (priceText: string) =>
        `<html lang=${language}><h1>Kettle</h1><p>2<p><span class=price>${priceText}</span>`
      assert.deepEqual(read([exampleOf(html(text), { price })], html(otherText)), { price: other })
      const both = [exampleOf(html(text), { price }), exampleOf(html(otherText), { price: other })]
      assert.deepEqual(read(both, html(text)), { price })
      const list = (texts: string[]) =>
        html(texts.map(priceText => `<li><b>Pot</b><i>${priceText}</i>`).join(''))
      const items = [{ values: { price } }, { values: { price: other } }]
      assert.deepEqual(read([exampleOf(list([text, otherText]), {}, items)], list([otherText, text])), {
        items: [{ price: other }, { price }],
      })
    })
  }

  test('does not contain the title of its page', () => {
    const html = (name: string) =>
      `<html><head><title>${name} | Shop</title></head><h1>${name}</h1><div><p>${name} for tea</p></div><div>5 l</div><h2>Care</h2><div>Rinse.</div>`
    const learned = learn(html('Kettle'), { text: 'Kettle for tea', care: 'Rinse.' })
    assert.doesNotMatch(JSON.stringify(learned), /\\"Kettle/)
    assert.match(JSON.stringify(learned), /\\"Care/)
  })

  test('gives null when the page has no value', () => {
    const html = (sale: string) => `<h1>Kettle</h1><p class="box"><b class="price">5 €</b>${sale}</p>`
    const pages = [
      exampleOf(html('<b class="sale">4 €</b>'), { sale: '4 €' }),
      exampleOf(html(''), { sale: null }),
    ]
    assert.deepEqual(read(pages, html('')), { sale: null })
  })

  test('has fallbacks when the pages differ', () => {
    const pages = [
      exampleOf('<h1 class="title">A</h1><p>x</p>', { title: 'A' }),
      exampleOf('<h1>Shop</h1><p data-testid="title">B</p>', { title: 'B' }),
    ]
    assert.deepEqual(read(pages, '<h1>Shop</h1><p data-testid="title">C</p>'), { title: 'C' })
    assert.deepEqual(read(pages, '<h1 class="title">D</h1>'), { title: 'D' })
  })

  test('has a fallback to another position with the same value on both pages', () => {
    const html = (name: string, places: string[], above = '') =>
      `<h1>${name}</h1>${above}<picture><img src="/banner.jpg"></picture>${places.map(className => `<div class="${className}"><picture><img src="/${name}.jpg"></picture></div>`).join('')}`
    const picture = (name: string) => `https://shop.example/${name}.jpg`
    const pages = ['kettle', 'pan'].map(name =>
      exampleOf(html(name, ['cover', 'parts']), { image: picture(name) }),
    )
    assert.deepEqual(read(pages, html('jar', ['parts'], '<div>Sale</div>')), { image: picture('jar') })
    assert.deepEqual(read(pages, html('jug', ['cover'], '<div>Sale</div>')), { image: picture('jug') })
  })

  test('takes all of several values', () => {
    const html = '<ul class="tags"><li>a<li>b<li>c</ul><ul><li>x<li>y</ul>'
    const { tags } = read([exampleOf(html, { tags: ['a', 'b', 'c'] })], '<ul class="tags"><li>d<li>e</ul>')
    assert.deepEqual(tags, ['d', 'e'])
  })
})

describe('a list of which only some values are given', () => {
  test('is found completely', () => {
    const html = '<ul class="tags"><li>a<li>b<li>c<li>d</ul><ul><li>x<li>y</ul>'
    const { fields, missing } = learn(html, { tags: ['a', 'b'] })
    assert.deepEqual([fields[0]!.rule, missing], [{ css: '.tags li', all: true }, []])
    assert.ok(
      fields[0]!.reasons.includes(
        'the expected values are the first of those that it finds, or most of them',
      ),
    )
  })
})

describe('a value that was not found', () => {
  test('is reported with its page and the most similar text there', () => {
    const { schema, missing } = learn('<h1>Blue kettle</h1><p>nice</p>', { title: 'Blue kettles' })
    assert.equal(schema, null)
    assert.deepEqual(missing, [
      {
        field: 'title',
        page: 0,
        wanted: 'Blue kettles',
        reason: 'no element, attribute or data of the page says exactly this',
        nearest: 'Blue kettle',
      },
    ])
  })

  test('is reported with the reason when items have nothing in common', () => {
    const items = [{ css: 'h1' }, { css: 'h1 b' }]
    const { missing } = inferParser([exampleOf('<h1><b>x</b></h1>', {}, items)], 'rows')
    assert.deepEqual(
      missing.map(({ field, reason }) => [field, reason]),
      [['rows', 'the items given lie in one another']],
    )
  })
})

const card = (title: string, price: string | null) =>
  `<div class="card css-9x8y7z"><a href="/${title}"><h3>${title}</h3></a>${price ? `<p class="price">${price}</p>` : ''}<button>Buy</button></div>`

const CARDS = `<nav><a href="/">Home</a></nav><div class="grid"><div class="row">${card('a', '1 €')}${card('b', null)}</div>
<div class="row">${card('c', '3 €')}${card('d', '4 €')}</div></div>`

describe('two example items of a list', () => {
  test('that were clicked give its rule, with named fields', () => {
    for (const items of [
      [{ css: '.row:first-child h3' }, { css: '.row + .row h3' }],
      [{ css: '.card' }, { css: '.card + .card' }],
    ]) {
      const data = read([exampleOf(CARDS, {}, items)], CARDS)
      assert.deepEqual(data.items, [
        { url: 'https://shop.example/a', title: 'a', price: { amount: 1, currency: 'EUR' } },
        { url: 'https://shop.example/b', title: 'b', price: null },
        { url: 'https://shop.example/c', title: 'c', price: { amount: 3, currency: 'EUR' } },
        { url: 'https://shop.example/d', title: 'd', price: { amount: 4, currency: 'EUR' } },
      ])
    }
  })

  test('that are given by values give the same rows, without shifting them for missing values', () => {
    const items = [
      { values: { name: 'a', price: '1 €' } },
      { values: { name: 'b', price: null } },
      { values: { name: 'c', price: '3 €' } },
    ]
    const data = read([exampleOf(CARDS, {}, items)], CARDS)
    assert.deepEqual(
      (data.items as Record<string, Json>[]).map(({ name, price }) => [
        name,
        (price as { amount: number } | null)?.amount ?? null,
      ]),
      [
        ['a', 1],
        ['b', null],
        ['c', 3],
        ['d', 4],
      ],
    )
  })

  test('that are given by values are read from exactly those elements, not from the whole item', () => {
    const html = '<ul><li class=x><b>Kettle</b> <i>€10</i><li class=x><b>Mug</b> <i>€20</i></ul>'
    const items = [{ values: { name: 'Kettle', price: 10 } }, { values: { name: 'Mug', price: 20 } }]
    assert.deepEqual(read([exampleOf(html, {}, items)], '<ul><li class=x><b>Pot 3</b> <i>€5</i></ul>'), {
      items: [{ name: 'Pot 3', price: 5 }],
    })
  })

  test('can be given by node numbers as well as by selectors', () => {
    const { counts } = inferParser(
      [exampleOf('<ul><li>a<li>b<li>c</ul>', {}, [{ node: 4 }, { node: 5 }])],
      'items',
    )
    assert.deepEqual(counts, [{ page: 0, items: 3 }])
  })
})

describe('items without an element of their own', () => {
  test('are learned from a title row and a detail row', () => {
    const rows = (title: string, points: string) =>
      `<tr class="story"><td>·</td><td><a href="/${title}">${title}</a></td></tr><tr><td></td><td><b class="points">${points}</b> by x</td></tr>`
    const html = (...parts: string[]) => `<table class="stories">${parts.join('')}</table>`
    const page = html(rows('one', '17 points'), rows('two', '29 points'), rows('three', '31 points'))
    const items = [
      { values: { title: 'one', points: '17 points' } },
      { values: { title: 'two', points: '29 points' } },
    ]
    const other = html(rows('four', '41 points'), rows('five', '53 points'))
    assert.deepEqual(read([exampleOf(page, {}, items)], other), {
      items: [
        { title: 'four', points: '41 points' },
        { title: 'five', points: '53 points' },
      ],
    })
  })

  test('are learned from a heading and what follows it', () => {
    const page =
      '<main><h2>Flour</h2><p class="price">1.20</p><p>Fine.</p><h2>Salt</h2><p class="price">0.85</p><p>White.</p></main>'
    const items = [{ values: { name: 'Flour', note: 'Fine.' } }, { values: { name: 'Salt', note: 'White.' } }]
    const other = '<main><h2>Rice</h2><p class="price">2.10</p><p>Long.</p></main>'
    assert.deepEqual(read([exampleOf(page, {}, items)], other).items, [{ name: 'Rice', note: 'Long.' }])
  })

  test('are reported when nothing separates one from the next', () => {
    const page = '<p>one two three four</p>'
    const items = [{ values: { a: 'one' } }, { values: { a: 'three' } }]
    const { schema, missing } = inferParser([exampleOf(page, {}, items)], 'items')
    assert.equal(schema, null)
    assert.match(missing[0]!.reason, /no element holds all values/)
  })
})
