import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSchema } from '../../../server/parsers/check-schema.ts'
import { readText } from '../../../server/parsers/html/read-text.ts'
import { inferParser } from '../../../server/parsers/infer/infer-parser.ts'
import { openPage } from '../../../server/parsers/infer/page/learning-page.ts'
import { pickNode } from '../../../server/parsers/infer/pick-node.ts'
import { publicFiles } from '../../html/support/public-pages.ts'
import { isLong } from '../../support/seeds.ts'

/** Every page of this step is tested: all in a long run, some otherwise. */
const PAGE_STEP = isLong ? 1 : 12

/** Learns some texts of a page, with two of its elements as items, and picks each. Returns how many were found. */
function learnFrom(text: string) {
  const input = { text, url: 'https://site.example/' }
  const page = openPage(input)
  const texts = page.speaking().filter(([, length]) => length > 3 && length < 80)
  const nodes = [0.2, 0.5, 0.8].flatMap(share => texts[Math.floor(texts.length * share)]?.[0] ?? [])
  const values = Object.fromEntries(nodes.map((node, index) => [`field_${index}`, readText(page.html, node)]))
  const items = nodes.slice(0, 2).map(node => ({ node: page.elements.indexOf(node) }))
  const { schema, missing } = inferParser(
    [{ page: input, values, items: items.length === 2 ? items : [] }],
    'items',
  )
  if (schema) assert.deepEqual(checkSchema(schema), [])
  for (const item of items) pickNode(page, { node: item, also: [], not: [], within: undefined })
  const missingFields = new Set(missing.map(({ field }) => field))
  return { asked: nodes.length, found: Object.keys(values).filter(name => !missingFields.has(name)).length }
}

describe('learning from any page', () => {
  const pages = publicFiles('pages', '.html')
  test('ends on recorded ones, and finds a rule for most of their texts', {
    skip: typeof pages === 'string' && pages,
  }, t => {
    const chosenPages = (pages as [string, string][]).filter((_, index) => index % PAGE_STEP === 0)
    const counts = chosenPages.map(([, text]) => learnFrom(text))
    const sum = (key: 'asked' | 'found') => counts.reduce((total, count) => total + count[key], 0)
    t.diagnostic(`${counts.length} pages: ${sum('found')} of ${sum('asked')} texts have a rule`)
    assert.ok(sum('found') / sum('asked') > 0.95)
  })

  const HOSTILE = {
    'nested tags': `${'<div>'.repeat(80_000)}deep text here`,
    'unclosed everything': `${'<p class="a<b id=\'x><i title=">'.repeat(5_000)}text at the end`,
    'many attributes': `<p ${Array.from({ length: 100_000 }, (_, at) => `data-a${at}="${at}"`).join(' ')}>some words</p>`,
    'one text many times': `<ul>${'<li class="x">same words</li>'.repeat(20_000)}</ul>`,
    'nothing at all': '',
    JSON: '{"a": [1, 2, {"b": "some words"}]}',
    'deep JSON': `<script type="application/ld+json">{"@type":"A","a":${'['.repeat(900)}"some words"${']'.repeat(900)}}</script><p>some words</p>`,
    'broken characters': '\u0000\ud800<p>\ufffd some \u200bwords</p>\udfff',
  }
  for (const [what, text] of Object.entries(HOSTILE)) test(`ends on ${what}`, () => void learnFrom(text))
})
