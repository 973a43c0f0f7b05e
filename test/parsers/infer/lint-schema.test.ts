import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lintSchema } from '../../../server/parsers/infer/lint-schema.ts'
import { openPage } from '../../../server/parsers/infer/page/learning-page.ts'
import type { Fields } from '../../../server/parsers/parser-schema.ts'

const HTML = `<div class="css-1x2y3z"><p>old</p><p class="price sc-bdVaJa">5</p></div>
<ul id="offers"><li class="kQzWxy_9 offer"><b class="css-9z8y7x">a</b></li><li class="offer kQzWxy_9"><b>b</b></li></ul>`

const lint = (fields: Fields, page: string | null = null) =>
  lintSchema({ fields }, page === null ? null : openPage({ text: page }))
const warningsFor = (css: string) => lint({ a: css }).map(({ warning }) => warning)

describe('a selector that is likely to break', () => {
  test('is reported when it has a generated name, counts positions or has many steps', () => {
    assert.match(warningsFor('.css-1x2y3z b')[0]!, /^A build generated the name "css-1x2y3z"/)
    assert.match(warningsFor('#post-48151')[0]!, /number of this page/)
    assert.match(warningsFor('p:nth-child(4)')[0]!, /counts places/)
    assert.match(warningsFor('main > div > div > p > b')[0]!, /5 steps/)
  })

  test('is not confused with one that is likely to last', () => {
    for (const css of [
      'h1',
      '.price',
      '[itemprop="price"]@content',
      '#offers > li',
      'ul.tags li',
      '',
      '@href',
    ])
      assert.deepEqual(warningsFor(css), [], css)
  })

  test('is found wherever a schema has rules', () => {
    const fields: Fields = {
      a: { any: ['h1', '.css-1x2y3z'] },
      list: { css: 'li', all: true, fields: { b: 'b:nth-of-type(2)' } },
    }
    assert.deepEqual(
      lint(fields).map(({ field }) => field),
      ['schema.fields.a.any[1]', 'schema.fields.list.fields.b'],
    )
  })

  test('comes with a more stable alternative that finds the same elements of a page', () => {
    const fields: Fields = {
      price: '.sc-bdVaJa',
      offers: { css: '.kQzWxy_9', all: true, fields: { name: '.css-9z8y7x' } },
    }
    assert.deepEqual(
      lint(fields, HTML).map(({ field, alternative }) => [field, alternative]),
      [
        ['schema.fields.price', '.price'],
        ['schema.fields.offers', '#offers .offer'],
        ['schema.fields.offers.fields.name', null],
      ],
    )
  })

  test('is reported when it leaves the item of a list for the whole page', () => {
    const fields: Fields = {
      title: { xpath: '//h1' },
      rows: {
        xpath: '//li',
        all: true,
        fields: { name: { any: [{ xpath: ' //b/text()' }, { xpath: './/b' }] } },
      },
    }
    assert.deepEqual(
      lint(fields).map(({ field, alternative }) => [field, alternative]),
      [['schema.fields.rows.fields.name.any[0]', './/b/text()']],
    )
  })
})
