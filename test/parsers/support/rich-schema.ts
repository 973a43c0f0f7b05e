import type { ParserSchema } from '../../../server/parsers/parser-schema.ts'

/** A schema that uses the whole language, for tests that mutate it or its page. */
export const RICH_SCHEMA: ParserSchema = {
  version: 1,
  $comment: 'everything at once',
  defs: { money: { css: '.price', type: 'price', locale: 'de' }, name: { any: ['h2', 'b', '@title'] } },
  fields: {
    title: { any: ['h1', { meta: 'og:title' }, { xpath: '//title/text()' }] },
    page: { url: 'query.page', type: 'integer' },
    host: { url: 'host' },
    type: { header: 'content-type' },
    shop: { const: 'shop' },
    state: { script: 'STATE', path: 'items[*].n', all: true, type: 'number', transform: ['compact', 'sum'] },
    product: {
      jsonld: ['Product', 'Offer'],
      where: { name: { exists: true } },
      fields: { name: { json: 'name' }, price: { json: 'offers[0].price', type: 'number' } },
    },
    thing: { microdata: 'Product', path: 'name' },
    sizes: { regex: '(?<w>\\d+)\\s?x\\s?(?<h>\\d+)', fields: { w: { json: 'w', type: 'integer' } } },
    specs: { table: 'table' },
    rows: { table: 'table', all: true, fields: { first: { column: 1, css: 'a@href', type: 'url' } } },
    parts: {
      css: 'h2',
      until: 'h1, h2',
      all: true,
      fields: { text: { css: 'p', read: 'markdown', remove: '.ad' } },
    },
    items: {
      css: 'li',
      all: true,
      limit: 50,
      unique_by: ['name'],
      sort_by: '-price',
      empty: 'drop',
      fields: {
        n: { index: 1 },
        name: { ref: 'name' },
        price: { ref: 'money', max: 1000 },
        link: { css: 'a@href', type: 'url', pattern: '^https?://' },
        seen: {
          css: 'time',
          type: 'datetime',
          formats: ['DD.MM.YYYY HH:mm'],
          timezone: 'Europe/Berlin',
          locale: 'de',
        },
        share: { css: 'i', type: 'percent' },
        span: { css: 'i', type: 'range' },
        image: { css: 'img', read: 'image' },
        tags: { css: 'i', transform: [{ split: ',' }, 'unique', { join: '; ' }] },
        label: { template: '${n}. ${name}' },
        shop: { parent: 'shop' },
        odd: {
          css: 'b',
          transform: [{ if: { when: { pattern: '^x' }, do: ['upper'], else: [{ slice: [0, 3] }] } }],
        },
      },
    },
    kinds: { css: 'li', all: true, fields: { k: '@class', v: 'b' }, group_by: 'k' },
    pairs: { css: 'li', all: true, fields: { k: 'b', v: 'i' }, entries: ['k', 'v'] },
    joined: {
      zip: [
        { css: 'li', all: true, fields: { k: 'b', v: 'i' } },
        { script: 'STATE', path: 'items', all: true, fields: { k: { json: 'k' }, n: { json: 'n' } } },
      ],
      by: 'k',
      all: true,
    },
    mixed: {
      css: 'li, p',
      all: true,
      any: [{ fields: { b: { css: 'b', required: true } } }, { fields: { i: 'i' } }],
    },
    count: { css: 'li', read: 'count' },
    sale: { css: '.sale', read: 'exists' },
  },
  expect: { must_not: ['form#captcha', { regex: '(?i)are you a robot' }] },
  paginate: { list: 'items', next: 'a[rel=next]@href', until: { price: { min: 999 } } },
}

/** A page on which most of these rules find something. */
export const RICH_PAGE = `<!doctype html><base href="https://shop.example/a/"><title>T</title><meta property="og:title" content="Shop">
<script>window.STATE = {"items": [{"k": "Pot", "n": 2}, {"k": "Cup", "n": 1},], "x": undefined};</script>
<script type="application/ld+json">{"@graph": [{"@type": "Product", "name": "Kettle", "offers": [{"price": "24.50"}]}]}</script>
<h1>Big  shop</h1><p>20 x 30 cm</p><div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Jug</b></div>
<table><tr><th>A<th>B<tr><td><a href=/t>x</a><td>2</table>
<h2>One</h2><p>first <b>text</b></p><h2>Two</h2><p>second <i>z</i></p>
<ul><li class=tea title=x><a href=/1><b>Pot</b></a><span class=price>1.226,00 €</span><time>05.03.2026 10:00</time><i>10–20 kg, 5 %, a</i><img data-src=/i.jpg></li>
<li class=pot><b>Cup</b><span class=price>5 €</span><time>vor 3 Tagen</time><i>x, y</i></li><li></li></ul><a rel=next href="?page=2">on</a>`
