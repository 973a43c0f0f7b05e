import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { compileParser } from '../../../server/parsers/compile/compile-parser.ts'
import { inferParser } from '../../../server/parsers/infer/infer-parser.ts'
import { isSame } from '../../../server/parsers/infer/rules/same-value.ts'
import type { Json, JsonObject, Rule } from '../../../server/parsers/parser-schema.ts'
import { runParser } from '../../../server/parsers/run-parser.ts'
import { articlePage } from './support/article-pages.ts'
import { listingPage } from './support/listing-pages.ts'
import { productPage } from './support/product-pages.ts'
import type { SyntheticPage } from './support/synthetic-page.ts'

/**
 * Thirty pages in three families, each in three layouts with noise and with classes that are new on every page: rules
 * are learned from one half and tested on the other.
 */
const PAGE_KINDS = { product: productPage, article: articlePage, listing: listingPage }
const PAGES = 10
const EXAMPLE_COUNT = 5
/** How many items of a list are given as examples. */
const SHOWN_COUNT = 3
const MIN_SHARE = 0.95

const exampleOf = ({ html, url, values, items }: SyntheticPage) => ({
  page: { text: html, url },
  values,
  items: items.slice(0, SHOWN_COUNT).map(item => ({ values: item })),
})

/** Converts a wanted value to the type that was learned for its field. */
function asType(value: Json, type: string, page: SyntheticPage): Json {
  if (Array.isArray(value)) return value.map(item => asType(item, type, page))
  if (value === null) return null
  const rule = { css: 'b', type: type === 'image' ? 'url' : type } as Rule
  const text = `<b>${value}</b>`
  return runParser(compileParser({ fields: { value: rule } }), { text, url: page.url }).data.value as Json
}

/** How many of the fields of a page were read correctly, and which were not. */
function compare(page: SyntheticPage, data: JsonObject, types: Map<string, string>) {
  const expected = [
    ...Object.entries(page.values).map(([name, value]) => [name, value, data[name]] as const),
    ...page.items.flatMap((item, index) =>
      Object.entries(item).map(
        ([name, value]) => [`items.${name}`, value, (data.items as JsonObject[])?.[index]?.[name]] as const,
      ),
    ),
  ]
  const more = Math.max(0, ((data.items as Json[])?.length ?? 0) - page.items.length)
  const wrong = expected.filter(
    ([name, value, found]) => !isSame(found ?? null, asType(value, types.get(name)!, page)),
  )
  return { total: expected.length + more, wrong: wrong.length + more, fields: wrong.map(([name]) => name) }
}

describe('rules learned from one half of the pages', () => {
  for (const [family, make] of Object.entries(PAGE_KINDS))
    test(`are right on the other half: ${family}`, t => {
      const pages = Array.from({ length: PAGES }, (_, number) => make(number))
      const { schema, fields, missing } = inferParser(pages.slice(0, EXAMPLE_COUNT).map(exampleOf), 'items')
      assert.deepEqual(missing, [])
      assert.deepEqual(checkSchema(schema), [])
      const types = new Map(fields.map(({ name, type }) => [name, type]))
      const parser = compileParser(schema!)
      const results = pages
        .slice(EXAMPLE_COUNT)
        .map(page =>
          compare(page, runParser(parser, { text: page.html, url: page.url }).data as JsonObject, types),
        )
      const total = results.reduce((sum, one) => sum + one.total, 0)
      const wrong = results.reduce((sum, one) => sum + one.wrong, 0)
      t.diagnostic(
        `${family}: ${total - wrong} of ${total} fields right (${((100 * (total - wrong)) / total).toFixed(1)} %)`,
      )
      assert.ok(
        (total - wrong) / total >= MIN_SHARE,
        `wrong: ${results.flatMap(one => one.fields).join(', ')}`,
      )
    })

  test('contain no class that is new on every page', () => {
    for (const make of Object.values(PAGE_KINDS)) {
      const pages = Array.from({ length: EXAMPLE_COUNT }, (_, number) => make(number))
      const text = JSON.stringify(inferParser(pages.map(exampleOf), 'items').schema)
      assert.doesNotMatch(text, /\.(?:css|sc|_)-|Q[zkv]w/)
    }
  })
})
