import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type LocalSite, startLocalSite } from '../support/local-site.ts'
import { startTestApp, type TestApp } from '../support/start-app.ts'

const HTML = '<h1>Kettle</h1><p class="price">24.50</p>'
const OTHER = '<h1>Pan</h1><p class="price">9.00</p>'

let service: TestApp
let site: LocalSite
before(async () => {
  site = await startLocalSite()
  site.on('/kettle', { body: HTML })
  service = await startTestApp({ allow_hosts: ['127.0.0.1'] })
})
after(async () => {
  await service.stop()
  await site.close()
})

const infer = (json: unknown) => service.call('/v1/parsers/infer', { json })
const balance = async () => (await service.call('/v1/credits')).json.creditBalance

describe('learning a schema', () => {
  test('gives a schema that can be saved and that reads other pages of the same kind', async () => {
    const { status, json } = await infer({
      pages: [{ html: HTML, values: { title: 'Kettle', price: 24.5 } }],
    })
    assert.equal(status, 200)
    const id = await service.parser(json.schema)
    const tested = await service.call(`/v1/parsers/${id}/test`, { json: { html: OTHER } })
    assert.deepEqual(tested.json.data, { title: 'Pan', price: 9 })
  })

  test('is free for pages that are sent, and costs a scrape for each page that is fetched', async () => {
    const had = await balance()
    const free = await infer({ pages: [{ html: HTML, values: { title: 'Kettle' } }] })
    assert.equal(free.headers.get('x-credits-used'), '0')
    const values = { title: 'Kettle' }
    const fetched = await infer({
      pages: [
        { url: `${site.url}/kettle`, values },
        { html: HTML, values },
      ],
    })
    assert.deepEqual([fetched.status, fetched.headers.get('x-credits-used')], [200, '1'])
    assert.equal(fetched.headers.get('x-source'), 'http')
    assert.equal(await balance(), had - 1)
  })

  test('lists the values that were not found, and gives no schema when none was', async () => {
    const { json } = await infer({ pages: [{ html: HTML, values: { title: 'Kettles' } }] })
    assert.equal(json.schema, null)
    assert.deepEqual([json.missing[0].field, json.missing[0].nearest], ['title', 'Kettle'])
  })

  test('is free if nothing is learned from a page that is fetched', async () => {
    const had = await balance()
    const { status, headers, json } = await infer({
      pages: [{ url: `${site.url}/kettle`, values: { title: 'Kettles' } }],
    })
    assert.deepEqual([status, json.schema, headers.get('x-credits-used')], [200, null, '0'])
    assert.equal(await balance(), had)
  })

  test('needs a page, values or items to find in it, and at least two items', async () => {
    const faults = [
      [{ pages: [] }, 'pages'],
      [{ pages: [{ values: { a: 'b' } }] }, 'pages[0].html'],
      [{ pages: [{ html: HTML }] }, 'pages[0].values'],
      [{ pages: [{ html: HTML, items: [{ css: 'h1' }] }] }, 'pages[0].items'],
      [
        { pages: [{ html: HTML, values: { items: 'Kettle' }, items: [{ css: 'h1' }, { css: 'p' }] }] },
        'list',
      ],
      [
        {
          pages: [
            { html: HTML, values: { rows: 'Kettle' } },
            { html: HTML, items: [{ css: 'h1' }, { css: 'p' }] },
          ],
          list: 'rows',
        },
        'list',
      ],
    ]
    for (const [json, field] of faults) {
      const answer = await infer(json)
      assert.deepEqual([answer.status, answer.json.field], [400, field])
      assert.ok(answer.json.hint)
    }
  })

  test('refuses more fields than a schema may have rules', async () => {
    const values = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`f${n}`, 'Kettle']))
    const { status, json } = await infer({ pages: [{ html: HTML, values }] })
    assert.deepEqual(
      [status, json.field, json.error],
      [400, 'pages[0].values', '`pages[0].values` must have at most 1,000 fields.'],
    )
    delete values.f0
    assert.equal((await infer({ pages: [{ html: HTML, values }] })).status, 200)
  })

  test('refuses an address that may not be fetched', async () => {
    const { status, json } = await infer({ pages: [{ url: 'http://10.0.0.1/', values: { a: 'b' } }] })
    assert.deepEqual([status, json.detail], [400, 'target_forbidden'])
  })
})

const shelfPage = (name: string, price: string) =>
  `<article class="card"><h2><a href="/${name}">${name}</a></h2><span class="price">${price}</span></article>`
const SHELF = `<main>${shelfPage('Kettle', '24.50')}${shelfPage('Pan', '9.00')}${shelfPage('Pot', '31.00')}</main>`

