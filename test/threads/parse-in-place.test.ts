import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { ParserSchema } from '../../server/parsers/parser-schema.ts'
import { createExtraction } from '../../server/threads/extraction.ts'
import { MAX_IN_PLACE_BYTES } from '../../server/threads/parse-in-place.ts'

const extraction = createExtraction({ threads: 1, timeoutMs: () => 30_000, maxAnswerMb: () => 64 })
after(() => extraction.close())

/** Parses a page. `isTransferred` is true if its bytes were moved to a thread, as they are then empty here. */
async function read(schema: ParserSchema, page: string, bytes = Uint8Array.from(Buffer.from(page))) {
  const task = {
    key: JSON.stringify(schema),
    schema,
    bytes,
    contentType: 'text/html',
    trace: false,
    owner: { account: 'acc', caller: 'key' },
  }
  const { data } = await extraction.parse(task)
  return { data, isTransferred: bytes.length === 0 }
}

describe('a page is parsed', () => {
  const plain: ParserSchema = { fields: { title: 'h1', links: { css: 'p > a[rel=next]@href', all: true } } }
  const page = '<h1>Pot</h1><p><a rel=Next href=/2>2</a>'
  const data = { title: 'Pot', links: ['/2'] }

  test('on the main thread when it is small and its parser is simple', async () => {
    assert.deepEqual(await read(plain, page), { data, isTransferred: false })
  })

  test('in a thread when it is large', async () => {
    assert.deepEqual(await read(plain, page + ' '.repeat(MAX_IN_PLACE_BYTES)), { data, isTransferred: true })
  })

  const costly: [what: string, fields: ParserSchema['fields']][] = [
    ['an XPath', { title: { xpath: '//h1' } }],
    ['a pattern', { title: { css: 'h1', pattern: '^P' } }],
    ['a selector that is more than a path', { title: 'h1:has(*), h1' }],
  ]
  for (const [what, fields] of costly)
    test(`in a thread when its parser has ${what}`, async () => {
      assert.deepEqual(await read({ fields }, page), { data: { title: 'Pot' }, isTransferred: true })
    })

  test('in a thread when its parser is strict', async () => {
    assert.deepEqual(await read({ ...plain, strict: true }, page), { data, isTransferred: true })
  })

  test('in a thread from a copy when its memory is shared with other data', async () => {
    const all = Uint8Array.from(Buffer.from(`other ${page}`))
    const schema: ParserSchema = { fields: { title: { xpath: '//h1' } } }
    const answer = await read(schema, page, all.subarray(6))
    assert.deepEqual(answer, { data: { title: 'Pot' }, isTransferred: false })
    assert.equal(Buffer.from(all).toString(), `other ${page}`)
  })

  test('in a thread when a simple parser has to look at too many elements', async () => {
    const items = { css: 'li', all: true as const, fields: { inner: { css: 'li', all: true as const } } }
    const { data, isTransferred } = await read({ fields: { items } }, '<ul><li>x'.repeat(200))
    assert.equal(isTransferred, true)
    assert.equal((data.items as unknown[]).length, 200)
  })
})
