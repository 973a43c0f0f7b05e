import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createExtraction } from '../../server/workers/extraction.ts'

const extraction = createExtraction({ threads: 1, timeoutMs: () => 1_000, maxAnswerMb: () => 64 })
after(() => extraction.close())

/** Reads a page in a thread; an endless one runs to its deadline. */
function read(account: string, key: string, isEndless: boolean) {
  const schema = isEndless
    ? { strict: true, fields: { a: 'span div' } }
    : { fields: { a: { xpath: '//h1' } } }
  const bytes = new TextEncoder().encode(isEndless ? '<div>'.repeat(50_000) : '<h1>T')
  const owner = { account, caller: `key of ${account}` }
  return extraction.parse({ key, schema, bytes, contentType: 'text/html', trace: false, owner })
}

describe('a cheap parse of another account', () => {
  test('waits for one of several that run to their deadline, and not for all', async () => {
    const ended: string[] = []
    const slow = Array.from({ length: 4 }, () =>
      read('A', 'slow 1', true).catch(({ code }) => ended.push(code)),
    )
    const cheap = read('B', 'cheap 1', false).then(({ data }) => ended.push(String(data.a)))
    await Promise.all([...slow, cheap])
    assert.deepEqual(ended, ['extraction_failed', 'T', ...Array(3).fill('extraction_failed')])
  })
})
