import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { KEYS, TYPES } from '../../server/parsers/schema/keys.ts'
import { PLAIN, WITH_ARGUMENT } from '../../server/parsers/values/transforms.ts'
import { read } from '../parsers/support/read-page.ts'

const text = readFileSync(new URL('../../docs/parsers.md', import.meta.url), 'utf8')
const EXAMPLE = /```html *(\S*)\n([\s\S]*?)\n```\n```json\n([\s\S]*?)\n```\n```json\n([\s\S]*?)\n```/g
const examples = [...text.matchAll(EXAMPLE)]

describe('the page on parsers', () => {
  for (const [, url = '', page = '', fields = '', data = ''] of examples) {
    test(fields.slice(0, 60), () => {
      assert.deepEqual(read(JSON.parse(fields), page, url ? { url } : {}), JSON.parse(data))
    })
  }

  test('has every page of an example run', () => {
    assert.equal(examples.length, text.match(/^```html/gm)?.length)
  })

  test('names every key, type and transform', () => {
    const words = new Set(text.match(/[\w_]+/g))
    const known = [...KEYS, ...TYPES, ...Object.keys(PLAIN), ...Object.keys(WITH_ARGUMENT)]
    assert.deepEqual(
      known.filter(word => !words.has(word)),
      [],
    )
  })
})
