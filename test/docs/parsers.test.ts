import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parserLanguage } from '../../server/docs/parser-language.ts'
import { checkSchema } from '../../server/parsers/check-schema.ts'
import { KEYS, TYPES } from '../../server/parsers/schema/keys.ts'
import { ARGUMENT_TRANSFORMS, PLAIN_TRANSFORMS } from '../../server/parsers/values/transforms.ts'
import { read } from '../parsers/support/read-page.ts'
import { readPages, SITE } from '../parsers/support/read-pages.ts'

const text = readFileSync(new URL('../../docs/parsers.md', import.meta.url), 'utf8')
const PAGE = /```html *(\S*)\n([\s\S]*?)\n```\n/g
const EXAMPLE = /((?:```html[^\n]*\n[^`]*\n```\n)+)```json\n([\s\S]*?)\n```\n```json\n([\s\S]*?)\n```/g
const examples = [...text.matchAll(EXAMPLE)].map(([, pages = '', schema = '', data = '']) => ({
  pages: [...pages.matchAll(PAGE)].map(([, url = '', page = '']) => ({ url, page })),
  schema: JSON.parse(schema),
  data: JSON.parse(data),
}))

describe('the description of the parser language for tools', () => {
  const page = parserLanguage()

  test('mentions every key, type and transform', () => {
    const words = new Set(page.match(/[$\w]+/g))
    const known = [...KEYS, ...TYPES, ...Object.keys(PLAIN_TRANSFORMS), ...Object.keys(ARGUMENT_TRANSFORMS)]
    assert.deepEqual(
      known.filter(word => !words.has(word)),
      [],
    )
  })

  test('says how many pages are read without a limit, and what the notices about them mean', () => {
    assert.match(page, /Without a `limit`, 10 pages of a list are read, and 20 of those behind links\./)
    for (const notice of ['pages_cut', 'pages_missing', 'pages_not_followed'])
      assert.ok(page.includes(`\`${notice}\``), notice)
  })

  test('has a valid example, and takes less than 3,000 tokens', () => {
    const [, example = ''] = /```json\n([\s\S]*?)\n```/.exec(page)!
    assert.deepEqual(checkSchema(JSON.parse(example)), [])
    assert.ok(page.length < 12_000, `${page.length} characters`)
  })
})

describe('docs/parsers.md', () => {
  for (const { pages, schema, data } of examples) {
    test(JSON.stringify(schema).slice(0, 60), async () => {
      const [{ url, page }] = pages as [{ url: string; page: string }]
      if (!schema.fields) return assert.deepEqual(read(schema, page, url ? { url } : {}), data)
      const site = Object.fromEntries(pages.map(one => [one.url.slice(SITE.length), one.page]))
      assert.deepEqual((await readPages(schema, site)).result.data, data)
    })
  }

  test('has no HTML page that is not part of an example above', () => {
    assert.equal(examples.flatMap(({ pages }) => pages).length, text.match(/^```html/gm)?.length)
  })

  test('mentions every key, type and transform', () => {
    const words = new Set(text.match(/[$\w]+/g))
    const known = [...KEYS, ...TYPES, ...Object.keys(PLAIN_TRANSFORMS), ...Object.keys(ARGUMENT_TRANSFORMS)]
    assert.deepEqual(
      known.filter(word => !words.has(word)),
      [],
    )
  })
})
