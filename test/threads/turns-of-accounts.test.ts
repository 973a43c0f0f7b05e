import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createExtraction } from '../../server/threads/extraction.ts'

const extraction = createExtraction({ threads: 2, timeoutMs: () => 100_000, maxAnswerMb: () => 64 })
after(() => extraction.close())

/** Parses a page in a thread. An endless one runs until it is stopped. */
function read(account: string, isEndless: boolean, signal?: AbortSignal) {
  const schema = isEndless
    ? { strict: true, fields: { a: 'span div' } }
    : { fields: { a: { xpath: '//h1' } } }
  const bytes = new TextEncoder().encode(isEndless ? '<div>'.repeat(100_000) : '<h1>T')
  const owner = { account, caller: `key of ${account}` }
  const key = `parser of ${account}`
  return extraction.parse({ key, schema, bytes, contentType: 'text/html', trace: false, owner }, signal)
}

describe('a cheap parse', () => {
  test('does not wait for the parses of another account that occupy all threads', async () => {
    const ended: string[] = []
    const stop = new AbortController()
    const slow = Array.from({ length: 4 }, () =>
      read('A', true, stop.signal).catch(({ code }) => ended.push(code)),
    )
    ended.push(String((await read('B', false)).data.a))
    stop.abort()
    await Promise.all(slow)
    assert.deepEqual(ended, ['T', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
  })
})
