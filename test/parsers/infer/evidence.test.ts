import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { inferParser } from '../../../server/parsers/infer/infer-parser.ts'
import type { Json, RuleObject } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'

const URL = 'https://kitchen.example/recipes/blue-kettle-soup-4711/'
const linkedDataPage = (...objects: object[]) =>
  objects.map(one => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join('')

const learn = (values: Record<string, Json>, ...pages: string[]) =>
  inferParser(
    pages.map(text => ({ page: { text, url: URL }, values, items: [] })),
    'items',
  )
const fieldOf = (values: Record<string, Json>, ...pages: string[]) => learn(values, ...pages).fields[0]!
const rulesOf = (rule: RuleObject | null) => (rule?.any ?? [rule]) as RuleObject[]

describe('among rules that are equally right', () => {
  test("a heading comes before data about the page's position in the site", () => {
    const html = `${linkedDataPage({ '@type': 'BreadcrumbList', name: 'Kettle' })}<h1>Kettle</h1>`
    assert.deepEqual(rulesOf(fieldOf({ title: 'Kettle' }, html).rule)[0], { css: 'h1' })
  })

  test('the data of the main subject of the page comes first', () => {
    const html = linkedDataPage(
      { '@type': 'Article', headline: 'Kettle soup' },
      { '@type': 'Recipe', name: 'Kettle soup', recipeYield: '4 bowls', recipeCuisine: 'Northern' },
    )
    const { fields } = learn({ title: 'Kettle soup', yield: '4 bowls', cuisine: 'Northern' }, html)
    assert.deepEqual(rulesOf(fields[0]!.rule)[0], { jsonld: 'Recipe', path: 'name' })
  })

  test('a fallback that could never help is left out', () => {
    const html = '<meta property="og:title" content="Kettle soup"><p>x</p>'
    assert.deepEqual(fieldOf({ title: 'Kettle soup' }, html).rule, { meta: 'og:title' })
  })

  test('one fallback uses no classes, in case all of them are renamed', () => {
    const page = (name: string) =>
      `<main id="dish"><h1>Soup</h1><div class="by"><span class="writer">${name}</span></div></main>`
    const pages = ['Ada Keller', 'Bo Lind'].map(author => ({
      page: { text: page(author), url: URL },
      values: { author },
      items: [],
    }))
    const rules = rulesOf(inferParser(pages, 'items').fields[0]!.rule)
    assert.match(rules[0]!.css!, /\./)
    assert.ok(rules.some(({ css }) => !css?.includes('.')))
  })

  test('up to three fallbacks are kept for pages in another layout', () => {
    const page = (title: string) =>
      ['page-name', 'post-name', 'dish-name', 'card-name']
        .map(name => `<h2 class="${name}">${title}</h2>`)
        .join('')
    const pages = ['Soup', 'Stew'].map(title => ({
      page: { text: page(title), url: URL },
      values: { title },
      items: [],
    }))
    const { schema } = inferParser(pages, 'items')
    const other = '<h2>Why you will love it</h2><h3 class="dish-name">Pie</h3>'
    assert.deepEqual(runParser(compileParser(schema!), { text: other, url: URL }).data, { title: 'Pie' })
  })

  test('no alternative has a higher score than the choice', () => {
    const pages = ['<h1 class="title">A b c</h1><p>x</p>', '<h1>Shop</h1><p data-testid="title">D e f</p>']
    for (const html of [...pages, `<i class="x1y2z3">17 kg</i><b class="weight">17 kg</b>`]) {
      const expected = html.includes('kg') ? '17 kg' : /[AD] \w \w/.exec(html)![0]
      const { score, alternatives } = fieldOf({ weight: expected }, html)
      for (const one of alternatives) assert.ok(one.score <= score)
    }
  })
})

describe('a rule learned from one page', () => {
  test('contains no title, address or number of that page', () => {
    const html = `<script>window.state = {"recipe-4711": {"name": "Blue kettle soup"}}</script>
      <div id="blue-kettle-soup"><h2>Blue kettle soup</h2><p>Warm and soft.</p></div>
      <a aria-label="Blue kettle soup" href="/pin">Pin</a>`
    const text = JSON.stringify(
      learn({ title: 'Blue kettle soup', text: 'Warm and soft.', pin: '/pin' }, html).schema,
    )
    assert.doesNotMatch(text, /4711|blue-kettle-soup|Blue kettle soup/)
  })

  test('is omitted when the value is so common that the match may be chance', () => {
    const html = '<p class="servings">4</p><ol><li class="step">4</li></ol><i class="minutes">4</i>'
    assert.equal(fieldOf({ rating: 4 }, html).rule, null)
    assert.deepEqual(fieldOf({ rating: 4 }, `${html}<b class="rating">4</b>`).rule, {
      css: '.rating',
      type: 'number',
    })
  })

  test('is omitted when nothing on the page says what its number means', () => {
    assert.equal(fieldOf({ rating: 4 }, '<input class="amount" value="4">').rule, null)
  })

  test('reads no number from all of the text after a menu', () => {
    const page = (title: string, price: string) =>
      `<nav><a href="/">Home</a></nav><main><h1>${title}</h1><div class="price">${price}</div><p class="stock">12 in stock</p></main>`
    const { schema, fields } = learn({ price: 1299 }, page('Kettle', '$1,299.00'))
    assert.deepEqual(rulesOf(fields[0]!.rule)[0], { css: '.price', type: 'number' })
    const read = (text: string) => runParser(compileParser(schema!), { text, url: URL }).data.price
    const found = ['$12.50', ''].map(price => read(page('Pan 3000', price)))
    assert.deepEqual(found, [12.5, null])
  })

  test('finds a value by a label that is plain text beside it', () => {
    const html = '<ul><li>Width: <b>3 m</b></li><li>Weight: <b>2 kg</b></li></ul>'
    const [rule] = rulesOf(fieldOf({ mass: '2 kg' }, html).rule)
    assert.match(rule!.xpath!, /"Weight"/)
  })
})

test('a value beside a label is found even when a later page has something between them', () => {
  const html = '<p>Ad</p><h4>More</h4><p>Written by</p><h4>Ada Keller</h4>'
  const rules = rulesOf(fieldOf({ author: 'Ada Keller' }, html).rule)
  assert.match(rules[0]!.xpath!, /following-sibling::h4/)
  assert.ok(rules.some(({ xpath }) => xpath?.includes('/following::h4[1]')))
})

describe('data is found', () => {
  test('in an attribute', () => {
    const data = JSON.stringify({ props: { dish: { maker: 'Ada Keller' } } }).replaceAll('"', '&quot;')
    assert.deepEqual(fieldOf({ author: 'Ada Keller' }, `<div id="app" data-page="${data}"></div>`).rule, {
      css: '#app@data-page',
      path: 'props.dish.maker',
    })
  })

  test('in rows that a server streams, whatever their ids', () => {
    const page = (id: string, name: string) => {
      const row = `${id}:["$","div",null,{"children":["$","a",null,{"dish":{"maker":"${name}"}}]}]\n`
      return `<script>self.__next_f.push([1,${JSON.stringify(row)}])</script>`
    }
    const { rule } = fieldOf({ author: 'Ada Keller' }, page('1a', 'Ada Keller'))
    assert.deepEqual(rule, { script: '__next_f', path: '..dish.maker' })
    const other = runParser(compileParser({ fields: { author: rule! } }), { text: page('2b', 'Bo Lind') })
    assert.equal(other.data.author, 'Bo Lind')
  })
})

test('a list may have unwanted items before the wanted ones, but never after them', () => {
  const page = (...texts: string[]) =>
    `<ul class="parts">${texts.map(text => `<li>${text}</li>`).join('')}</ul>`
  const expected = ['a 1', 'b 2', 'c 3', 'd 4', 'e 5', 'f 6']
  assert.deepEqual(fieldOf({ parts: expected }, page('For it:', ...expected)).rule, {
    css: '.parts li',
    all: true,
  })
  assert.equal(fieldOf({ parts: expected }, page(...expected, 'a pan')).rule, null)
})

describe('a rule learned from two pages', () => {
  const learnFrom = (pages: [html: string, author: Json][]) =>
    inferParser(
      pages.map(([text, author]) => ({ page: { text, url: URL }, values: { author }, items: [] })),
      'items',
    )

  test('may differ from the value on one of them in a few characters, and says so', () => {
    const { schema, missing } = learnFrom([
      ['<p class="author">Written by Ada Keller, Bo Lind</p>', 'Written by Ada Keller & Bo Lind'],
      ['<p class="author">Written by Cy Marlow</p>', 'Written by Cy Marlow'],
    ])
    assert.deepEqual(schema!.fields.author, { css: '.author' })
    assert.deepEqual(
      missing.map(({ page }) => page),
      [0],
    )
  })

  test('has a fallback that is right on one of them and finds nothing on the other', () => {
    const shown = (name: string, more = '') =>
      `<img src="/logo.png"><img class="dish" src="/${name}.jpg">${more}`
    const pin = (name: string) => `<a class="pin" data-media="/${name}.jpg">Pin</a>`
    const pages = [shown('a-soup'), shown('b-stew', pin('b-stew'))].map((text, at) => ({
      page: { text, url: URL },
      values: { image: ['/a-soup.jpg', '/b-stew.jpg'][at]! },
      items: [],
    }))
    const { schema } = inferParser(pages, 'items')
    const read = (text: string) => runParser(compileParser(schema!), { text, url: URL }).data
    assert.deepEqual(read(`<img src="/logo.png">${pin('c-pie')}`), {
      image: 'https://kitchen.example/c-pie.jpg',
    })
  })

  test('does not use the site name in an attribute when the value is the same on both', () => {
    const page = '<a class="logo" aria-label="Keller" href="/">K</a>'
    const { schema } = learnFrom([
      [page, 'Keller'],
      [page, 'Keller'],
    ])
    assert.equal(schema, null)
    assert.ok(learnFrom([[page, 'Keller']]).schema)
  })

  test('is only an alternative when it is right on one of them and finds nothing on the other', () => {
    const { schema, fields } = learnFrom([
      ['<p class="writer">Ada Keller</p>', 'Ada Keller'],
      ['<p>There is no name here.</p>', 'Bo Lind'],
    ])
    assert.equal(schema, null)
    assert.deepEqual(fields[0]!.alternatives[0]!.rule, { css: '.writer' })
  })
})

describe('the type of a field', () => {
  const typeOf = (text: string) => fieldOf({ value: text }, `<p class="value">${text}</p>`).type

  test('is not proposed when it would lose a part of the text', () => {
    for (const text of [
      '12–14 March 2026',
      '10.30-12.45',
      '2 for 5 €',
      '$5 – $10',
      '+5',
      '1 May 2026 to 3 June 2026',
    ])
      assert.equal(typeOf(text), 'string', text)
  })

  test('is proposed when it expresses the whole text', () => {
    assert.deepEqual(
      ['12 March 2026', 'Thu, 12 March 2026', '2026-03-12T10:00:00Z', '5 €', 'from $349', '-5'].map(typeOf),
      ['date', 'date', 'datetime', 'price', 'price', 'number'],
    )
  })
})
