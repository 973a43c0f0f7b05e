import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createExtraction } from '../../server/workers/extraction.ts'

/** Only the first task runs to its deadline: those after it have all the time that a slow machine takes. */
let asked = 0
const timeoutMs = () => (asked++ === 0 ? 1_000 : 60_000)
const extraction = createExtraction({ threads: 1, timeoutMs, maxAnswerMb: () => 64 })
after(() => extraction.close())

/** Reads a page in a thread; an endless one runs to its deadline. */
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
  test('waits for one parse of another account that runs to its deadline, and not for all', async () => {
    const ended: string[] = []
    const stop = new AbortController()
    const slow = Array.from({ length: 4 }, () =>
      read('A', true, stop.signal).catch(({ code }) => ended.push(code)),
    )
    ended.push(String((await read('B', false)).data.a))
    stop.abort()
    await Promise.all(slow)
    assert.deepEqual(ended, ['extraction_failed', 'T', 'cancelled', 'cancelled', 'cancelled'])
  })
})