/** An element inside a card; cards are counted from 1. */
const inCard = (card: number, inner: string) => ({ css: `.card:nth-child(${card})${inner}` })
const [TITLE, PRICE, OTHER_TITLE] = [inCard(1, ' a'), inCard(1, ' > .price'), inCard(2, ' a')]

describe('learning a list from clicked elements', () => {
  const CARDS = { source: { css: '.card' }, items: 3 }
  const found: Record<string, { css: string }[]> = {
    'two of one card, and one of another': [TITLE, PRICE, OTHER_TITLE],
    'two of a card behind one of another': [OTHER_TITLE, TITLE, PRICE],
    'three of one card, and one of another': [TITLE, PRICE, inCard(1, ' h2'), inCard(3, ' .price')],
    'two of each card': [TITLE, PRICE, OTHER_TITLE, inCard(2, ' .price')],
    'a card, what lies in it, and one of another': [inCard(1, ''), TITLE, OTHER_TITLE],
    'the same element twice, and one of another card': [TITLE, TITLE, OTHER_TITLE],
  }
  for (const [name, items] of Object.entries(found))
    test(`finds one item per card from ${name}`, async () => {
      const { status, json, text } = await infer({ pages: [{ html: SHELF, items }] })
      assert.equal(status, 200, text)
      const { css, fields } = json.schema.fields.items
      assert.deepEqual({ source: { css }, items: json.counts[0].items }, CARDS)
      assert.deepEqual(Object.keys(fields), ['title', 'url', 'price'])
    })

  test('finds one item per card on a further page too', async () => {
    const further = { html: SHELF.replaceAll('Pan', 'Lid'), items: [TITLE, PRICE, OTHER_TITLE] }
    const { json } = await infer({
      pages: [{ html: SHELF, items: [TITLE, OTHER_TITLE] }, further],
    })
    assert.deepEqual(
      json.counts.map(({ items }: { items: number }) => items),
      [3, 3],
    )
    assert.equal(json.schema.fields.items.css, '.card')
  })

  const refused: Record<string, [unknown[], RegExp]> = {
    'two of one card': [[TITLE, PRICE], /no selector in common/],
    'three of one card': [[TITLE, PRICE, inCard(1, ' h2')], /no selector in common/],
    'one element twice': [[TITLE, TITLE], /lie in one another/],
    'a card and what lies in it': [[inCard(1, ''), TITLE], /lie in one another/],
    'the whole page and a card': [[{ css: 'html' }, inCard(1, '')], /lie in one another/],
    'values of one card as two items': [
      [{ values: { a: 'Kettle' } }, { values: { a: '24.50' } }, { values: { a: 'Pan' } }],
      /nothing tells where each begins/,
    ],
    'the same values twice': [
      [{ values: { a: 'Kettle' } }, { values: { a: 'Kettle' } }],
      /nothing tells where each begins/,
    ],
  }
  for (const [name, [items, reason]] of Object.entries(refused))
    test(`finds no list, and says why, from ${name}`, async () => {
      const { status, json, text } = await infer({ pages: [{ html: SHELF, items }] })
      assert.equal(status, 200, text)
      assert.equal(json.schema, null, text)
      assert.match(json.missing[0].reason, reason)
    })
})

describe('suggesting selectors for an element', () => {
  test('says what each selector finds, and is free', async () => {
    const answer = await service.call('/v1/parsers/selectors', {
      json: { html: HTML, node: { css: '.price' } },
    })
    assert.equal(answer.status, 200, answer.text)
    const [first] = answer.json.selectors
    assert.deepEqual([first.css, first.matches, first.nodes], ['.price', 1, [answer.json.number]])
  })

  test('is refused with 400 when the page has no such element', async () => {
    const { status, json } = await service.call('/v1/parsers/selectors', {
      json: { html: HTML, node: { node: 99 } },
    })
    assert.deepEqual([status, json.error], [400, 'The page has no element for the number 99.'])
  })

  const none = { css: '.none' }
  const bad: [field: string, more: object][] = [
    ['node', { node: none }],
    ['node', { node: { css: 'a[' } }],
    ['also[1]', { also: [{ css: '.price' }, none] }],
    ['not[0]', { not: [none] }],
    ['within', { within: 'a[' }],
  ]
  for (const [field, more] of bad)
    test(`is refused with the name of the field at fault: ${JSON.stringify(more)}`, async () => {
      const { status, json } = await service.call('/v1/parsers/selectors', {
        json: { html: HTML, node: { css: '.price' }, ...more },
      })
      assert.deepEqual([status, json.field], [400, field])
    })
})

test('learning a list is refused with the name of the item that the page does not have', async () => {
  const { status, json } = await infer({ pages: [{ html: SHELF, items: [TITLE, { css: '.none' }] }] })
  assert.deepEqual([status, json.field], [400, 'pages[0].items[1]'])
})
